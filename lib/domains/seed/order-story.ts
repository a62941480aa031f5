import { businessDate } from '../../rules/business-date.ts'
import { compareMoney } from '../../rules/money.ts'
import type { IntakeValues } from '../orders/rules/entry/intake.ts'
import { standardTemplate, templateOf } from '../orders/rules/entry/templates.ts'
import { largeRiskAmount } from '../orders/rules/order-permissions.ts'
import type { ProductTerms } from '../products/contract.ts'
import { entryOf, type SeededEntry } from './entry-form-values.ts'
import { drawOf } from './generator.ts'
import { handMade } from './hand-made.ts'
import { intakeOf } from './intake-values.ts'
import { pathTo, type Step } from './order-paths.ts'
import type { NumberedPlan } from './order-plans.ts'
import { enterpriseOf, type Person, personOf } from './people.ts'
import type { Pictures } from './pictures.ts'
import type { Place, Shop } from './places.ts'
import { type Happening, walk } from './timeline.ts'
import { dateOf, instantOf, workingMinute } from './working-time.ts'

/**
 * Everything that happened to an order of the demo: who worked on it, what they typed, when. Its rows follow from this.
 */

const draw = drawOf('order')

/** Everything that the orders of a demo have in common; plain data, so that threads can be given it. */
export type OrderSetting = {
  places: readonly Place[]
  /** Business date of the demo. */
  asOf: string
  pictures: Pictures
}

export type OrderStory = {
  plan: NumberedPlan
  asOf: string
  place: Place
  person: Person
  pictures: Pictures
  shop: Shop
  salesmanId: number
  clerk: number
  /** The product of the intake; the entry may have taken another. */
  wanted: ProductTerms
  intake: IntakeValues
  happenings: readonly Happening[]
  /** The entry as submitted. */
  entry: SeededEntry | null
  /** The entry as saved half-way. */
  saved: SeededEntry | null
}

/** A shop whose agreement held when the order began. */
function shopOf({ row, start }: NumberedPlan, { shops }: Place, asOf: string): Shop {
  const ended = shops.filter(({ agreementTo }) => agreementTo < asOf)
  const open = shops.filter(({ agreementTo }) => agreementTo >= dateOf(start))
  const [first] = open
  const { fromApproval, untouched } = handMade(row) ?? {}
  if (first && (fromApproval || untouched)) return first
  return draw.pick('shop', row, handMade(row)?.endedShop ? ended : open)
}

/** The first product of the place, which every customer knows, seven times of ten. */
function productOf({ row, term }: NumberedPlan, place: Place): ProductTerms {
  const { templateCode = standardTemplate.code, productCode } = handMade(row) ?? {}
  const products = place.products.filter(
    (one) => one.templateCode === templateCode && one.code === (productCode ?? one.code),
  )
  const annuity = products.filter(
    ({ repayMethod, terms }) => repayMethod === 'annuity' && terms.includes(term),
  )
  const others = products.filter(({ terms }) => terms.includes(term))
  if (templateCode !== standardTemplate.code || productCode) return draw.pick('product', row, products)
  return draw.pick('product', row, handMade(row)?.e1 || draw.chance('annuity', row, 70) ? annuity : others)
}

/** The time when each step happened: working minutes back from the last one; a settlement has its own day. */
function instantsOf(plan: NumberedPlan, steps: readonly Step[]): number[] {
  let moment = plan.start
  return steps.map((step) => {
    if (step.event === 'settle') return instantOf(workingMinute(plan.settledOn ?? dateOf(plan.end), 300), 0)
    moment += step.minutes
    return instantOf(moment, plan.row % 60)
  })
}

/** The customer of a plan. */
export function customerOf({ row, customerRow, attempt }: NumberedPlan): Person {
  const { name, enterprise } = handMade(row) ?? {}
  if (enterprise) return enterpriseOf(customerRow)
  return { ...personOf(customerRow, attempt), ...(name && { name }) }
}

export function storyOf(plan: NumberedPlan, { places, asOf, pictures }: OrderSetting): OrderStory {
  const place = places.find(({ tenant }) => tenant.id === plan.tenantId)
  if (!place) throw new Error(`tenant ${plan.tenantId} has no base rows`)
  const person = customerOf(plan)
  const { row, id, status, term, customerRow, funder, refusedForAge } = plan
  const made = handMade(row)
  const shop = shopOf(plan, place, asOf)
  const untouched = made?.untouched ?? false
  const byShop = !untouched && shop.sellers.length > 0 && draw.chance('byShop', row, 60)
  const clerk = (untouched && shop.clerks[0]) || draw.pick('clerk', row, shop.clerks)
  const salesmanId = shop.sellers.length > 0 ? draw.pick('seller', row, shop.sellers) : clerk
  const wanted = productOf(plan, place)
  const facts = {
    byShop,
    untouched,
    large: false,
    funder,
    refusedForAge,
    asksAgain: made?.asksAgain ?? false,
    signable: (made?.signable || made?.fromApproval) ?? false,
    insured: made?.insured !== undefined,
    funded: made?.funded ? (made.funded.was ?? ('ready' as const)) : null,
  }
  const steps = pathTo(status, row, facts)
  const instants = instantsOf(plan, steps)
  const intake = intakeOf({
    row,
    person,
    customerRow,
    shop,
    salesmanId,
    productId: wanted.id,
    term,
    since: plan.customerSince,
    unfinished: status === 'draft' && draw.chance('unfinished', row, 60),
    vehicleKinds: templateOf(wanted).limits.vehicleKinds,
    made,
  })
  const submittedAt = instants[steps.findLastIndex(({ event }) => event === 'submit_first')]
  const saved = status === 'wait_entry' && draw.chance('saved', row, 40)
  const today = submittedAt === undefined ? dateOf(plan.end) : businessDate(submittedAt)
  const full =
    submittedAt !== undefined || saved
      ? entryOf({
          row,
          serial: id,
          person,
          customerRow,
          place,
          shop,
          intake,
          product: wanted,
          term,
          today,
          made,
        })
      : null
  const large = full !== null && compareMoney(full.quote.financeAmount, largeRiskAmount) >= 0
  const actorOf = (by: Step['by']) => {
    if (by === 'shop_user') return salesmanId
    if (by === 'entry_clerk') return clerk
    return by === 'system' ? 0 : draw.pick(by, row, place.users[by])
  }
  const path = large ? pathTo(status, row, { ...facts, large }) : steps
  return {
    plan,
    asOf,
    place,
    person,
    pictures,
    shop,
    salesmanId,
    clerk,
    wanted,
    intake,
    happenings: walk(row, path, instants, actorOf),
    entry: saved ? null : full,
    saved: saved ? full : null,
  }
}
