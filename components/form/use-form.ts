'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { behaviour } from './use-checked-form'

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
