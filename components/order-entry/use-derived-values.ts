'use client'
import { useEffect, useRef } from 'react'
import type { Path, UseFormReturn } from 'react-hook-form'
import { followInsured, insuredCustomer } from '@/lib/domains/orders/rules/entry/begin-entry'
import { carPriceOf, deriveEntry, downPaymentOf } from '@/lib/domains/orders/rules/entry/entry-quote'
import type { EntryValues } from '@/lib/domains/orders/rules/entry/entry-values'
import { templateOf } from '@/lib/domains/orders/rules/entry/templates'
import type { ProductTerms } from '@/lib/domains/products/contract'
import { ratio } from '@/lib/rules/money'
import { offeredBy } from './use-entry-verdict'

type EntryPath = Path<EntryValues>

/** Typed by people, unless there is nothing to pay down: what is derived of them comes from `followDownPayment`. */
const typed: readonly string[] = ['financing.downPayment', 'financing.downRatio']

/** Fields in which calculated values differ from those of the form, with their places. */
function differences(derived: unknown, own: unknown, path: string): [path: string, value: unknown][] {
  if (derived === own) return []
  if (typeof derived !== 'object' || derived === null) return [[path, derived]]
  const before = (own ?? {}) as Record<string, unknown>
  return Object.entries(derived).flatMap(([name, value]) =>
    differences(value, before[name], path === '' ? name : `${path}.${name}`),
  )
}

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
    const followDownPayment = (path: string | undefined) => {
      const values = form.getValues()
      const price = carPriceOf(values)
      const { downPayment, downRatio } = values.financing
      if (price === null || (path === 'financing.downPayment' ? downPayment : downRatio) === '') return
      if (path === 'financing.downPayment') set('financing.downRatio', shareOf(downPayment, price))
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
    const follow = (path: string | undefined) => {
      const isPrice = path === 'vehicle.netPrice' || path === 'appraisal.evalPrice' || path === 'vehicle.kind'
      if (path === 'customer.name' || path === 'customer.idNo') followCustomer()
      if (isPrice || (path && typed.includes(path))) followDownPayment(path)
      const values = form.getValues()
      const product = offeredBy(values, offered.current)
      const isPaidDown = !(product && templateOf(product).noFirstPayment)
      for (const [path, value] of differences(deriveEntry(values, product, today), values, ''))
        if (!(isPaidDown && typed.includes(path))) set(path as EntryPath, value as string)
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
