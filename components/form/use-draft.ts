'use client'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTab } from '@/components/ui/tab-port'
import { ApiError } from '@/lib/client/api-error'
import { report } from '@/lib/client/funnel'
import { isOwnDraft, rememberDraft } from '@/lib/client/own-drafts'
import { q } from '@/lib/client/query'
import { type DraftFile, system } from '@/lib/domains/system/contract'
import type { Clash, Draft, Found } from './draft'
import { mergeValues, requireShape } from './merge-values'
import { putChanges } from './take-changes'
import { useDraftSaver } from './use-draft-saver'

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
  read = (values) => values,
}: {
  /** The form it belongs to: of a record, or of a new case by its number. */
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
  /** Throws for values that the form cannot show. */
  read?: (values: V) => V
}): Draft {
  const { setDirty } = useTab()
  const [state, setState] = useState<Draft['state']>('clean')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [restored, setRestored] = useState<Found | null>(null)
  const [checked, setChecked] = useState(!enabled)
  const [offer, setOffer] = useState<Found | null>(null)
  const [broken, setBroken] = useState<Found | null>(null)
  const latestRead = useRef(read)
  latestRead.current = read
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
  const saver = useDraftSaver({
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
      saver.begin(draft.version)
      setOffer(null)
      setChecked(true)
      try {
        const merged = mergeValues(form.getValues(), draft.values)
        requireShape(form.getValues(), merged)
        // The record's values stay the form's defaults: what differs from them is what was typed.
        form.reset(latestRead.current(merged as V), { keepDefaultValues: true })
        setRestored(draft)
        setSavedAt(draft.savedAt)
      } catch {
        // A draft never keeps anybody from the page, whatever is wrong with it.
        setBroken(draft)
      }
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
    setBroken(null)
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
    broken,
    base: form.formState.defaultValues,
    resolve: (taken) => {
      saver.begin(clash?.conflict?.rowVersion ?? 0)
      putChanges(form, taken)
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
      // A draft that another window has typed meanwhile stays its own, and is older than the record now. Where the
      // removal gets lost, the next save of this page takes its place.
      await saver.remove().catch(() => undefined)
      saver.begin(0, sent)
      setState('clean')
      if (JSON.stringify(form.getValues()) !== JSON.stringify(sent)) saver.wait()
    },
    rebase: setRebased,
  }
}

const noFiles: readonly DraftFile[] = []
