'use client'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useTab } from '@/components/ui/tab-port'
import { ApiError } from '@/lib/client/api-error'
import { beforeLeaving } from '@/lib/client/before-leaving'
import { request } from '@/lib/client/call'
import { newEventId } from '@/lib/client/event-id'
import { report } from '@/lib/client/funnel'
import { isOwnDraft, rememberDraft } from '@/lib/client/own-drafts'
import { q } from '@/lib/client/query'
import type { OutputOf } from '@/lib/contracts/endpoint'
import type { Conflict } from '@/lib/contracts/errors'
import { type DraftFile, system } from '@/lib/contracts/system'

/** A pause in typing after which the draft is saved. */
export const quietMs = 1500
/** The draft is saved this often however long somebody types on. */
export const regularMs = 30_000
/** Browsers let at most 64 KiB outlive their page; UTF-8 and the form encoding of Chinese take up to nine of them. */
const keepaliveChars = 7_000

type Found = NonNullable<OutputOf<typeof system.getDraft>['draft']>

/** Another window changed the draft: what differs, or that it is gone there. Nothing is saved until somebody chooses. */
export type Clash = { message: string; conflict: Conflict | null; made: boolean }

export type Draft = {
  /** The form may be shown: the draft is in it, or there is none. */
  ready: boolean
  /** A draft that is there and not filled in: whose it is and how far; waits for `accept` or `discard`. */
  offer: Found | null
  accept: () => void
  /** What this new case has become, in another window or before a reload. */
  order: { id: number; orderNo: string } | null
  /** When the draft that is on the page was saved; null when none was restored. */
  restoredAt: string | null
  /** Files that the restored draft names and that went with the page they were chosen in. */
  lost: readonly DraftFile[]
  /** The record was saved by somebody after the draft began. */
  older: boolean
  /** The row_version that the values on the page began from: save with it, and a newer one is a conflict, not lost. */
  baseVersion: number
  state: 'clean' | 'waiting' | 'saving' | 'saved' | 'failed'
  /** Why the service does not take the draft, and what to do; null where trying again may help. */
  refusal: string | null
  savedAt: string | null
  clash: Clash | null
  /** Goes on with what is on the page, over what the other window saved. */
  keepMine: () => void
  /** Puts the other window's values where they differ. */
  takeTheirs: () => void
  /** Throws the draft away; the form is as it was loaded. False when another window has saved a newer one. */
  discard: () => Promise<boolean>
  /**
   * What was sent is saved for good: forgets the draft of it. What was typed while it was on its way is not, and is
   * the next draft.
   *
   * @param sent a copy of the values: the form's own go on changing
   * @param rowVersion the one to go on from
   */
  settle: (sent: FieldValues, rowVersion?: number) => Promise<void>
  /** Goes on from a newer version under the values on the page, as after a conflict. */
  rebase: (rowVersion: number) => void
}

/**
 * Keeps what is typed into a form and not submitted, on the server, per user: saved after 1.5 s without a key, every
 * 30 s, and on leaving; restored when the form opens again. While there is something unsaved its tab is marked. Of two
 * windows with the same draft the one that did not see the other's last save is told, and saves nothing.
 *
 *     const draft = useDraft({ key: `record:${orderId}`, baseVersion: order.rowVersion, form })
 *     if (!draft.ready) return <SkeletonLines lines={12} />
 *     <DraftBanner draft={draft} />
 *     await save({ rowVersion: draft.baseVersion, values }); await draft.settle(values, saved.rowVersion)
 *
 * The form's default values are those of the record: load them before this.
 */
