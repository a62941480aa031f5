'use client'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useConfirm } from '@/components/ui/confirm'
import type { ProductTerms } from '@/lib/contracts/products'
import { useT } from '@/lib/i18n/use-t'
import type { EntryValues } from '@/lib/rules/order-entry/entry-values'
import { productFees } from '@/lib/rules/order-entry/fees'

type EntryFormApi = UseFormReturn<EntryValues, unknown, EntryValues>

/**
 * Another product keeps the values that it also has. What it has not is listed and asked about; a refusal brings the
 * former product back (domain.md 3.4).
 */
export function useProductChange(form: EntryFormApi, products: readonly ProductTerms[]): void {
  const t = useT()
  const confirm = useConfirm()

  const change = async (former: string, chosen: string) => {
    const product = products.find(({ id }) => String(id) === chosen)
    if (!product) return
    const { fees, financing } = form.getValues()
    const hasTerm = product.terms.includes(Number(financing.term))
    const kept = fees.filter(({ feeCode }) => product.feeItems.some(({ code }) => code === feeCode))
    const dropped = [
      ...(financing.term !== '' && !hasTerm ? [`${t('entryFields.financing.term')} ${financing.term}`] : []),
      ...(kept.length < fees.length ? [t('sections.S12')] : []),
    ]
    if (former !== '' && dropped.length > 0) {
      const message = `${t('record.productDrops')} ${dropped.join(t('ui.separator'))}`
      if (!(await confirm({ message }))) {
        form.setValue('financing.productId', former, { shouldDirty: true })
        return
      }
    }
    if (!hasTerm) form.setValue('financing.term', '', { shouldDirty: true })
    const added = productFees(product).filter(({ feeCode }) => !kept.some((row) => row.feeCode === feeCode))
    form.setValue('fees', [...kept, ...added], { shouldDirty: true })
  }
  const latest = useRef(change)
  latest.current = change

  useEffect(() => {
    let former = form.getValues('financing.productId')
    return form.subscribe({
      formState: { values: true },
      callback: ({ name, values }) => {
        const { productId } = values.financing
        if (productId === former) return
        const before = former
        former = productId
        // Without a name the form was filled by us: loaded, restored, taken from a colleague.
        if (name === 'financing.productId') void latest.current(before, productId)
      },
    })
  }, [form])
}
