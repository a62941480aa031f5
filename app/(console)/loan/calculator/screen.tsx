'use client'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import tables from '@/components/loan/loan-page.module.css'
import { ActionButton } from '@/components/ui/action-button'
import { ScrollArea } from '@/components/ui/scroll-area'
import { Section } from '@/components/ui/section'
import { MoneyText, noValue } from '@/components/ui/texts'
import { dictionaryOptions } from '@/lib/client/options'
import { type Offer, offerOf } from '@/lib/domains/loans/rules/offer'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { businessDate } from '@/lib/rules/business-date'
import type { PaymentTiming } from '@/lib/rules/due-dates'
import { InputError } from '@/lib/rules/input-error'
import { minus } from '@/lib/rules/money'
import { formatPercent } from '@/lib/rules/money-text'
import type { RepayMethod } from '@/lib/rules/schedule'
import styles from './calculator.module.css'

const blank = (today: string) => ({
  principal: '100000.00',
  repayMethod: 'annuity',
  term: '36',
  rate: '0.0720',
  valueDate: today,
  paymentTiming: 'arrears',
  fixedDay: '',
  balloonAmount: '',
  feesAtStart: '',
  instalmentFee: '',
})
type Values = ReturnType<typeof blank>
const F = fieldsFor<Values>()

type Found = { offer: Offer } | { wrong: string }

/** The offer of what is typed, or the name of what is wrong in it. */
function offerOfValues(values: Values): Found {
  const { fixedDay, balloonAmount, feesAtStart, instalmentFee, repayMethod, paymentTiming, ...rest } = values
  try {
    return {
      offer: offerOf({
        ...rest,
        term: Number(rest.term),
        repayMethod: repayMethod as RepayMethod,
        paymentTiming: paymentTiming as PaymentTiming,
        ...(fixedDay !== '' && { fixedDay: Number(fixedDay) }),
        ...(balloonAmount !== '' && { balloonAmount }),
        feesAtStart: feesAtStart || '0.00',
        instalmentFee: instalmentFee || '0.00',
      }),
    }
  } catch (error) {
    if (error instanceof InputError) return { wrong: error.field }
    throw error
  }
}

/** 贷款计算器: a plan by any method, what it costs a year, and two offers side by side; the browser prints it. */
export function CalculatorScreen() {
  const t = useT()
  const [isCompared, setCompared] = useState(false)
  const today = businessDate(new Date())
  const first = useForm<Values>({ defaultValues: blank(today) })
  const second = useForm<Values>({ defaultValues: blank(today) })
  const found = offerOfValues(useWatch({ control: first.control }) as Values)
  const other = offerOfValues(useWatch({ control: second.control }) as Values)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{t('routes.calculator')}</h1>
        <ActionButton onClick={() => setCompared((was) => !was)}>
          {t(isCompared ? 'loans.offer.single' : 'loans.offer.compare')}
        </ActionButton>
        <ActionButton onClick={() => window.print()}>{t('loans.offer.print')}</ActionButton>
      </header>
      <div className={styles.offers} data-compared={isCompared || undefined}>
        <FormProvider {...first}>
          <OfferForm title={t(isCompared ? 'loans.offer.first' : 'loans.offer.title')} found={found} />
        </FormProvider>
        {isCompared && (
          <FormProvider {...second}>
            <OfferForm title={t('loans.offer.second')} found={other} />
          </FormProvider>
        )}
      </div>
      {isCompared && 'offer' in found && 'offer' in other && (
        <Comparison first={found.offer} second={other.offer} />
      )}
    </div>
  )
}

const repayMethods = dictionaryOptions('repay_method')
const timings = dictionaryOptions('payment_timing')

function OfferForm({ title, found }: { title: string; found: Found }) {
  const t = useT()
  const method = useWatch<Values>({ name: 'repayMethod' })
  return (
    <Section title={title}>
      <FieldGrid>
        <F.Money name="principal" label={t('loans.offer.principal')} required />
        <F.Select name="repayMethod" label={t('loans.repayMethod')} options={repayMethods} required />
        <F.Digits name="term" label={t('columns.term')} required />
        <F.Rate
          name="rate"
          label={t(method === 'flat' ? 'loans.flatRateMonth' : 'loans.annualRate')}
          required
        />
        <F.Date name="valueDate" label={t('loans.valueDate')} required />
        <F.Select name="paymentTiming" label={t('loans.offer.paymentTiming')} options={timings} required />
        <F.Digits name="fixedDay" label={t('loans.offer.fixedDay')} />
        {method === 'balloon' && (
          <F.Money name="balloonAmount" label={t('loans.offer.balloonAmount')} required />
        )}
        <F.Money name="feesAtStart" label={t('loans.offer.feesAtStart')} />
        <F.Money name="instalmentFee" label={t('loans.offer.instalmentFee')} />
      </FieldGrid>
      {'offer' in found ? (
        <OfferResult title={title} offer={found.offer} />
      ) : (
        <p role="alert">{t('loans.offer.wrong', { field: nameOf(t, found.wrong) })}</p>
      )}
    </Section>
  )
}

