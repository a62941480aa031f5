'use client'
import { useQuery } from '@tanstack/react-query'
import { DictionaryText } from '@/components/form/field-value'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { noValue } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import {
  entryDraft,
  isRepeated,
  type SectionName,
  sectionsByName,
} from '@/lib/domains/orders/rules/entry/entry-values'
import { intakeDraft } from '@/lib/domains/orders/rules/entry/intake'
import { entryFromIntake } from '@/lib/domains/orders/rules/entry/intake-handover'
import type { Row, SectionCode } from '@/lib/domains/orders/rules/entry/section'
import type { Template } from '@/lib/domains/orders/rules/entry/template'
import { sectionName, visibleSections } from '@/lib/domains/orders/rules/entry/template-engine'
import { products } from '@/lib/domains/products/contract'
import { useT } from '@/lib/i18n/use-t'
import { CardLink } from './card-link'
import { CustomerMobile } from './customer-mobile'
import styles from './entry-sections.module.css'
import { ReturnMark } from './return-mark'
import { SectionRowsView, SectionView, type ShownInstead } from './section-view'

/** Everything that an intake tells of an entry that nobody has begun. */
const fromIntake: readonly SectionCode[] = ['S1', 'S8', 'S10']

/** The sections of the template with what was entered, in the order of the form. */
export function EntrySections({
  order,
  values,
  template,
  only = () => true,
}: {
  order: OrderHeader
  values: Record<string, unknown>
  template: Template
  /** The section of it. */
  only?: (code: SectionCode) => boolean
}) {
  const t = useT()
  const begun = !('intent' in values)
  const entry = begun ? entryDraft(values) : entryFromIntake(intakeDraft(values))
  const instead = useShownInstead(order, template)
  const shown = visibleSections(template, entry).filter(
    (code) => only(code) && (begun || fromIntake.includes(code)),
  )
  return (
    <>
      {!begun && <p className={styles.note}>{t('details.notEntered')}</p>}
      {shown.map((code) => {
        const name = sectionName(code)
        if (code === 'S20') return <CustomView key={code} values={entry.custom} template={template} />
        // The files of S18 are no form values.
        if (name === null) return null
        const section = sectionsByName[name]
        return (
          <Section
            key={code}
            title={t(`sections.${code}`)}
            actions={
              name === 'bankCard' ? (
                <CardLink order={order} />
              ) : (
                isRepeated(name) && <ReturnMark kind="field" at={name} label={t(`sections.${code}`)} />
              )
            }
          >
            {isRepeated(name) ? (
              <SectionRowsView
                section={section}
                rows={entry[name]}
                instead={(row) => instead(name, row)}
                of={`entry.${name}`}
                empty={t('details.noRows')}
              />
            ) : (
              <SectionView
                section={section}
                row={entry[name]}
                overrides={template.fields[name]}
                instead={instead(name, entry[name])}
                of={`entry.${name}`}
              />
            )}
          </Section>
        )
      })}
    </>
  )
}

/** Everything that the template asked on its own. */
function CustomView({ values, template }: { values: Readonly<Record<string, string>>; template: Template }) {
  const t = useT()
  return (
    <Section title={t('sections.S20')}>
      <KeyValues>
        {template.custom.map(({ name, label }) => (
          <KeyValue key={name} label={label}>
            {values[name] || noValue}
          </KeyValue>
        ))}
      </KeyValues>
    </Section>
  )
}

/** Names for what the form chooses from lists that are no dictionaries, and the customer's number to be called. */
function useShownInstead(
  order: OrderHeader,
  template: Template,
): (name: SectionName, row: Row) => ShownInstead {
  const { data: offered } = useQuery({ ...q(products.options, {}), staleTime: 10 * 60_000 })
  const { data: funders } = useQuery({ ...q(products.capitals, {}), staleTime: 10 * 60_000 })
  const fees = offered?.find(({ id }) => id === order.productId)?.feeItems ?? []
  return (name, row) => {
    if (name === 'customer') return { mobile: <CustomerMobile order={order} /> }
    if (name === 'fees') return { feeCode: fees.find(({ code }) => code === row.feeCode)?.name }
    if (name === 'funding')
      return { capitalId: funders?.find(({ id }) => String(id) === row.capitalId)?.name }
    if (name === 'performance')
      return { planCode: template.plans.find(({ code }) => code === row.planCode)?.label }
    if (name !== 'financing') return {}
    return {
      productId: order.productName,
      applyCity: <DictionaryText type="region" code={String(row.applyCity ?? '')} />,
    }
  }
}
