'use client'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTab } from '@/components/ui/tab-port'
import { beforeLeaving } from '@/lib/client/before-leaving'
import { request } from '@/lib/client/call'
import { q } from '@/lib/client/query'
import { system } from '@/lib/contracts/system'

/** A pause in typing after which the draft is saved. */
export const quietMs = 1500
/** The draft is saved this often however long somebody types on. */
export const regularMs = 30_000
/** Browsers let at most 64 KiB outlive their page; UTF-8 and the form encoding of Chinese take up to nine of them. */
const keepaliveChars = 7_000

export type Draft = {
  /** The form may be shown: the draft is in it, or there is none. */
  ready: boolean
  /** When the draft that is on the page was saved; null when none was restored. */
  restoredAt: string | null
  /** The record was saved by somebody after the draft began. */
  older: boolean
  /** The row_version that the values on the page began from: save with it, and a newer one is a conflict, not lost. */
  baseVersion: number
  state: 'clean' | 'waiting' | 'saving' | 'saved' | 'failed'
  savedAt: string | null
  /** Throws the draft away; the form is as it was loaded. */
  discard: () => Promise<void>
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
 * 30 s, and on leaving; restored when the form opens again. While there is something unsaved its tab is marked.
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
  whole = true,
}: {
  /** The tab it belongs to: its page and what it edits. */
  key: string
  /** row_version of the record when it was loaded, 0 for a new one. */
  baseVersion: number
  form: UseFormReturn<V, unknown, O>
  /** False where the form is only read. */
  enabled?: boolean
  /** False while the page holds something that no draft can have, such as files that wait: it is not parked then. */
  whole?: boolean
}): Draft {
  const { setDirty } = useTab()
  const [state, setState] = useState<Draft['state']>('clean')
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [restored, setRestored] = useState<{ at: string; version: number } | null>(null)
  const [checked, setChecked] = useState(!enabled)
  const [rebased, setRebased] = useState<number | null>(null)
  const baseVersion = rebased ?? restored?.version ?? loadedVersion

  const found = useQuery({
    ...q(system.getDraft, { key }),
    enabled: enabled && !checked,
    gcTime: 0,
    staleTime: 0,
  })
  useEffect(() => {
    if (checked || found.isPending) return
    const draft = found.data?.draft
    if (draft) {
      // The record's values stay the form's defaults: what differs from them is what was typed.
      form.reset(merge(form.getValues(), draft.values) as V, { keepDefaultValues: true })
      setRestored({ at: draft.savedAt, version: draft.baseVersion })
      setSavedAt(draft.savedAt)
    }
    setChecked(true)
  }, [checked, found.isPending, found.data, form])

  const saver = useSaver({ key, baseVersion, form, active: enabled && checked, setState, setSavedAt })

  // Read in render, so that the form keeps track of it.
  const { isDirty } = form.formState
  const isKept = whole && state !== 'failed'
  useEffect(() => {
    setDirty(isDirty, { kept: isKept })
  }, [isDirty, isKept, setDirty])
  useEffect(() => () => setDirty(false), [setDirty])

  const forget = useCallback(async () => {
    setRestored(null)
    await saver.stop()
    setState('clean')
    await request(system.removeDraft, { key })
  }, [key, saver])

  return {
    ready: checked,
    restoredAt: restored?.at ?? null,
    older: restored !== null && restored.version !== loadedVersion,
    baseVersion,
    state,
    savedAt,
    discard: async () => {
      form.reset()
      setRebased(null)
      await forget()
    },
    settle: async (sent, rowVersion) => {
      if (rowVersion !== undefined) setRebased(rowVersion)
      form.resetDefaultValues(sent as V)
      form.clearErrors()
      await forget()
      if (JSON.stringify(form.getValues()) !== JSON.stringify(sent)) saver.wait()
    },
    rebase: setRebased,
  }
}

/** Saves the form's values when they rest, regularly, and on leaving. Failing is not the end: the next turn tries again. */
function useSaver<V extends FieldValues, O>({
  key,
  baseVersion,
  form,
  active,
  setState,
  setSavedAt,
}: {
  key: string
  baseVersion: number
  form: UseFormReturn<V, unknown, O>
  active: boolean
  setState: (state: Draft['state']) => void
  setSavedAt: (at: string) => void
}) {
  // A first save gives the form a record, and its drafts another key, while somebody types on.
  const latest = useRef({ key, baseVersion })
  latest.current = { key, baseVersion }
  /** What waits to be saved; what changes while a save is on its way waits for the next. */
  const pending = useRef(false)
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flight = useRef<Promise<void>>(undefined)

  const save = useCallback(
    (leaving = false) => {
      clearTimeout(quiet.current)
      if (!pending.current) return
      pending.current = false
      setState('saving')
      const input = { ...latest.current, values: form.getValues() }
      const keepalive = leaving && JSON.stringify(input).length < keepaliveChars
      flight.current = request(system.saveDraft, input, { keepalive }).then(
        ({ savedAt }) => {
          setSavedAt(savedAt)
          setState(pending.current ? 'waiting' : 'saved')
        },
        () => {
          pending.current = true
          setState('failed')
        },
      )
    },
    [form, setState, setSavedAt],
  )
  const wait = useCallback(() => {
    pending.current = true
    setState('waiting')
    clearTimeout(quiet.current)
    quiet.current = setTimeout(() => save(), quietMs)
  }, [save, setState])

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
    const stayBehind = beforeLeaving(() => {
      save()
      return flight.current
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
      /** Nothing is saved any more, when this is over. */
      stop: async () => {
        clearTimeout(quiet.current)
        pending.current = false
        await flight.current
        pending.current = false
      },
    }),
    [wait],
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
