'use client'
import { memo, type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { FormSection } from '@/components/form/long-form'
import { callOptions, listOptions, type OptionSource } from '@/lib/client/options'
import { manufacturers } from '@/lib/domains/manufacturers/contract'
import { insuredCustomer } from '@/lib/domains/orders/rules/entry/begin-entry'
import {
  isRepeated,
  type RepeatedSection,
  type SectionName,
  sectionsByName,
} from '@/lib/domains/orders/rules/entry/entry-values'
import { commercialTypes } from '@/lib/domains/orders/rules/entry/insurance'
import type { Template } from '@/lib/domains/orders/rules/entry/template'
import { overridesFor } from '@/lib/domains/orders/rules/entry/template-engine'
import { products as calls, type ProductTerms } from '@/lib/domains/products/contract'
import { useT } from '@/lib/i18n/use-t'
import { formatPercent } from '@/lib/rules/money-text'
import { cityOptions } from './city-options'
import { SectionFields, type SectionFieldsProps } from './section-fields'
import { type NewRow, SectionRows } from './section-rows'

/** The name of a row of a repeated section. */
const rowTitles = {
  coLessees: 'record.coLessee',
  guarantors: 'record.guarantor',
  contacts: 'record.contact',
  addons: 'record.addon',
  fees: 'record.fee',
  insurance: 'record.policy',
} as const

/** The funders that a product may be offered to, in its order; of one that names none, all. */
const fundersOf = (capitalIds: readonly number[]) =>
  callOptions(calls.capitals, {}, (rows) => {
    const allowed = capitalIds.flatMap((id) => rows.find((row) => row.id === id) ?? [])
    return (capitalIds.length === 0 ? rows : allowed).map(({ id, name }) => ({
      value: String(id),
      label: name,
    }))
  })

/** The makers of cars of which a policy is in force: any other is refused when the order is submitted. */
const makers = callOptions(manufacturers.options, {}, (names) =>
  names.map((name) => ({ value: name, label: name })),
)

/** The choices of the fields that have no dictionary: products, their terms and their fees. */
export function useChoices(
  products: readonly ProductTerms[],
  product: ProductTerms | null,
  template: Template,
  vehicleKind: string,
) {
  const t = useT()
  const productId = product ? String(product.id) : ''
  // A product bound anew at each key offers the same terms.
  const terms = product?.terms.join(' ') ?? ''
  const { plans } = template
  return useMemo((): Partial<Record<SectionName, Record<string, OptionSource>>> => {
    const { feeItems = [], capitalIds = [] } = products.find(({ id }) => String(id) === productId) ?? {}
    const fitting = products.filter(
      ({ id, vehicleKinds }) =>
        String(id) === productId || vehicleKind === '' || vehicleKinds.includes(vehicleKind),
    )
    return {
      financing: {
        applyCity: cityOptions,
        productId: listOptions(fitting.map(({ id, name }) => ({ value: String(id), label: name }))),
        term: listOptions(
          terms
            .split(' ')
            .filter(Boolean)
            .map((term) => ({
              value: term,
              label: t('details.terms', { count: term }),
            })),
        ),
      },
      fees: {
        feeCode: listOptions(feeItems.map(({ code, name }) => ({ value: code, label: name }))),
      },
      funding: { capitalId: fundersOf(capitalIds) },
      subsidy: { oemName: makers },
      performance: {
        planCode: listOptions(
          plans.map(({ code, label, rate }) => ({ value: code, label: `${label} ${formatPercent(rate)}` })),
        ),
      },
    }
  }, [products, vehicleKind, productId, terms, plans, t])
}

/** One section of the template, as fields or as rows. */
export const EntrySection = memo(function EntrySection({
  name,
  template,
  idType,
  options,
  wants,
  empty,
}: {
  name: SectionName
  template: Template
  /** The kind of the applicant. */
  idType: string
  options?: Record<string, OptionSource>
  /** Rows that the section must have. */
  wants?: FormSection['wants']
  /** Everything that a section of rows says while it has none. */
  empty?: ReactNode
}) {
  const overrides = useMemo(() => overridesFor(template, name, { idType }), [template, name, idType])
  const props = {
    section: sectionsByName[name],
    path: name,
    overrides,
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
  const [customer, idNo, ...legal]: string[] = useWatch({
    name: [
      'customer.name',
      'customer.idNo',
      'customer.legalName',
      'customer.legalIdNo',
      'customer.legalMobile',
    ],
  })
  const [legalName = '', legalIdNo = '', legalMobile = ''] = legal
  const first = useMemo(
    () => (name === 'insurance' ? insuredCustomer({ name: customer ?? '', idNo: idNo ?? '' }) : undefined),
    [name, customer, idNo],
  )
  const isShort = wants !== undefined && wants.have < wants.least
  const lacks = useMemo((): NewRow | undefined => {
    if (!isShort) return undefined
    if (name === 'guarantors' && legalIdNo !== '') {
      const row = { name: legalName, idNo: legalIdNo, mobile: legalMobile, relation: '99' }
      return { label: t('record.addLegal'), row }
    }
    if (name !== 'insurance') return { label: t('record.addRow', { title }), row: {} }
    return { label: t('record.addCommercial'), row: { insType: commercialTypes[0] ?? '' } }
  }, [isShort, name, legalName, legalIdNo, legalMobile, title, t])
  return <SectionRows {...props} rowTitle={title} first={first} lacks={lacks} />
}
