import { businessDate } from '../../rules/business-date.ts'
import { dueDates, PAYMENT_TIMINGS, repayDay } from '../../rules/due-dates.ts'
import { oneOf } from '../../rules/input-error.ts'
import { capitalOrderNoOf } from '../capital/demo.ts'
import { bindingOf } from '../cards/demo.ts'
import { mainCodes } from '../contracts/rules/contract-kinds.ts'
import { interviewedAt } from '../interviews/demo.ts'
import { fixedDayOf } from '../orders/rules/entry/entry-quote.ts'
import type { EntryValues } from '../orders/rules/entry/entry-values.ts'
import { templateOf } from '../orders/rules/entry/templates.ts'
import { headlineOf } from '../orders/service/order-quote.ts'
import type { application } from '../orders/table.ts'
import type { ProductTerms } from '../products/contract.ts'
import { shiftDay } from './days.ts'
import { blank } from './entry-form-values.ts'
import { drawOf } from './generator.ts'
import { handMade } from './hand-made.ts'
import type { NumberedPlan } from './order-plans.ts'
import type { OrderStory } from './order-story.ts'
import { fundersFor } from './places.ts'
import { type Happening, orderColumns } from './timeline.ts'
import { dateOf, instantOf, workingMinute } from './working-time.ts'

const draw = drawOf('order')

/** A serial of numbers that end in six digits. */
export const sixDigits = (serial: number) => String(serial).padStart(6, '0')

/** Everything on the order that follows from its events and its entry. */
export function columnsOfOrder(story: OrderStory): Partial<typeof application.$inferInsert> {
  const { plan, place, asOf, happenings, entry, saved, clerk, intake } = story
  const events = orderColumns(happenings)
  const started = happenings[0]
  const creditAuthAt = intake.customer.creditAuth ? (started?.at ?? null) : null
  const known: Partial<typeof application.$inferInsert> = {
    applyCity: intake.shop.applyCity,
    appliedAmount: intake.intent.amount || null,
    term: intake.intent.term === '' ? null : Number(intake.intent.term),
    entryUserId: started?.by === 'entry_clerk' ? started.actorId : null,
    creditAuthAt,
  }
  if (saved) {
    const { values, product, quoted } = saved
    const half: EntryValues = { ...values, contacts: blank.contacts, insurance: [] }
    return {
      ...known,
      ...headlineOf(half, product, quoted),
      ...events,
      entryUserId: clerk,
      entryValues: half,
      rowVersion: happenings.length + 1,
    }
  }
  if (!entry) return { ...known, ...events }
  const { values, product, quoted } = entry
  const at = (event: Happening['event']) => happenings.findLast((one) => one.event === event)?.at
  const released = at('pay_ok')
  const contractAt = at('gen_contract')
  const signing = at('risk_pass')
  return {
    ...known,
    ...headlineOf(values, product, quoted),
    ...events,
    productId: product.id,
    productVersion: product.version,
    templateCode: product.templateCode,
    templateVersion: templateOf(product).version,

    bizMode: product.bizMode,
    appliedAmount: quoted.view.financeAmount,
    approvedAmount: signing ? quoted.view.financeAmount : null,
    quoteSnapshot: quoted.view,
    entryValues: values,
    vehicleId: plan.id,
    repayCardId: plan.id,
    priority: values.source.priority,
    remark: values.source.remark || null,
    capitalId: signing
      ? plan.funder
        ? funderOf(plan.row, fundersFor(place, product))
        : place.ownCapital
      : Number(values.funding.capitalId) || null,
    capitalOrderNo: capitalOrderNoOf(story),
    cardBoundAt: bindingOf({ plan, happenings }).boundAt,
    ...(contractAt && {
      contractNo: `${place.tenant.code.toUpperCase()}-${mainCodes[product.bizMode] ?? 'HZ'}-${businessDate(contractAt).slice(0, 4)}-${sixDigits(plan.id)}`,
      videoPassedAt: interviewedAt(story),
    }),
    ...(released && afterRelease(plan, asOf, product, fixedDayOf(values, product))),
  }
}

const funderOf = (row: number, funders: readonly number[]) =>
  (handMade(row)?.firstFunder && funders[0]) || draw.pick('funder', row, funders)

/** Dates of a loan, and of the tasks that follow a release as far as they are done. */
function afterRelease(
  { row, end }: NumberedPlan,
  asOf: string,
  { paymentTiming }: ProductTerms,
  fixedDay: number | undefined,
): Partial<typeof application.$inferInsert> {
  const valueDate = dateOf(end)
  const rule = fixedDay === undefined ? {} : { fixedDay }
  const done = (days: number) => {
    const date = shiftDay(valueDate, days)
    return date < asOf ? new Date(instantOf(workingMinute(date, 120), row % 60)).toISOString() : null
  }
  return {
    valueDate,
    repayDay: repayDay(valueDate, rule),
    firstDueDate: dueDates(valueDate, 1, oneOf('timing', paymentTiming, PAYMENT_TIMINGS), rule)[0] ?? null,
    mortgageOkAt: done(3 + draw.mod('mortgage', row, 11)),
    archivedAt: done(15 + draw.mod('archive', row, 15)),
  }
}
