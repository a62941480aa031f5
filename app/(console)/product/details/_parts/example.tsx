'use client'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import { QuotePanel } from '@/components/order-entry/quote-panel'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Section } from '@/components/ui/section'
import { listOptions } from '@/lib/client/options'
import { breachMessages } from '@/lib/domains/orders/rules/entry/breach-messages'
import { quoteLines } from '@/lib/domains/orders/rules/entry/quote-lines'
import type { ProductValues } from '@/lib/domains/products/rules/product'
import {
  type Example as ExampleValues,
  offeredTerms,
  offerQuote,
} from '@/lib/domains/products/rules/product-offer'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { r2, times } from '@/lib/rules/money'
import { formatMoney, formatPercent } from '@/lib/rules/money-text'
import styles from './product.module.css'
import type { Choices } from './product-fields'

const ScheduleDialog = lazyPart(() => import('@/components/order-entry/schedule-dialog'))

type Typed = { carPrice: string; downRatio: string; term: string; balloonAmount: string; valueDate: string }
const F = fieldsFor<Typed>()

/** The cost of an order with the terms as they stand, calculated by the rules that orders are calculated with. */
export function Example({ values, choices }: { values: ProductValues; choices: Choices }) {
  const t = useT()
  const form = useForm<Typed>({
    defaultValues: {
      carPrice: '120000.00',
      downRatio: values.downRatioMin,
      term: values.rates.at(-1)?.term ?? '',
      balloonAmount: '',
      valueDate: choices.today,
    },
  })
  const typed = useWatch({ control: form.control }) as Typed
  const [planShown, setPlanShown] = useState(false)
  const isBalloon = values.repayMethod === 'balloon'
  const terms = values.rates.map(({ term }) => term).filter((term) => term !== '')
  const example: ExampleValues = {
    ...typed,
    term: terms.includes(typed.term) ? typed.term : (terms[0] ?? ''),
    balloonAmount: typed.balloonAmount || balloonOf(values, typed.carPrice),
  }
  const result = offerQuote(values, choices.fees, example)
  const product = offeredTerms(values, choices.fees)
  const facts = {
    financing: { carPrice: typed.carPrice, term: example.term },
    employment: { monthlyDebt: '', monthlyIncome: '', otherIncome: '' },
    fees: [],
    addons: [],
  }
  const warnings = result.ok
    ? result.quote.breaches.map(({ code, limit }) => {
        const [, name, unit] = breachMessages[code]
        return t(`rules.${name}` as MessageKey, {
          limit: unit === 'money' ? formatMoney(limit) : formatPercent(limit),
        })
      })
    : []
  return (
    <Section title={t('product.example')}>
      <p className={styles.note}>{t('product.exampleNote')}</p>
      <FormProvider {...form}>
        <FieldGrid>
          <F.Money name="carPrice" label={t('product.carPrice')} />
          <F.Rate name="downRatio" label={t('product.downRatio')} />
          <F.Select
            name="term"
            label={t('product.term')}
            options={listOptions(terms.map((term) => ({ value: term, label: term })))}
          />
          {isBalloon && (
            <F.Money
              name="balloonAmount"
              label={t('product.balloonAmount')}
              help={t('product.balloonDefault')}
            />
          )}
          <F.Date name="valueDate" label={t('product.valueDate')} />
        </FieldGrid>
      </FormProvider>
      <div className={styles.quote}>
        <QuotePanel
          result={result}
          warnings={warnings}
          linesOf={(quote) => quoteLines(quote, facts, product)}
          feeName={(code) => choices.fees.find((fee) => fee.code === code)?.name ?? code}
        />
      </div>
      {result.ok && (
        <ActionButton onClick={() => setPlanShown(true)} aria-haspopup="dialog">
          {t('product.showPlan')}
        </ActionButton>
      )}
      {planShown && result.ok && <ScheduleDialog quote={result.quote} onClose={() => setPlanShown(false)} />}
    </Section>
  )
}

/** The highest balloon that the product allows, while nobody types one. */
function balloonOf({ balloonRatioMax }: ProductValues, carPrice: string): string | undefined {
  try {
    return r2(times(carPrice, balloonRatioMax))
  } catch {
    return undefined
  }
}
