'use client'
import { useEffect, useRef } from 'react'
import type { Path, UseFormReturn } from 'react-hook-form'
import type { ProductTerms } from '@/lib/contracts/products'
import { ratio } from '@/lib/rules/money'
import { followInsured, insuredCustomer } from '@/lib/rules/order-entry/begin-entry'
import { carPriceOf, deriveEntry, downPaymentOf } from '@/lib/rules/order-entry/entry-quote'
import type { EntryValues } from '@/lib/rules/order-entry/entry-values'
import { productOf } from './use-entry-verdict'

type EntryPath = Path<EntryValues>

/** Calculated and never typed, or calculated for an ID card. */
const calculated = [
  'customer.gender',
  'customer.birthDate',
  'appraisal.useMonths',
  'financing.repayMethod',
  'financing.paymentTiming',
  'financing.annualRate',
  'financing.carPrice',
  'financing.addonAmount',
  'financing.financeAmount',
] as const satisfies readonly EntryPath[]

/** Share of the price, or nothing where there is no price yet. */
function shareOf(part: string, whole: string): string {
  try {
    return ratio(part, whole)
  } catch {
    return ''
  }
}

/**
 * Keeps the calculated fields of the form in step with what is typed. Of 首付金额 and 首付比例 the one that was typed
 * last stands and the other follows; a new price keeps the ratio. Whoever is insured as the customer stays the customer.
 */
export function useDerivedValues(
  form: UseFormReturn<EntryValues, unknown, EntryValues>,
  products: readonly ProductTerms[],
  today: string,
): void {
  const offered = useRef(products)
  offered.current = products

  useEffect(() => {
    const set = (path: EntryPath, value: string) => {
      if (form.getValues(path) !== value) form.setValue(path, value, { shouldDirty: true })
    }
    const followDownPayment = (typed: string | undefined) => {
      const values = form.getValues()
      const price = carPriceOf(values)
      const { downPayment, downRatio } = values.financing
      if (price === null || (typed === 'financing.downPayment' ? downPayment : downRatio) === '') return
      if (typed === 'financing.downPayment') set('financing.downRatio', shareOf(downPayment, price))
      else set('financing.downPayment', downPaymentOf(price, downRatio) ?? '')
    }
    let insured = insuredCustomer(form.getValues('customer'))
    const followCustomer = () => {
      const now = insuredCustomer(form.getValues('customer'))
      for (const [at, policy] of form.getValues('insurance').entries()) {
        const { insuredname, identifynumber } = followInsured(policy, insured, now)
        set(`insurance.${at}.insuredname`, insuredname)
        set(`insurance.${at}.identifynumber`, identifynumber)
      }
      insured = now
    }
    const follow = (typed: string | undefined) => {
      const isPrice =
        typed === 'vehicle.netPrice' || typed === 'appraisal.evalPrice' || typed === 'vehicle.kind'
      if (typed === 'customer.name' || typed === 'customer.idNo') followCustomer()
      if (isPrice || typed === 'financing.downPayment' || typed === 'financing.downRatio') {
        followDownPayment(typed)
      }
      const values = form.getValues()
      const derived = deriveEntry(values, productOf(values, offered.current), today)
      for (const path of calculated) {
        const [section, field] = path.split('.') as ['customer', 'gender']
        set(path, derived[section][field])
      }
    }
    let own = false
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // Our own changes come back here too, and need no second look.
        if (own) return
        own = true
        // Without a name the form was filled by us, with a customer of its own.
        if (name === undefined) insured = insuredCustomer(form.getValues('customer'))
        follow(name)
        own = false
      },
    })
    follow(undefined)
    return unsubscribe
  }, [form, today])
}
