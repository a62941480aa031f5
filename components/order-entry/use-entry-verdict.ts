'use client'
import { replaceEqualDeep } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { FormSection } from '@/components/form/long-form'
import { boundProduct } from '@/lib/domains/orders/rules/entry/bound-product'
import { issueFields, issueText } from '@/lib/domains/orders/rules/entry/entry-issue'
import { deriveEntry, quoteEntry } from '@/lib/domains/orders/rules/entry/entry-quote'
import { type EntryValues, isRepeated, type SectionName } from '@/lib/domains/orders/rules/entry/entry-values'
import type { FileCounts } from '@/lib/domains/orders/rules/entry/materials'
import type { Template } from '@/lib/domains/orders/rules/entry/template'
import {
  sectionName,
  visibleMaterials,
  visibleSections,
} from '@/lib/domains/orders/rules/entry/template-engine'
import { templateOf } from '@/lib/domains/orders/rules/entry/templates'
import { validateEntry } from '@/lib/domains/orders/rules/entry/validate-entry'
import { wantedRows } from '@/lib/domains/orders/rules/entry/wanted-rows'
import type { ProductTerms } from '@/lib/domains/products/contract'
import { useIssueTexts } from './use-issue-texts'
import { wantedFiles } from './wanted-files'

export type EntryFacts = {
  /** Of the order, until a product is chosen whose template is another. */
  template: Template
  products: readonly ProductTerms[]
  files: FileCounts
  lowScore: boolean
  today: string
}

/** The product that the values name, when it is on offer, as its template lets it be sold for them. */
export function offeredBy(values: EntryValues, products: readonly ProductTerms[]): ProductTerms | null {
  const product = products.find(({ id }) => String(id) === values.financing.productId)
  return product ? boundProduct(product, templateOf(product), values) : null
}

/** Judges values as the backend will, with everything that is calculated calculated anew. */
export function judgeEntry(typed: EntryValues, facts: EntryFacts) {
  const { products, files, lowScore, today } = facts
  const product = offeredBy(typed, products)
  const template = product ? templateOf(product) : facts.template
  const values = deriveEntry(typed, product, today)
  return {
    ...validateEntry(template, values, product, { today, files, lowScore }),
    values,
    product,
    template,
  }
}

type Translate = ReturnType<typeof useIssueTexts>

function wantedOf(
  name: SectionName,
  values: EntryValues,
  { guards }: Template,
  lowScore: boolean,
  t: Translate,
): FormSection['wants'] {
  const wanted = isRepeated(name) ? wantedRows(name, values, guards, lowScore) : null
  return wanted
    ? { have: wanted.have, least: wanted.least, text: t(`record.wants.${wanted.message}`, wanted.params) }
    : undefined
}

/** Everything the page shows that follows from the values: quote, warnings, sections and how far they are. */
export function useEntryVerdict(values: EntryValues, facts: EntryFacts) {
  const { template: own, products, files, lowScore, today } = facts
  const translate = useIssueTexts()
  const before = useRef<object>(undefined)
  return useMemo(() => {
    const judged = judgeEntry(values, { template: own, products, files, lowScore, today })
    const { issues, product, template } = judged
    const asked = visibleMaterials(template, values)
    const warnings = issues.filter(({ level }) => level === 'warning')
    const verdict = {
      product,
      template,
      quote: product && quoteEntry(judged.values, product, today),
      errors: issueFields(issues, translate),
      /** Path of a field to its warning. */
      warnings: Object.fromEntries(warnings.map((issue) => [issue.path, issueText(issue, translate)])),
      /** Limits of the product that the figures break. */
      breaches: issues
        .filter(({ guard, path }) => (guard === 'G5' || guard === 'G8') && path.startsWith('financing.'))
        .map((issue) => issueText(issue, translate)),
      highDti: issues.some(({ key }) => key === 'rules.dtiHigh'),
      sections: visibleSections(template, values).map((code) => {
        const name = sectionName(code)
        return {
          code,
          name,
          done: !issues.some(({ level, sectionCode }) => level === 'error' && sectionCode === code),
          wants:
            code === 'S18'
              ? wantedFiles(asked, files, translate)
              : name === null
                ? undefined
                : wantedOf(name, values, template, lowScore, translate),
        }
      }),
      materials: asked,
    }
    // Everything that is as it was is the same object: only what follows from the key is drawn anew.
    const shared = replaceEqualDeep(before.current, verdict)
    before.current = shared
    return shared
  }, [values, own, products, files, lowScore, today, translate])
}
