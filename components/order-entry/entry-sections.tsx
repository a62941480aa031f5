'use client'
import { memo, useMemo } from 'react'
import { listOptions, type OptionSource } from '@/lib/client/options'
import type { ProductTerms } from '@/lib/contracts/products'
import { useT } from '@/lib/i18n/use-t'
import { isRepeated, type SectionName, sectionsByName } from '@/lib/rules/order-entry/entry-values'
import type { Template } from '@/lib/rules/order-entry/template'
import { cityOptions } from './city-options'
import { SectionFields } from './section-fields'
import { SectionRows } from './section-rows'

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
}: {
  name: SectionName
  template: Template
  options?: Record<string, OptionSource>
}) {
  const t = useT()
  const props = {
    section: sectionsByName[name],
    path: name,
    overrides: template.fields[name],
    options,
  }
  if (!isRepeated(name)) return <SectionFields {...props} />
  const fewest = name === 'contacts' ? template.guards.minContacts : 0
  return <SectionRows {...props} fewest={fewest} rowTitle={t(rowTitles[name])} />
})
