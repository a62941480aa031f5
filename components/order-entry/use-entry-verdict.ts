'use client'
import { useMemo } from 'react'
import type { FormSection } from '@/components/form/long-form'
import type { ProductTerms } from '@/lib/contracts/products'
import { issueFields, issueText } from '@/lib/rules/order-entry/entry-issue'
import { deriveEntry, quoteEntry } from '@/lib/rules/order-entry/entry-quote'
import { type EntryValues, isRepeated, type SectionName } from '@/lib/rules/order-entry/entry-values'
import type { FileCounts } from '@/lib/rules/order-entry/materials'
import type { Template } from '@/lib/rules/order-entry/template'
import { sectionName, visibleMaterials, visibleSections } from '@/lib/rules/order-entry/template-engine'
import { validateEntry } from '@/lib/rules/order-entry/validate-entry'
import { wantedRows } from '@/lib/rules/order-entry/wanted-rows'
import { useIssueTexts } from './use-issue-texts'
import { wantedFiles } from './wanted-files'

type Facts = { template: Template; products: readonly ProductTerms[]; files: FileCounts; today: string }

/** The product that the values name, when it is on offer. */
export function productOf(values: EntryValues, products: readonly ProductTerms[]): ProductTerms | null {
  return products.find(({ id }) => String(id) === values.financing.productId) ?? null
}

/** Judges values as the backend will, with everything that is calculated calculated anew. */
export function judgeEntry(values: EntryValues, { template, products, files, today }: Facts) {
  const product = productOf(values, products)
  return validateEntry(template, deriveEntry(values, product, today), product, { today, files })
}

type Translate = ReturnType<typeof useIssueTexts>

function wantedOf(
  name: SectionName,
  values: EntryValues,
  { guards }: Template,
  t: Translate,
): FormSection['wants'] {
  const wanted = isRepeated(name) ? wantedRows(name, values, guards) : null
  return wanted
    ? { have: wanted.have, least: wanted.least, text: t(`record.wants.${wanted.message}`, wanted.params) }
    : undefined
}

/** Everything the page shows that follows from the values: quote, warnings, sections and how far they are. */
export function useEntryVerdict(values: EntryValues, { template, products, files, today }: Facts) {
  const translate = useIssueTexts()
  return useMemo(() => {
    const product = productOf(values, products)
    const { issues } = judgeEntry(values, { template, products, files, today })
    const asked = visibleMaterials(template, values)
    const warnings = issues.filter(({ level }) => level === 'warning')
    return {
      quote: product && quoteEntry(values, product, today),
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
            name === null
              ? wantedFiles(asked, files, translate)
              : wantedOf(name, values, template, translate),
        }
      }),
      materials: asked,
    }
  }, [values, template, products, files, today, translate])
}
