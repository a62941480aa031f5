import { act, renderHook } from '@testing-library/react'
import type { Path, PathValue } from 'react-hook-form'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { beginEntry } from '@/lib/domains/orders/rules/entry/begin-entry'
import { deriveEntry, quoteEntry } from '@/lib/domains/orders/rules/entry/entry-quote'
import { type EntryValues, rowsOf, sectionsByName } from '@/lib/domains/orders/rules/entry/entry-values'
import type { Field, FieldValue } from '@/lib/domains/orders/rules/entry/field-spec'
import { sampleEntry, sampleProduct, sampleToday } from '@/lib/domains/orders/rules/entry/sample-entry'
import { sampleOf } from '@/lib/domains/orders/rules/entry/sample-templates'
import type { Row } from '@/lib/domains/orders/rules/entry/section'
import { sectionName } from '@/lib/domains/orders/rules/entry/template-engine'
import { templates } from '@/lib/domains/orders/rules/entry/templates'
import type { ProductTerms } from '@/lib/domains/products/contract'
import { useEntryValues } from './use-entry-values'
import { offeredBy } from './use-entry-verdict'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const facts = {
  today: sampleToday,
  capitalId: 3,
  guarantor: { name: '赵强', idNo: '110000198001011234', mobile: '12000000188' },
  plateNo: '京A00124',
}

/** Another value of the kind than the one that is there. */
function typed({ kind, initial }: Field, value: FieldValue | undefined): FieldValue {
  if (typeof initial === 'boolean') return !value
  if (Array.isArray(initial)) return ['110000', '110100']
  if (kind === 'rate') return '0.3500'
  if (kind === 'money') return value === '61000.00' ? '62000.00' : '61000.00'
  if (kind === 'integer' || kind === 'decimal') return value === '24' ? '12' : '24'
  if (kind === 'date') return '2024-02-29'
  return value === '2' ? '1' : '2'
}

test.each(templates.map((template) => [template.code, template] as const))(
  '%s: after a key in any field, what is shown and what is saved are of the same values',
  (_code, template) => {
    const product = {
      ...sampleProduct,
      templateCode: template.code,
      name: '示例产品',
      feeItems: sampleProduct.feeItems.map((item) => ({ ...item, name: item.code })),
    } as unknown as ProductTerms
    const begun = beginEntry(sampleOf(template, sampleEntry(), facts), product, sampleToday)
    const products = [product]
    const { result } = renderHook(
      () => {
        const form = useCheckedForm<EntryValues>(begun, () => ({}))
        return { form, values: useEntryValues(form, products, template, sampleToday) }
      },
      {
        wrapper: ({ children }) => (
          <TestPage>
            <ConfirmProvider>{children}</ConfirmProvider>
          </TestPage>
        ),
      },
    )
    const wrong: string[] = []
    const names = new Set(template.sections.flatMap(({ code }) => sectionName(code) ?? []))
    for (const name of names)
      for (const { path: row } of rowsOf(begun, name))
        for (const spec of sectionsByName[name].fields) {
          const state = sectionsByName[name].state(spec, rowAt(begun, row), template.fields[name])
          if (state.readOnly || spec.name === 'productId') continue
          const path = `${row}.${spec.name}` as Path<EntryValues>
          const { form } = result.current
          const before = form.getValues(path) as FieldValue
          for (const value of [typed(spec, before), before]) {
            act(() =>
              form.setValue(path, value as PathValue<EntryValues, Path<EntryValues>>, { shouldDirty: true }),
            )
            const saved = form.getValues()
            const bound = offeredBy(saved, products)
            const shown = bound && quoteEntry(result.current.values, bound, sampleToday)
            const made = bound && quoteEntry(deriveEntry(saved, bound, sampleToday), bound, sampleToday)
            if (
              JSON.stringify(result.current.values) !== JSON.stringify(saved) ||
              JSON.stringify(shown) !== JSON.stringify(made)
            )
              wrong.push(`${path} = ${value}`)
          }
        }
    expect(wrong).toEqual([])
  },
)

const rowAt = (values: EntryValues, path: string): Row =>
  path.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], values) as Row
