'use client'
import { MoneyText } from '@/components/ui/texts'
import { labelKey } from '@/lib/domains/orders/rules/entry/entry-labels'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { maskOfField } from '@/lib/rules/mask'
import styles from './entered-facts.module.css'
import { PathValue } from './form-path'
import { SensitiveText } from './sensitive-text'

/** Kinds of figures that say nothing without their unit. */
const units: Readonly<Record<string, 'money' | 'terms'>> = {
  carPrice: 'money',
  downPayment: 'money',
  financeAmount: 'money',
  monthlyPayment: 'money',
  monthlyIncome: 'money',
  term: 'terms',
}

/** Everything that the order says to a question, each with its name and unit, to be held against the answer. */
export function EnteredFacts({
  paths,
  values,
}: {
  /** `section.field` of the entry, or `quote.monthlyPayment`. */
  paths: readonly string[]
  values: Readonly<Record<string, unknown>>
}) {
  const t = useT()
  const found = paths.flatMap((path) => {
    const [section = '', name = ''] = path.split('.')
    const row = values[section]
    const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
    return value ? [{ path, name, value }] : []
  })
  if (found.length === 0) return null
  return (
    <span className={styles.entered}>
      {t('details.entered')}{' '}
      {found.map(({ path, name, value }) => {
        const key = path.startsWith('quote.') ? `columns.${name}` : labelKey(path)
        const label = t(key as MessageKey)
        return (
          <span key={path}>
            {label}{' '}
            <strong>
              {typeof value === 'string' && maskOfField(name) ? (
                <SensitiveText masked={value} label={label} field={`entry.${path}`} />
              ) : units[name] === 'terms' ? (
                t('details.terms', { count: String(value) })
              ) : units[name] === 'money' ? (
                <>
                  <MoneyText value={String(value)} /> {t('form.yuan')}
                </>
              ) : (
                <PathValue path={path} value={value} />
              )}
            </strong>
          </span>
        )
      })}
    </span>
  )
}
