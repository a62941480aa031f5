'use client'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { errorList, focusFirstError } from './error-paths'

/**
 * Goes to the first error of a form once its fields have been drawn with what they have.
 *
 * @returns the way there, and the message of an error that no field stands for
 */
export function useErrorFocus<V extends FieldValues, O>(
  { formState: { errors } }: UseFormReturn<V, unknown, O>,
  container: RefObject<HTMLElement | null>,
): { toFirstError: () => void; unplaced: string | undefined } {
  const [wanted, setWanted] = useState(false)
  const [unplaced, setUnplaced] = useState<string>()
  useEffect(() => {
    if (!wanted || !container.current) return
    setWanted(false)
    const found = errorList(errors)
    const isPlaced = found.length === 0 || focusFirstError(container.current, found)
    setUnplaced(isPlaced ? undefined : found[0]?.message)
  }, [wanted, errors, container])
  return { toFirstError: useCallback(() => setWanted(true), []), unplaced }
}
