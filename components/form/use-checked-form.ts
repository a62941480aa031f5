'use client'
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'

/** Errors show on leaving a field, and go away while it is being mended. */
export const behaviour = {
  mode: 'onTouched',
  reValidateMode: 'onChange',
  shouldFocusError: false,
} as const satisfies UseFormProps

/** Path of the values to message: what a check over a whole form finds. */
export type Findings = Readonly<Record<string, string>>

/**
 * A form judged by a function over all its values, which may say keys of the catalogue or finished texts. There is no
 * other way: the browser judges without zod.
 *
 *     const form = useCheckedForm(emptyEntry(), (values) => issueFields(validateEntry(values, facts).issues, t))
 */
export function useCheckedForm<V extends FieldValues>(
  defaultValues: DefaultValues<V>,
  check: (values: V) => Findings,
): UseFormReturn<V, unknown, V> {
  return useForm<V, unknown, V>({ ...behaviour, resolver: checkResolver(check), defaultValues })
}

function checkResolver<V extends FieldValues>(check: (values: V) => Findings): Resolver<V, unknown, V> {
  return async (values) => {
    const found = Object.entries(check(values))
    const errors = {}
    // A section of rows may have an error of its own beside those of its rows.
    for (const [path, message] of found)
      set(errors, path, { ...(get(errors, path) as object), type: 'check', message })
    return found.length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}
