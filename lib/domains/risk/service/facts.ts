import { and, eq, gt, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { addMonths, age, daysBetween, isIsoDate } from '../../../rules/business-date.ts'
import { sum } from '../../../rules/money.ts'
import type { NumberType } from '../../blacklist/rules/blacklist.ts'
import { applicantNumbers, type ListedNumbers, listHits } from '../../blacklist/service/entries.ts'
import { differsFromRecord } from '../../customers/service/record-differences.ts'
import { bankCard, linkedPerson } from '../../customers/table.ts'
import type { QuoteView } from '../../orders/contract.ts'
import { applicantFacts, isEnterprise } from '../../orders/rules/entry/customer-identity.ts'
import type { EntryValues } from '../../orders/rules/entry/entry-values.ts'
import type { IntakeValues } from '../../orders/rules/entry/intake.ts'
import { deadStatuses } from '../../orders/rules/order-states.ts'
import type { Breach } from '../../orders/rules/quote-limits.ts'
import { entryOf, hasEntry, intakeOf } from '../../orders/service/form-values.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { productOf, quoteOrder, readQuote } from '../../orders/service/order-quote.ts'
import { application } from '../../orders/table.ts'
import { vehicle } from '../../vehicles/table.ts'
import { type Facts, type FactValue, notAsked, type SceneStage } from '../rules/risk-facts.ts'

/** The facts that a risk scene asks for (lib/domains/risk/rules/risk-facts.ts), of an order as it stands. */

export async function factsOf(order: Order, stage: SceneStage, call: Call): Promise<Facts> {
  const known = stage === 'pre' ? ofIntake(order, call) : await ofEntry(order, call)
  return {
    ...known.facts,
    ...(await ofLists(order, known.numbers, call)),
    ...(await ofHistory(order, call)),
    ...(stage === 'risk' && (await ofRelations(order, known.numbers, call))),
  }
}

type Known = { facts: Facts; numbers: ListedNumbers }

/** Everything that intake and entry both say of the customer. */
type Identity = { idType: string; idNo: string; idLongTerm: boolean; idValidTo: string; birthDate?: string }

function ofIdentity(customer: Identity, term: number, today: string): Facts {
  const born = applicantFacts(customer)?.birthDate ?? customer.birthDate
  const birthDate = born && isIsoDate(born) && born <= today ? born : null
  return {
    age: isEnterprise(customer) ? notAsked : birthDate && age(birthDate, today),
    ageAtEnd: isEnterprise(customer)
      ? notAsked
      : birthDate && term > 0
        ? age(birthDate, addMonths(today, term))
        : null,
    idDaysLeft:
      !customer.idLongTerm && isIsoDate(customer.idValidTo) ? daysBetween(today, customer.idValidTo) : null,
    term: term > 0 ? term : null,
  }
}

/** Everything that an intake says by itself. */
export function intakeFacts({ customer, intent }: IntakeValues, today: string): Facts {
  return {
    ...ofIdentity(customer, Number(intent.term) || 0, today),
    amount: intent.amount || null,
    vehicleKind: intent.vehicleKind ? [intent.vehicleKind] : [],
  }
}

type Quoted = Pick<
  NonNullable<QuoteView>,
  'term' | 'financeAmount' | 'carPrice' | 'dti' | 'ltv' | 'aprSimple' | 'downRatio' | 'monthlyPayment'
>

/** Everything that an entry and its quote say by themselves. */
export function entryFacts(
  { customer, employment, vehicle, appraisal }: EntryValues,
  quote: Quoted | null,
  breaches: readonly Breach[],
  today: string,
): Facts {
  const incomes = [employment.monthlyIncome, employment.otherIncome].filter((income) => income !== '')
  const used = vehicle.kind === 'used' && appraisal.useMonths !== ''
  // An enterprise is asked for no wage.
  const unknown = isEnterprise(customer) ? notAsked : null
  return {
    ...ofIdentity(customer, quote?.term ?? 0, today),
    monthlyIncome: incomes.length > 0 ? sum(incomes) : unknown,
    amount: quote?.financeAmount ?? null,
    vehicleKind: vehicle.kind ? [vehicle.kind] : [],
    carPrice: quote?.carPrice ?? null,
    carMonths: used ? Number(appraisal.useMonths) : null,
    dti: quote?.dti ?? unknown,
    ltv: quote?.ltv || null,
    aprSimple: quote?.aprSimple ?? null,
    downRatio: quote?.downRatio || null,
    monthlyPayment: quote?.monthlyPayment ?? null,
    breaches: breaches.map(({ code }) => code),
  }
}

function ofIntake(order: Order, { today }: Call): Known {
  const intake = intakeOf(order)
  return {
    facts: intakeFacts(intake, today),
    numbers: { ...applicantNumbers(order), address: [intake.customer.idAddress] },
  }
}

async function ofEntry(order: Order, call: Call): Promise<Known> {
  const values = entryOf(order)
  const quote = await readQuote(order, call)
  const product = await productOf(order, values, call)
  const breaches = quoteOrder(values, product, call.today)?.quote.breaches ?? []
  return {
    facts: entryFacts(values, quote, breaches, call.today),
    numbers: numbersOf(order),
  }
}

function numbersOf(order: Order): ListedNumbers {
  const { vehicle: car, bankCard: card, customer, residence } = entryOf(order)
  return {
    ...applicantNumbers(order),
    vin: [car.vin],
    plateNo: [car.plateNo],
    cardNo: [card.cardNo],
    address: [customer.idAddress, residence.liveAddress],
  }
}

const levels = ['黑', '灰', '白'] as const

/** The entries of the lists that an order meets, as its entry or, before that, its intake has the numbers. */
export const listHitsOf = async (order: Order, call: Call) =>
  listHits(hasEntry(order) ? numbersOf(order) : ofIntake(order, call).numbers, call.today)

async function ofLists(order: Order, numbers: ListedNumbers, call: Call): Promise<Facts> {
  const hits = await listHits(numbers, call.today)
  const on = (...types: NumberType[]): FactValue =>
    levels.filter((level) => hits.some((hit) => types.includes(hit.type) && hit.level === level))
  const count = (level: (typeof levels)[number]) => hits.filter((hit) => hit.level === level).length
  return {
    blackHits: count('黑'),
    greyHits: count('灰'),
    whiteHits: count('白'),
    listIdNo: on('idNo', 'uscc'),
    listMobile: on('mobile'),
    listVin: on('vin'),
    listPlateNo: on('plateNo'),
    listCardNo: on('cardNo'),
    listAddress: on('address'),
    sharedMobile: await customersWith(order, eq(application.mobile, order.mobile)),
  }
}

/** Customers, counted by their ID numbers, whom other orders of this kind belong to. */
async function customersWith(order: Order, same: SQL | undefined): Promise<number> {
  const [row] = await db()
    .select({ count: sql<number>`count(distinct ${application.idNo})::int` })
    .from(application)
    .where(and(same, ne(application.idNo, order.idNo)))
  return row?.count ?? 0
}

const refusalDays = 180

async function ofHistory(order: Order, { now }: Call): Promise<Facts> {
  const since = new Date(now.getTime() - refusalDays * 86_400_000).toISOString()
  const counted = (where: SQL | undefined) => sql<number>`(count(*) filter (where ${where}))::int`
  const [row] = await db()
    .select({
      refusals: counted(
        and(
          inArray(application.status, ['pre_rejected', 'risk_rejected']),
          gt(application.stageEnteredAt, since),
        ),
      ),
      liveOrders: counted(notInArray(application.status, [...deadStatuses, 'released'])),
      doneLoans: counted(inArray(application.status, ['released', 'settled'])),
    })
    .from(application)
    .where(and(eq(application.idNo, order.idNo), ne(application.id, order.id)))
  return { ...row, returns: order.returnCount, differs: await differsFromRecord(order) }
}

async function ofRelations(order: Order, numbers: ListedNumbers, call: Call): Promise<Facts> {
  const vin = numbers.vin?.[0]
  const cardNo = numbers.cardNo?.[0]
  const persons = await db()
    .select({ idNo: linkedPerson.idNo, mobile: linkedPerson.mobile })
    .from(linkedPerson)
    .where(eq(linkedPerson.applicationId, order.id))
  const idNos = persons.flatMap(({ idNo }) => (idNo ? [idNo] : []))
  const mobiles = persons.map(({ mobile }) => mobile)
  const hits = await listHits({ idNo: idNos, mobile: mobiles }, call.today)
  return {
    linkedHits: hits.filter(({ level }) => level !== '白').length,
    linkedOrders: persons.length === 0 ? 0 : await ordersOf(order, idNos, mobiles),
    sharedVin: vin ? await customersWith(order, ofVin(vin)) : 0,
    sharedCard: cardNo ? await ownersOf(order, cardNo) : 0,
  }
}

const ofVin = (vin: string) =>
  inArray(application.vehicleId, db().select({ id: vehicle.id }).from(vehicle).where(eq(vehicle.vin, vin)))

/** Orders under way or lent of persons who stand behind this one. */
async function ordersOf(order: Order, idNos: string[], mobiles: string[]): Promise<number> {
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(application)
    .where(
      and(
        or(
          idNos.length > 0 ? inArray(application.idNo, idNos) : undefined,
          inArray(application.mobile, mobiles),
        ),
        ne(application.id, order.id),
        ne(application.idNo, order.idNo),
        notInArray(application.status, [...deadStatuses]),
      ),
    )
  return row?.count ?? 0
}

/** Other customers whose card it is too. */
async function ownersOf(order: Order, cardNo: string): Promise<number> {
  const [row] = await db()
    .select({ count: sql<number>`count(distinct ${bankCard.ownerId})::int` })
    .from(bankCard)
    .where(
      and(
        eq(bankCard.cardNo, cardNo),
        eq(bankCard.ownerType, 'customer'),
        ne(bankCard.ownerId, order.customerId),
      ),
    )
  return row?.count ?? 0
}
