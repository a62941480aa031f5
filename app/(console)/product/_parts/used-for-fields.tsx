'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { capitalOptions, productOptions } from '@/components/order/order-options'
import { dictionaryOptions, listOptions, type OptionSource, useOptions } from '@/lib/client/options'
import type { TemplateRow } from '@/lib/domains/contracts/contract/templates'
import { useT } from '@/lib/i18n/use-t'

type Values = { bizMode: string; productId: string; capitalId: string }
const F = fieldsFor<Values>()
const modeOptions = dictionaryOptions('biz_mode')

type Held = Pick<TemplateRow, 'productId' | 'productName' | 'capitalId' | 'capitalName'>

/** The orders that a contract template is for: empty of each is all. */
export function UsedForFields({ template }: { template?: Held | undefined }) {
  const t = useT()
  const products = useWithHeld(productOptions, template?.productId, template?.productName)
  const capitals = useWithHeld(capitalOptions, template?.capitalId, template?.capitalName)
  const all = t('contractTemplates.all')
  return (
    <>
      <F.Select name="bizMode" label={t('contractTemplates.bizMode')} options={modeOptions} none={all} />
      <F.Select
        name="productId"
        label={t('contractTemplates.productName')}
        help={t('contractTemplates.productHint')}
        options={products}
        none={all}
      />
      <F.Select
        name="capitalId"
        label={t('contractTemplates.capitalName')}
        help={t('contractTemplates.capitalHint')}
        options={capitals}
        none={all}
      />
    </>
  )
}

/** Entries, with the one that is held even where it is no longer offered. */
function useWithHeld(
  source: OptionSource,
  id: number | null | undefined,
  name: string | null | undefined,
): OptionSource {
  const all = useOptions(source)
  const value = String(id ?? '')
  if (value === '' || all.some((one) => one.value === value)) return source
  return listOptions([...all, { value, label: name ?? value }])
}
