'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'

/** Errors show on leaving a field, and go away while it is being mended. */
const behaviour = { mode: 'onTouched', reValidateMode: 'onChange', shouldFocusError: false } as const

/**
 * A form judged by a schema; the messages of its issues are keys of the catalogue or finished texts.
 *
 *     const form = useZodForm(schema, { name: '', mobile: '' })
 *     const F = fieldsFor<z.input<typeof schema>>()
 *     const submission = useSubmission(form)
 *     <Form form={form} submission={submission} onSubmit={(values) => save.mutateAsync(values)}>
 *       <FieldGrid><F.Text name="name" label={t('columns.customerName')} required /></FieldGrid>
 *     </Form>
 */
export function useZodForm<I extends FieldValues, O>(
  schema: z.ZodType<O, I>,
  defaultValues: DefaultValues<I>,
): UseFormReturn<I, unknown, O> {
  return useForm<I, unknown, O>({ ...behaviour, resolver: zodResolver(schema), defaultValues })
}

/** Path of the values to message: what a check over a whole form finds. */
export type Findings = Readonly<Record<string, string>>

/**
 * A form judged by a function over all its values.
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
    for (const [path, message] of found) set(errors, path, { type: 'check', message })
    return found.length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}
