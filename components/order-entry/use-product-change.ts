'use client'
import { useEffect, useRef } from 'react'
import type { Path, UseFormReturn } from 'react-hook-form'
import { useConfirm } from '@/components/ui/confirm'
import { changeProduct, type Dropped } from '@/lib/domains/orders/rules/entry/change-product'
import { labelKey } from '@/lib/domains/orders/rules/entry/entry-labels'
import type { EntryValues } from '@/lib/domains/orders/rules/entry/entry-values'
import type { Template } from '@/lib/domains/orders/rules/entry/template'
import { templateOf } from '@/lib/domains/orders/rules/entry/templates'
import type { ProductTerms } from '@/lib/domains/products/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { offeredBy } from './use-entry-verdict'

type EntryFormApi = UseFormReturn<EntryValues, unknown, EntryValues>

/**
 * Another product keeps the values that it also has. What it has not is listed and asked about; a refusal brings the
 * former product back (domain.md 3.4).
 */
export function useProductChange(
  form: EntryFormApi,
  products: readonly ProductTerms[],
  fallback: Template,
): void {
  const t = useT()
  const confirm = useConfirm()

  const nameOf = (one: Dropped): string => {
    if ('section' in one) return t(`sections.${one.section}`)
    if ('custom' in one) return one.custom
    if ('term' in one) return `${t('entryFields.financing.term')} ${one.term}`
    return 'fees' in one ? t('sections.S12') : t(labelKey(one.field) as MessageKey)
  }
  const change = async (former: string, chosen: string) => {
    const typed = form.getValues()
    const product = offeredBy(typed, products)
    if (!product || String(product.id) !== chosen) return
    const before = products.find(({ id }) => String(id) === former)
    const { values, dropped } = changeProduct(typed, before ? templateOf(before) : fallback, product)
    if (former !== '' && dropped.length > 0) {
      const message = `${t('record.productDrops')} ${dropped.map(nameOf).join(t('ui.separator'))}`
      if (!(await confirm({ message }))) {
        form.setValue('financing.productId', former, { shouldDirty: true })
        return
      }
    }
    for (const [name, value] of Object.entries(values)) {
      const path = name as Path<EntryValues>
      if (JSON.stringify(form.getValues(path)) !== JSON.stringify(value))
        form.setValue(path, value as never, { shouldDirty: true })
    }
  }
  const latest = useRef(change)
  latest.current = change

  useEffect(() => {
    let former = form.getValues('financing.productId')
    return form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // Everything that is derived of the product is set before the product itself is told here.
        if (name !== undefined && name !== 'financing' && name !== 'financing.productId') return
        const productId = form.getValues('financing.productId')
        if (productId === former) return
        const before = former
        former = productId
        // Without a name the form was filled by us: loaded, restored, taken from a colleague.
        if (name === 'financing.productId') void latest.current(before, productId)
      },
    })
  }, [form])
}