const named: Readonly<Record<string, MessageKey>> = {
  principal: 'loans.offer.principal',
  term: 'columns.term',
  annualRate: 'loans.annualRate',
  flatRateMonth: 'loans.flatRateMonth',
  valueDate: 'loans.valueDate',
  paymentTiming: 'loans.offer.paymentTiming',
  fixedDay: 'loans.offer.fixedDay',
  balloonAmount: 'loans.offer.balloonAmount',
  feesAtStart: 'loans.offer.feesAtStart',
  instalmentFees: 'loans.offer.instalmentFee',
}
const nameOf = (t: ReturnType<typeof useT>, field: string): string => {
  const key = named[field]
  return key ? t(key) : field
}

const amountsOf = ({ schedule, fees, total }: Offer) =>
  [
    ['instalment', schedule.instalment],
    ['interest', schedule.totals.interest],
    ['fees', fees],
    ['total', total],
  ] as const
const ratesOf = ({ simple, compound, byDates }: Offer) =>
  [
    ['simple', simple],
    ['compound', compound],
    ['byDates', byDates],
  ] as const
const rateText = (rate: string | null) => (rate === null ? noValue : formatPercent(rate))

function OfferResult({ title, offer }: { title: string; offer: Offer }) {
  const t = useT()
  const { rows, totals } = offer.schedule
  const label = t('loans.offer.planOf', { title })
  return (
    <>
      <dl className={styles.figures}>
        {amountsOf(offer).map(([name, amount]) => (
          <div key={name}>
            <dt>{t(`loans.offer.${name}`)}</dt>
            <dd>
              <MoneyText value={amount} />
            </dd>
          </div>
        ))}
        {ratesOf(offer).map(([name, rate]) => (
          <div key={name}>
            <dt>{t(`loans.offer.${name}`)}</dt>
            <dd>{rateText(rate)}</dd>
          </div>
        ))}
      </dl>
      <ScrollArea label={label}>
        <table className={tables.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('loans.plan.periodNo')}</th>
              <th scope="col">{t('loans.plan.dueDate')}</th>
              {(['principalDue', 'interestDue', 'amountDue', 'balance'] as const).map((name) => (
                <th key={name} scope="col" className={tables.number}>
                  {t(`loans.plan.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ periodNo, kind, dueDate, principal, interest, amount, balanceAfter }) => (
              <tr key={`${periodNo} ${kind}`}>
                <td>
                  {periodNo}
                  {kind !== 'rent' && ` ${t(`loans.kinds.${kind}`)}`}
                </td>
                <td>{dueDate}</td>
                {[principal, interest, amount, balanceAfter].map((money, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                  <td key={at} className={tables.number}>
                    <MoneyText value={money} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('loans.plan.total')}
              </th>
              {[totals.principal, totals.interest, totals.amount].map((money, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                <td key={at} className={tables.number}>
                  <MoneyText value={money} />
                </td>
              ))}
              <td />
            </tr>
          </tfoot>
        </table>
      </ScrollArea>
    </>
  )
}

function Comparison({ first, second }: { first: Offer; second: Offer }) {
  const t = useT()
  const others = new Map(amountsOf(second))
  const otherRates = new Map(ratesOf(second))
  return (
    <Section title={t('loans.offer.comparison')}>
      <table className={tables.table} aria-label={t('loans.offer.comparison')}>
        <thead>
          <tr>
            <th scope="col">{t('loans.figure')}</th>
            {(['first', 'second', 'more'] as const).map((name) => (
              <th key={name} scope="col" className={tables.number}>
                {t(`loans.offer.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {amountsOf(first).map(([name, amount]) => (
            <tr key={name}>
              <td>{t(`loans.offer.${name}`)}</td>
              <td className={tables.number}>
                <MoneyText value={amount} />
              </td>
              <td className={tables.number}>
                <MoneyText value={others.get(name)} />
              </td>
              <td className={tables.number}>
                <MoneyText value={minus(others.get(name) ?? '0.00', amount)} />
              </td>
            </tr>
          ))}
          {ratesOf(first).map(([name, rate]) => (
            <tr key={name}>
              <td>{t(`loans.offer.${name}`)}</td>
              <td className={tables.number}>{rateText(rate)}</td>
              <td className={tables.number}>{rateText(otherRates.get(name) ?? null)}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
