'use client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '@/lib/client/api-error'
import { beforeLeaving } from '@/lib/client/before-leaving'
import { request } from '@/lib/client/call'
import { newEventId } from '@/lib/client/event-id'
import { rememberDraft } from '@/lib/client/own-drafts'
import { type DraftFile, system } from '@/lib/domains/system/contract'
import type { Clash, Draft } from './draft'

/** A pause in typing after which the draft is saved. */
const quietMs = 1500
/** The draft is saved this often however long somebody types on. */
const regularMs = 30_000
/** Browsers let at most 64 KiB outlive their page; UTF-8 and the form encoding of Chinese take up to nine of them. */
const keepaliveChars = 7_000

/** The refusal of a save or a removal by what another window did; undefined for any other failure. */
function clashOf(error: unknown): Clash | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return { message: error.message, conflict: error.conflict ?? null, made: error.code === 'made' }
}

/** The refusals that trying again does not help. */
const refusals = [400, 413, 422]

/** Saves the form's values when they rest, regularly, and on leaving. Failing is not the end: the next turn tries again. */
export function useDraftSaver<V extends FieldValues, O>({
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
  /** True where something waits to be saved; a change while a save is on its way waits for the next. */
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
            // A draft that clashes waits for somebody to choose.
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
