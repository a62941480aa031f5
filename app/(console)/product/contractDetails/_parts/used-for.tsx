'use client'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import { Section } from '@/components/ui/section'
import { contractLimits } from '@/lib/domains/contracts/rules/contract-kinds'
import { useT } from '@/lib/i18n/use-t'
import { UsedForFields } from '../../_parts/used-for-fields'
import type { Template, Values } from './template-values'

const F = fieldsFor<Values>()

/** The name of the contract, and the orders that it is for. */
export function UsedFor({ template }: { template: Template }) {
  const t = useT()
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
        <UsedForFields template={template} />
      </FieldGrid>
    </Section>
  )
}
