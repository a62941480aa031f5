'use client'
import { memo, type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { FormSection } from '@/components/form/long-form'
import { listOptions, type OptionSource } from '@/lib/client/options'
import type { ProductTerms } from '@/lib/contracts/products'
import { useT } from '@/lib/i18n/use-t'
import { insuredCustomer } from '@/lib/rules/order-entry/begin-entry'
import {
  isRepeated,
  type RepeatedSection,
  type SectionName,
  sectionsByName,
} from '@/lib/rules/order-entry/entry-values'
import { commercialTypes } from '@/lib/rules/order-entry/insurance'
import type { Template } from '@/lib/rules/order-entry/template'
import { cityOptions } from './city-options'
import { SectionFields, type SectionFieldsProps } from './section-fields'
import { type NewRow, SectionRows } from './section-rows'

/** What a row of a repeated section is called. */
const rowTitles = {
  contacts: 'record.contact',
  addons: 'record.addon',
  fees: 'record.fee',
  insurance: 'record.policy',
} as const

/** Where the fields choose from that have no dictionary: products, their terms and their fees. */
export function useChoices(products: readonly ProductTerms[], vehicleKind: string, productId: string) {
  const t = useT()
  return useMemo((): Partial<Record<SectionName, Record<string, OptionSource>>> => {
    const product = products.find(({ id }) => String(id) === productId)
    const fitting = products.filter(
      ({ id, vehicleKinds }) =>
        String(id) === productId || vehicleKind === '' || vehicleKinds.includes(vehicleKind),
    )
    return {
      financing: {
        applyCity: cityOptions,
        productId: listOptions(fitting.map(({ id, name }) => ({ value: String(id), label: name }))),
        term: listOptions(
          (product?.terms ?? []).map((term) => ({
            value: String(term),
            label: t('details.terms', { count: term }),
          })),
        ),
      },
      fees: {
        feeCode: listOptions(
          (product?.feeItems ?? []).map(({ code, name }) => ({ value: code, label: name })),
        ),
      },
    }
  }, [products, vehicleKind, productId, t])
}

/** One section of the template, as fields or as rows. */
export const EntrySection = memo(function EntrySection({
  name,
  template,
  options,
  wants,
  empty,
}: {
  name: SectionName
  template: Template
  options?: Record<string, OptionSource>
  /** Rows that the section must have. */
  wants?: FormSection['wants']
  /** What a section of rows says while it has none. */
  empty?: ReactNode
}) {
  const props = {
    section: sectionsByName[name],
    path: name,
    overrides: template.fields[name],
    options,
  }
  if (!isRepeated(name)) return <SectionFields {...props} />
  const fewest = name === 'contacts' ? template.guards.minContacts : 0
  return <EntryRows {...props} name={name} fewest={fewest} wants={wants} empty={empty} />
})

function EntryRows({
  name,
  wants,
  ...props
}: SectionFieldsProps & {
  name: RepeatedSection
  fewest: number
  wants: FormSection['wants']
  empty: ReactNode
}) {
  const t = useT()
  const title = t(rowTitles[name])
  const [customer, idNo]: [string, string] = useWatch({ name: ['customer.name', 'customer.idNo'] })
  const first = useMemo(
    () => (name === 'insurance' ? insuredCustomer({ name: customer, idNo }) : undefined),
    [name, customer, idNo],
  )
  const isShort = wants !== undefined && wants.have < wants.least
  const lacks = useMemo((): NewRow | undefined => {
    if (!isShort) return undefined
    if (name !== 'insurance') return { label: t('record.addRow', { title }), row: {} }
    return { label: t('record.addCommercial'), row: { insType: commercialTypes[0] ?? '' } }
  }, [isShort, name, title, t])
  return <SectionRows {...props} rowTitle={title} first={first} lacks={lacks} />
}