export function useDraft<V extends FieldValues, O>({
  key,
  baseVersion: loadedVersion,
  form,
  enabled = true,
  asks = false,
  files = noFiles,
}: {
  /** What it belongs to: the form of a record, or a new case by its number. */
  key: string
  /** row_version of the record when it was loaded, 0 for a new one. */
  baseVersion: number
  form: UseFormReturn<V, unknown, O>
  /** False where the form is only read. */
  enabled?: boolean
  /** The page does not say whose it is: a draft from elsewhere is offered before it is filled in. */
  asks?: boolean
  /** Files that are in the page alone, because no draft can have them: it is not parked then. */
  files?: readonly DraftFile[]
}): Draft {
  const { setDirty } = useTab()
  const [state, setState] = useState<Draft['state']>('clean')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [restored, setRestored] = useState<Found | null>(null)
  const [checked, setChecked] = useState(!enabled)
  const [offer, setOffer] = useState<Found | null>(null)
  const [rebased, setRebased] = useState<number | null>(null)
  const [clash, setClash] = useState<Clash | null>(null)
  const baseVersion = rebased ?? restored?.baseVersion ?? loadedVersion
  // Read in render, so that the form keeps track of it.
  const { isDirty } = form.formState

  const found = useQuery({
    ...q(system.getDraft, { key }),
    enabled: enabled && !checked,
    gcTime: 0,
    staleTime: 0,
  })
  const order = found.data?.order ?? null
  const saver = useSaver({
    key,
    baseVersion,
    form,
    files,
    active: enabled && checked && clash === null,
    setState,
    setRefusal,
    setSavedAt,
    setClash,
  })
  const fill = useCallback(
    (draft: Found) => {
      // The record's values stay the form's defaults: what differs from them is what was typed.
      form.reset(merge(form.getValues(), draft.values) as V, { keepDefaultValues: true })
      saver.begin(draft.version)
      setRestored(draft)
      setSavedAt(draft.savedAt)
      setOffer(null)
      setChecked(true)
    },
    [form, saver],
  )
  useEffect(() => {
    if (checked || offer || found.isPending || order) return
    const draft = found.data?.draft
    if (!draft) setChecked(true)
    else if (asks && !isOwnDraft(key)) setOffer(draft)
    else fill(draft)
  }, [checked, offer, found.isPending, found.data, order, asks, key, fill])

  const isUnsaved = isDirty || files.length > 0
  const isKept = files.length === 0 && state !== 'failed' && clash === null
  useEffect(() => {
    setDirty(isUnsaved, { kept: isKept })
  }, [isUnsaved, isKept, setDirty])
  useEffect(() => () => setDirty(false), [setDirty])

  const over = () => {
    setRestored(null)
    setState('clean')
    setClash(null)
  }

  return {
    ready: checked,
    offer,
    accept: () => {
      if (!offer) return
      rememberDraft(key)
      fill(offer)
    },
    order,
    restoredAt: restored?.savedAt ?? null,
    lost: restored?.files ?? noFiles,
    older: restored !== null && restored.baseVersion !== loadedVersion,
    baseVersion,
    state,
    refusal,
    savedAt,
    clash,
    keepMine: () => {
      saver.begin(clash?.conflict?.rowVersion ?? 0)
      setClash(null)
      saver.wait()
    },
    takeTheirs: () => {
      saver.begin(clash?.conflict?.rowVersion ?? 0)
      for (const { path, theirs } of clash?.conflict?.changes ?? []) {
        form.setValue(path as Path<V>, theirs as PathValue<V, Path<V>>, { shouldDirty: true })
      }
      setClash(null)
      saver.wait()
    },
    discard: async () => {
      await saver.stop()
      if (offer) saver.begin(offer.version)
      try {
        const refused = await saver.remove()
        if (refused) {
          setClash(refused)
          return false
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        report(error)
        return false
      }
      form.reset()
      setRebased(null)
      setOffer(null)
      setChecked(true)
      over()
      return true
    },
    settle: async (sent, rowVersion) => {
      if (rowVersion !== undefined) setRebased(rowVersion)
      form.resetDefaultValues(sent as V)
      form.clearErrors()
      over()
      await saver.stop()
      // What another window has typed meanwhile stays its own, and is older than the record now. Where the removal
      // gets lost, the next save of this page takes its place.
      await saver.remove().catch(() => undefined)
      saver.begin(0, sent)
      setState('clean')
      if (JSON.stringify(form.getValues()) !== JSON.stringify(sent)) saver.wait()
    },
    rebase: setRebased,
  }
}

const noFiles: readonly DraftFile[] = []

/** The refusal of a save or a removal by what another window did; undefined for any other failure. */
function clashOf(error: unknown): Clash | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return { message: error.message, conflict: error.conflict ?? null, made: error.code === 'made' }
}

/** What trying again does not help. */
const refusals = [400, 413, 422]

