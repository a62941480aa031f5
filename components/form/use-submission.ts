'use client'
import { useCallback, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '@/lib/client/api-error'
import type { Conflict } from '@/lib/platform/contract/errors'
import { type Change, putChanges } from './take-changes'

export type Submission = {
  busy: boolean
  /**
   * Runs a save, once at a time; true when it went through. Errors at fields and stale versions end at the form;
   * everything else has been shown by the error funnel.
   */
  run: (save: () => Promise<unknown>) => Promise<boolean>
  /** Somebody else saved meanwhile: what differs. */
  conflict: Conflict | null
  /** Goes on with the newest version, under the own values but for those of the other that are taken. */
  resolve: (taken: readonly Change[]) => void
}

/**
 * The saving of a form. Nothing that was typed is lost, whatever the answer is.
 *
 * @param onNewVersion hears the row_version to save with after a conflict
 */
export function useSubmission<V extends FieldValues, O>(
  form: UseFormReturn<V, unknown, O>,
  onNewVersion?: (rowVersion: number) => void,
): Submission {
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // State comes a render late for the second of two clicks; the ref does not.
  const running = useRef(false)

  const run = useCallback(
    async (save: () => Promise<unknown>) => {
      if (running.current) return false
      running.current = true
      setBusy(true)
      try {
        await save()
        return true
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.conflict) {
          error.told = true
          setConflict(error.conflict)
        }
        for (const [path, message] of Object.entries(error.fields)) {
          form.setError(path as Path<V>, { type: 'server', message })
        }
        // Bad input without a place belongs to the form as a whole.
        if (error.status === 400 && Object.keys(error.fields).length === 0) {
          form.setError('root', { type: 'server', message: error.message })
        }
        return false
      } finally {
        running.current = false
        setBusy(false)
      }
    },
    [form],
  )

  return {
    busy,
    run,
    conflict,
    resolve: (taken) => {
      if (!conflict) return
      putChanges(form, taken)
      onNewVersion?.(conflict.rowVersion)
      setConflict(null)
    },
  }
}
