'use client'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import { Notice } from '@/components/ui/notice'
import { showMoney, showPercent } from '@/components/ui/number-text'
import { Section } from '@/components/ui/section'
import { useVerbs } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { codeOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { type OfferView, type SettlementView, settlements } from '@/lib/domains/settlements/contract'
import {
  isPrepayment,
  type SettlementKind,
  settlementKinds,
  settlementLimits,
  usualKind,
} from '@/lib/domains/settlements/rules/settlement'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { addDays, daysBetween } from '@/lib/rules/business-date'
import { compareMoney } from '@/lib/rules/money'
import { parseMoney } from '@/lib/rules/money-text'
import { QuoteTable } from './quote-table'
import styles from './settlement.module.css'
import { createSettlement, quoteAgain, type Trial } from './settlement-verbs'

type Case = OutputOf<typeof settlements.get>
type Values = {
  kind: SettlementKind
  wantedDeposit: string
  waivedBreach: string
  waivedInterest: string
  amount: string
  way: 'reduce' | 'shorten'
}
const F = fieldsFor<Values>()
const kinds = codeOptions('settlements.kinds', settlementKinds)
const ways = codeOptions('settlements.ways', ['reduce', 'shorten'])

/** Everything that is typed as an amount; nothing, or what is none yet, asks for nothing. */
const amountOf = (text: string) => parseMoney(text) ?? '0.00'

function startOf({ loan }: { loan: NonNullable<Case['loan']> }, draft: SettlementView | undefined): Values {
  if (draft) return draft
  const none = { waivedBreach: '', waivedInterest: '', amount: '', way: 'reduce' } as const
  return { ...none, kind: usualKind(loan.compensated), wantedDeposit: loan.depositBalance }
}

/**
 * 试算: the quotes of two months are asked for at once, so that the day moves without waiting; what the figures come to
 * becomes an application.
 *
 * @param draft the application that gets a new quote; none makes a new one
 */
export function TrialPanel({
  today,
  loan,
  draft,
}: {
  today: string
  loan: NonNullable<Case['loan']>
  draft: SettlementView | undefined
}) {
  const t = useT()
  const id = useId()
  const form = useForm<Values>({ defaultValues: startOf({ loan }, draft) })
  const typed = useDeferredValue(useWatch({ control: form.control }) as Values)
  const first = draft && draft.quoteDate > today ? daysBetween(today, draft.quoteDate) : 0
  const [ahead, setAhead] = useState(Math.min(first, settlementLimits.aheadDays))
  const wish = {
    kind: typed.kind,
    way: typed.way,
    wantedDeposit: amountOf(typed.wantedDeposit),
    waivedBreach: amountOf(typed.waivedBreach),
    waivedInterest: amountOf(typed.waivedInterest),
    amount: amountOf(typed.amount),
  }
  const to = addDays(today, settlementLimits.aheadDays)
  const { data } = useQuery({
    ...q(settlements.trial, { loanId: loan.id, from: today, to, ...wish }),
    placeholderData: (before) => before,
  })
  const offer: OfferView | undefined = data?.days[ahead]
  const verbs = useVerbs({ createSettlement, quoteAgain })
  const trial: Trial = {
    ...wish,
    id: draft?.id ?? null,
    rowVersion: draft?.rowVersion ?? 0,
    loanId: loan.id,
    quoteDate: addDays(today, ahead),
    payable: offer ? showMoney(offer.payable) : '',
    reason: draft?.reason ?? '',
    note: draft?.note ?? '',
  }
  const isLower = isPrepayment(typed.kind)
  return (
    <Section
      title={t(draft ? 'settlements.trialAgain' : 'settlements.trial')}
      actions={offer && offer.refusal === null && <VerbButtons verbs={verbs.of(trial)} />}
    >
      <FormProvider {...form}>
        <FieldGrid>
          <F.Select name="kind" label={t('settlements.kind')} options={kinds} />
          {isLower ? (
            <>
              <F.Money name="amount" label={t('settlements.amount')} />
              <F.Radio name="way" label={t('settlements.way')} options={ways} />
            </>
          ) : (
            <>
              <F.Money
                name="wantedDeposit"
                label={t('settlements.depositOffset')}
                help={t('settlements.depositHelp', { balance: showMoney(loan.depositBalance) })}
              />
              <F.Money name="waivedBreach" label={t('settlements.waivedBreach')} />
              <F.Money name="waivedInterest" label={t('settlements.waivedInterest')} />
            </>
          )}
        </FieldGrid>
      </FormProvider>
      <div className={styles.slider}>
        <label htmlFor={id}>{t('settlements.quoteDay')}</label>
        <input
          id={id}
          type="range"
          min={0}
          max={settlementLimits.aheadDays}
          value={ahead}
          aria-valuetext={addDays(today, ahead)}
          onChange={({ target }) => setAhead(Number(target.value))}
        />
        <output htmlFor={id}>{addDays(today, ahead)}</output>
      </div>
      {offer?.refusal && <Notice tone="returned">{offer.refusal}</Notice>}
      {offer && (
        <QuoteTable
          quote={offer}
          isPrepayment={isLower}
          note={
            compareMoney(offer.fee, '0') > 0
              ? t('settlements.breachNote', {
                  rate: showPercent(offer.breachRate),
                  periods: offer.periodsPaid,
                })
              : undefined
          }
        />
      )}
      {offer?.plan && <NewPlan plan={offer.plan} />}
      {verbs.dialog}
    </Section>
  )
}

function NewPlan({ plan }: { plan: NonNullable<OfferView['plan']> }) {
  const t = useT()
  return (
    <p className={styles.plan}>
      {t('settlements.newPlan', {
        balance: showMoney(plan.balance),
        periods: plan.periods,
        instalment: showMoney(plan.instalment),
        interest: showMoney(plan.interest),
        before: showMoney(plan.interestBefore),
      })}
    </p>
  )
}
