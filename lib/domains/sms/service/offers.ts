import { and, asc, eq, gte, ne } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { MessageKey } from '../../../i18n/translator.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { shop } from '../../channels/table.ts'
import { contractEffects } from '../../contract-effects.ts'
import { tenant } from '../../identity/table.ts'
import { loanAccount, repayPlan } from '../../loans/table.ts'
import type { EntryValues } from '../../orders/rules/entry/entry-values.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { approvedOf } from '../../orders/service/signed-terms.ts'
import type { SmsRecipient } from '../contract.ts'
import { type ChosenKind, chosenKinds, fitsStage, type SmsParty } from '../rules/sms.ts'

/**
 * Everything that can be said to whom of an order: decided here for the dialog that shows it and for the call that
 * sends it.
 */

export type Person = { key: string; role: SmsParty; name: string; mobile: string }
type Params = Readonly<Record<string, string>>
type Offer = SmsRecipient['offers'][number] & { obstacle: MessageKey | null; params: Params }
export type Recipient = Person & { offers: Offer[] }

/** Whoever signs: the customer, who leases with him and who guarantees; nobody else of the order. */
export function peopleOf({ customer, coLessees, guarantors }: EntryValues): Person[] {
  const all: Person[] = [
    { key: 'customer', role: '承租人', name: customer.name, mobile: customer.mobile },
    ...coLessees.map(({ name, mobile }, at) => ({
      key: `coLessees.${at}`,
      role: '共同承租人' as const,
      name,
      mobile,
    })),
    ...guarantors.map(({ name, mobile }, at) => ({
      key: `guarantors.${at}`,
      role: '保证人' as const,
      name,
      mobile,
    })),
  ]
  return all.filter(({ mobile }) => mobile !== '')
}

export async function offersOf(order: Order, call: Call): Promise<Recipient[]> {
  const facts = await factsOf(order, call)
  return peopleOf(entryOf(order)).map((person) => ({
    ...person,
    offers: chosenKinds.map((kind) => offerOf(kind, person, order, facts)),
  }))
}

function offerOf(kind: ChosenKind, person: Person, order: Order, facts: Facts): Offer {
  const { obstacle = null, ...values } = fitsStage(kind, order.status)
    ? says[kind](person, facts)
    : { obstacle: 'sms.wrongStage' as const }
  const params = { company: facts.company, name: person.name, ...values }
  return { kind, obstacle, params, text: say(`sms.texts.${kind}`, params) }
}

type Facts = Awaited<ReturnType<typeof factsOf>>
type Says = Params & { obstacle?: MessageKey }

/** The values of each text, or why it has none. What the sender still chooses stands there by its name. */
const says: Readonly<Record<ChosenKind, (person: Person, facts: Facts) => Says>> = {
  sign_reminder({ name, mobile }, { unsigned }) {
    const own = unsigned.filter((signer) => signer.name === name && signer.mobile === mobile)
    const ends = own.map(({ expireAt }) => expireAt).sort()
    if (!ends[0]) return { obstacle: 'sms.nothingToSign' } as Says
    return { count: String(own.length), date: chineseDay(businessDate(ends[0])) }
  },
  interview: (_person, { place }) => ({ place, date: '{date}', time: '{time}' }),
  approved({ key }, { approved }) {
    if (key !== 'customer') return { obstacle: 'sms.customerOnly' } as Says
    if (!approved) return { obstacle: 'sms.notApproved' } as Says
    return { amount: formatMoney(approved.financeAmount), term: String(approved.term) }
  },
  repay_reminder({ key }, { due }) {
    if (key !== 'customer') return { obstacle: 'sms.customerOnly' } as Says
    if (!due) return { obstacle: 'sms.nothingDue' } as Says
    return { amount: formatMoney(due.amount), date: chineseDay(due.dueDate) }
  },
}

/** 2026-12-05 as 12月5日. */
export const chineseDay = (date: string): string => `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`

async function factsOf(order: Order, call: Call) {
  const [owner] = await db().select({ name: tenant.name }).from(tenant).where(eq(tenant.id, order.tenantId))
  const [place] = await db().select({ name: shop.name }).from(shop).where(eq(shop.id, order.shopId))
  const approved = await approvedOf(order, call)
  return {
    company: owner?.name ?? '',
    place: place?.name ?? '',
    approved: order.approvedAmount === null ? null : approved,
    unsigned: await contractEffects.unsignedOf(order.id),
    due: await nextDue(order, call),
  }
}

/** The next instalment of a released order, by the plan of its loan. */
async function nextDue({ id }: Order, { today }: Call) {
  const [row] = await db()
    .select({ dueDate: repayPlan.dueDate, amount: repayPlan.amount })
    .from(repayPlan)
    .innerJoin(loanAccount, eq(loanAccount.id, repayPlan.loanId))
    .where(and(eq(loanAccount.orderId, id), ne(loanAccount.status, '已撤销'), gte(repayPlan.dueDate, today)))
    .orderBy(asc(repayPlan.dueDate), asc(repayPlan.id))
    .limit(1)
  return row
}
