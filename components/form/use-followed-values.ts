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
    const follow = () => {
      // As they are now: where a subscriber sets a value, the notice of the key that was pressed comes after the notice
      // of that value, with a snapshot that is older.
      const now = copyValues(form.getValues())
      startTransition(() =>
        // A value that is as it was stays the same object, the whole of it where nothing changed: what follows from it
        // stays too.
        setValues((before) => replaceEqualDeep(before, now)),
      )
    }
    follow()
    return form.subscribe({ formState: { values: true }, callback: follow })
  }, [form])
  return values
}
