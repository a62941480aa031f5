'use client'
import { startTransition, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { copyValues } from './copy-values'

/**
 * The values of a whole form, for what follows from them: figures, ticks, hints. They come behind the key that was
 * pressed, which draws its own field first; whoever types on is never kept waiting for what follows.
 */
export function useFollowedValues<V extends FieldValues, O>(form: UseFormReturn<V, unknown, O>): V {
  const [values, setValues] = useState<V>(() => copyValues(form.getValues()))
  useEffect(() => {
    const follow = (now: V) =>
      startTransition(() =>
        // What was set before anybody listened, or while the page was put away, is most often nothing.
        setValues((before) => (JSON.stringify(now) === JSON.stringify(before) ? before : now)),
      )
    follow(copyValues(form.getValues()))
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => follow(values) })
  }, [form])
  return values
}
