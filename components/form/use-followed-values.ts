'use client'
import { replaceEqualDeep } from '@tanstack/react-query'
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
        // What is as it was stays the same object, the whole of it where nothing changed: what follows from it stays too.
        setValues((before) => replaceEqualDeep(before, now)),
      )
    follow(copyValues(form.getValues()))
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => follow(values) })
  }, [form])
  return values
}