/** Saves the form's values when they rest, regularly, and on leaving. Failing is not the end: the next turn tries again. */
function useSaver<V extends FieldValues, O>({
  key,
  baseVersion,
  form,
  files,
  active,
  setState,
  setRefusal,
  setSavedAt,
  setClash,
}: {
  key: string
  baseVersion: number
  form: UseFormReturn<V, unknown, O>
  files: readonly DraftFile[]
  active: boolean
  setState: (state: Draft['state']) => void
  setRefusal: (message: string | null) => void
  setSavedAt: (at: string) => void
  setClash: (clash: Clash) => void
}) {
  // A first save gives the form a record, and its drafts another key, while somebody types on.
  const latest = useRef({ key, baseVersion, files })
  latest.current = { key, baseVersion, files }
  /** The values that are nothing to keep: as the record has them. */
  const plain = useRef<string>(undefined)
  plain.current ??= JSON.stringify(form.getValues())
  // The service knows this page by it: its own next save is no conflict, and one that comes late changes nothing.
  const [writer] = useState(newEventId)
  const turn = useRef(0)
  /** Version of the draft that this page has seen, 0 for none. */
  const version = useRef(0)
  /** What waits to be saved; what changes while a save is on its way waits for the next. */
  const pending = useRef(false)
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flight = useRef<Promise<void>>(undefined)
  const isFlying = useRef(false)

  const remove = useCallback(async (): Promise<Clash | undefined> => {
    const input = { key: latest.current.key, version: version.current, writer }
    try {
      await request(system.removeDraft, input)
      version.current = 0
    } catch (error) {
      const clash = clashOf(error)
      if (!clash) throw error
      return clash
    }
  }, [writer])

  const save = useCallback(
    (leaving = false) => {
      clearTimeout(quiet.current)
      // One after the other, but for the last words of a page that goes.
      if (!pending.current || (isFlying.current && !leaving)) return
      pending.current = false
      const { key, baseVersion, files } = latest.current
      const values = form.getValues()
      // Typed and taken back.
      const isEmpty = JSON.stringify(values) === plain.current && files.length === 0
      if (isEmpty && version.current === 0) return setState('clean')
      setState('saving')
      rememberDraft(key)
      turn.current += 1
      const input = {
        key,
        values,
        baseVersion,
        version: version.current,
        writer,
        turn: turn.current,
        files: [...files],
      }
      const keepalive = leaving && JSON.stringify(input).length < keepaliveChars
      isFlying.current = true
      const sent = isEmpty
        ? remove().then((clash) => clash && setClash(clash))
        : request(system.saveDraft, input, { keepalive }).then((saved) => {
            version.current = Math.max(version.current, saved.version)
            setSavedAt(saved.savedAt)
          })
      flight.current = sent
        .then(
          () => {
            setRefusal(null)
            setState(pending.current ? 'waiting' : isEmpty ? 'clean' : 'saved')
          },
          (error) => {
            const clash = clashOf(error)
            // What clashes waits for somebody to choose.
            pending.current = clash === undefined
            setState('failed')
            if (clash) setClash(clash)
            const isRefused = error instanceof ApiError && refusals.includes(error.status)
            setRefusal(isRefused ? error.message : null)
          },
        )
        .finally(() => {
          isFlying.current = false
        })
    },
    [form, writer, remove, setState, setRefusal, setSavedAt, setClash],
  )
  const wait = useCallback(() => {
    pending.current = true
    setState('waiting')
    clearTimeout(quiet.current)
    const rest = () => {
      // It rests, and the save before it does not: as soon as that is over.
      if (isFlying.current) void flight.current?.then(() => save())
      else save()
    }
    quiet.current = setTimeout(rest, quietMs)
  }, [save, setState])

  const names = JSON.stringify(files)
  const sentNames = useRef(names)
  useEffect(() => {
    if (!active || names === sentNames.current) return
    sentNames.current = names
    wait()
  }, [active, names, wait])

  useEffect(() => {
    if (!active) return
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ name, type }) => {
        // Without a name the form was filled by us: loaded, restored, reset.
        if (name !== undefined || type !== undefined) wait()
      },
    })
    const regular = setInterval(() => save(), regularMs)
    const onHide = () => {
      if (document.visibilityState === 'hidden') save(true)
    }
    const onLeave = () => save(true)
    const stayBehind = beforeLeaving(async () => {
      if (isFlying.current) await flight.current
      save()
      await flight.current
    })
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', onLeave)
    return () => {
      unsubscribe()
      stayBehind()
      clearInterval(regular)
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', onLeave)
      // The tab is closed or put away.
      save(true)
    }
  }, [active, form, save, wait])

  return useMemo(
    () => ({
      /** There is something to save, once it rests. */
      wait,
      /** The page has this version of the draft before it, over what is settled. */
      begin: (seen: number, settled?: FieldValues) => {
        version.current = seen
        if (settled) plain.current = JSON.stringify(settled)
      },
      /** Takes the draft away; answers what another window did to it meanwhile. */
      remove,
      /** Nothing is saved any more, when this is over. */
      stop: async () => {
        clearTimeout(quiet.current)
        pending.current = false
        await flight.current
        clearTimeout(quiet.current)
        pending.current = false
      },
    }),
    [wait, remove],
  )
}

/** The draft over the values of the form: a field that is newer than the draft keeps its own value. */
function merge(values: unknown, draft: unknown): unknown {
  if (!isRecord(values) || !isRecord(draft)) return draft === undefined ? values : draft
  return {
    ...draft,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, merge(value, draft[name])])),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
