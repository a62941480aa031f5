'use client'
import { modeOptions, useWithHeld } from '@/components/contracts/template-options'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import { capitalOptions, productOptions } from '@/components/order/order-options'
import { Section } from '@/components/ui/section'
import { useT } from '@/lib/i18n/use-t'
import { contractLimits } from '@/lib/rules/contract-kinds'
import type { Template, Values } from './template-values'

const F = fieldsFor<Values>()

/** What the contract is called, and which orders it is for. */
export function UsedFor({ template }: { template: Template }) {
  const t = useT()
  const { productId, productName, capitalId, capitalName } = template
  const products = useWithHeld(productOptions, { id: productId, name: productName })
  const capitals = useWithHeld(capitalOptions, { id: capitalId, name: capitalName })
  const all = t('contractTemplates.all')
  return (
    <Section title={t('contractTemplates.usedFor')}>
      <FieldGrid>
        <F.Text
          name="name"
          label={t('contractTemplates.name')}
          help={t('contractTemplates.nameHint')}
          maxLength={contractLimits.name}
          required
        />
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
      </FieldGrid>
    </Section>
  )
}
