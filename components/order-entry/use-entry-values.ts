'use client'
import type { UseFormReturn } from 'react-hook-form'
import { useFollowedValues } from '@/components/form/use-followed-values'
import type { EntryValues } from '@/lib/domains/orders/rules/entry/entry-values'
import type { Template } from '@/lib/domains/orders/rules/entry/template'
import type { ProductTerms } from '@/lib/domains/products/contract'
import { useDerivedValues } from './use-derived-values'
import { useProductChange } from './use-product-change'

/** The values of the entry form with all that follows from them: the panel, the checks and the request see the same. */
export function useEntryValues(
  form: UseFormReturn<EntryValues, unknown, EntryValues>,
  products: readonly ProductTerms[],
  template: Template,
  today: string,
): EntryValues {
  useDerivedValues(form, products, today)
  useProductChange(form, products, template)
  return useFollowedValues(form)
}
