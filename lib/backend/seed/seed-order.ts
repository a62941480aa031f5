import type { ProductTerms } from '../../contracts/products.ts'
import { addDays, age, businessDate, daysBetween } from '../../rules/business-date.ts'
import { dueDates, repayDay } from '../../rules/due-dates.ts'
import { compareMoney } from '../../rules/money.ts'
import { type EntryValues, emptyEntry } from '../../rules/order-entry/entry-values.ts'
import { entryFromIntake, type IntakeValues } from '../../rules/order-entry/intake.ts'
import { standardTemplate, visibleMaterials } from '../../rules/order-entry/template.ts'
import { largeRiskAmount } from '../../rules/order-permissions.ts'
import { headlineOf } from '../applications/order-quote.ts'
import { decideScene } from '../applications/pre-check.ts'
import { application } from '../db/schema/applications.ts'
import { customer } from '../db/schema/customers.ts'
import { reviewLog, reviewTask, riskDecision } from '../db/schema/reviews.ts'
import type { BulkCopy } from './bulk-copy.ts'
import { entryOf, type SeededEntry } from './entry-form-values.ts'
import { addEntryRows, columnsOf, customerColumns, type Written } from './entry-rows.ts'
import { drawOf } from './generator.ts'
import { handMade } from './hand-made.ts'
import { intakeOf } from './intake-values.ts'
import { addMaterials, type Picture } from './material-rows.ts'
import { pathTo, type Step } from './order-paths.ts'
import type { NumberedPlan } from './order-plans.ts'
import type { Person } from './people.ts'
import type { Place, Shop } from './places.ts'
import { searchKeysOf } from './search-keys.ts'
import { type Happening, logRows, orderColumns, taskRows, walk } from './timeline.ts'
import { dateOf, instantOf, workingMinute } from './working-time.ts'

/** All rows of one order of the demo, consistent with each other and with what the backend's own moves would leave. */

const draw = drawOf('order')

export type OrderSubject = {
  plan: NumberedPlan
  place: Place
  person: Person
  /** Business date of the demo. */
  asOf: string
  pictureOf: (materialType: string) => Picture
}

/** A shop whose agreement held when the order began. */
function shopOf({ row, start }: NumberedPlan, { shops }: Place, asOf: string): Shop {
  const ended = shops.filter(({ agreementTo }) => agreementTo < asOf)
  const open = shops.filter(({ agreementTo }) => agreementTo >= dateOf(start))
  return draw.pick('shop', row, handMade(row)?.endedShop ? ended : open)
}

/** The first product of the place, which every customer knows, seven times of ten. */
function productOf({ row, term }: NumberedPlan, { products }: Place): ProductTerms {
  const annuity = products.filter(
    ({ repayMethod, terms }) => repayMethod === 'annuity' && terms.includes(term),
  )
  const others = products.filter(({ terms }) => terms.includes(term))
  return draw.pick('product', row, handMade(row)?.e1 || draw.chance('annuity', row, 70) ? annuity : others)
}

/** When each step happened: working minutes back from the last one; a settlement has its own day. */
function instantsOf(plan: NumberedPlan, steps: readonly Step[]): number[] {
  let moment = plan.start
  return steps.map((step) => {
    if (step.event === 'settle') return instantOf(workingMinute(plan.settledOn ?? dateOf(plan.end), 300), 0)
    moment += step.minutes
    return instantOf(moment, plan.row % 60)
  })
}

export function addOrder(bulk: BulkCopy, subject: OrderSubject): void {
  const { plan, place, person, asOf } = subject
  const { row, id } = plan
  const made = handMade(row)
  const shop = shopOf(plan, place, asOf)
  const byShop = shop.sellers.length > 0 && draw.chance('byShop', row, 60)
  const clerk = draw.pick('clerk', row, shop.clerks)
  const salesmanId = shop.sellers.length > 0 ? draw.pick('seller', row, shop.sellers) : clerk
  const wanted = productOf(plan, place)
  const facts = { byShop, large: false, funder: plan.funder, refusedForAge: plan.refusedForAge }
  const steps = pathTo(plan.status, row, facts)
  const instants = instantsOf(plan, steps)
  const intake = intakeOf({
    row,
    person,
    customerRow: plan.customerRow,
    shop,
    salesmanId,
    productId: wanted.id,
    term: plan.term,
    since: plan.customerSince,
    unfinished: plan.status === 'draft' && draw.chance('unfinished', row, 60),
    made,
  })
  const submittedAt = instants[steps.findLastIndex(({ event }) => event === 'submit_first')]
  const saved = plan.status === 'wait_entry' && draw.chance('saved', row, 40)
  const full =
    submittedAt !== undefined || saved
      ? entryOf({
          row,
          serial: id,
          person,
          customerRow: plan.customerRow,
          place,
          shop,
          intake,
          product: wanted,
          term: plan.term,
          today: submittedAt === undefined ? dateOf(plan.end) : businessDate(submittedAt),
          made,
        })
      : null
  const large = full !== null && compareMoney(full.quote.financeAmount, largeRiskAmount) > 0
  const happenings = walk(
    row,
    large ? pathTo(plan.status, row, { ...facts, large }) : steps,
    instants,
    (by) =>
      by === 'shop_user'
        ? salesmanId
        : by === 'entry_clerk'
          ? clerk
          : by === 'system'
            ? 0
            : draw.pick(by, row, place.users[by]),
  )
  addRows(bulk, {
    ...subject,
    shop,
    salesmanId,
    clerk,
    wanted,
    intake,
    happenings,
    entry: saved ? null : full,
    saved: saved ? full : null,
  })
}

type Told = OrderSubject & {
  shop: Shop
  salesmanId: number
  clerk: number
  wanted: ProductTerms
  intake: IntakeValues
  happenings: readonly Happening[]
  /** The entry as submitted. */
  entry: SeededEntry | null
  /** The entry as saved half-way. */
  saved: SeededEntry | null
}

function addRows(bulk: BulkCopy, told: Told): void {
  const { plan, place, person, happenings, entry, wanted, intake } = told
  const first = happenings[0]
  const last = happenings.at(-1)
  if (!first || !last) throw new Error(`order row ${plan.row} has no path`)
  const { id, tenantId } = { id: plan.id, tenantId: place.tenant.id }
  const written: Written = {
    tenantId,
    createdAt: first.at,
    createdBy: first.actorId,
    updatedAt: last.at,
    updatedBy: last.actorId,
  }
  const happened = (event: Happening['event']) => happenings.findLast((one) => one.event === event)
  const columns = columnsOfOrder(told)
  const formColumns = entry ? customerColumns(entry.values) : columnsOf(customer, intake.customer)
  if (plan.customerId === id) {
    bulk.add(customer, {
      ...written,
      ...formColumns,
      id,
      name: person.name,
      idNo: person.idNo,
      mobile: person.mobile,
      gender: person.gender,
      birthDate: person.birthDate,
      customerNo: `K${plan.customerSince.slice(2).replaceAll('-', '')}${sixDigits(plan.customerSerial)}`,
      creditAuthAt: intake.customer.creditAuth ? first.at : null,
      riskGrade: happened('first_pass') ? gradeOf(plan) : null,
    })
  }
  const orderNo = `${place.tenant.code.toUpperCase()}${businessDate(first.at).replaceAll('-', '')}${sixDigits(plan.orderSerial)}`
  if (entry) {
    addEntryRows(bulk, {
      orderId: id,
      customerId: plan.customerId,
      shopId: told.shop.id,
      values: entry.values,
      quote: entry.quote,
      written,
      cardBoundAt: columns.cardBoundAt ?? null,
      paidAt: columns.firstPaymentAt ?? null,
    })
  }
  bulk.add(application, {
    ...written,
    id,
    orderNo,
    customerId: plan.customerId,
    productId: intake.intent.productId === '' ? null : wanted.id,
    ...(intake.intent.productId !== '' && {
      productVersion: wanted.version,
      templateCode: wanted.templateCode,
      bizMode: wanted.bizMode,
    }),
    channelId: told.shop.channelId,
    branchId: told.shop.branchId,
    shopId: told.shop.id,
    salesmanId: told.salesmanId,
    stageEnteredAt: first.at,
    intakeValues: intake,
    searchKeys: searchKeysOf(person.name, person.idNo, person.mobile, orderNo),
    ...columns,
  })
  const approved = entry && {
    approvedAmount: entry.quote.financeAmount,
    approvedTerm: Number(entry.values.financing.term),
    approvedDownRatio: entry.quote.downRatio,
  }
  const byActor = (actorId: number, at: string) => ({
    ...written,
    createdAt: at,
    createdBy: actorId,
    updatedAt: at,
    updatedBy: actorId,
  })
  for (const log of logRows(happenings)) {
    bulk.add(reviewLog, { ...byActor(log.actorId, log.at ?? first.at), ...log, orderId: id })
  }
  for (const task of taskRows(happenings, approved))
    bulk.add(reviewTask, { ...written, ...task, orderId: id })
  addRisks(bulk, told, written)
  addMaterialRows(bulk, told, written)
}

const sixDigits = (serial: number) => String(serial).padStart(6, '0')

/** Everything on the order that follows from its events and its entry. */
function columnsOfOrder({
  plan,
  place,
  asOf,
  happenings,
  entry,
  saved,
  clerk,
  intake,
}: Told): Partial<typeof application.$inferInsert> {
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
    const half: EntryValues = { ...values, contacts: emptyEntry().contacts, insurance: [] }
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
    templateVersion: standardTemplate.version,
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
        ? draw.pick('funder', plan.row, place.funders)
        : place.ownCapital
      : null,
    ...(contractAt && {
      contractNo: `${place.tenant.code.toUpperCase()}-HZ-${contractAt.slice(0, 4)}-${sixDigits(plan.id)}`,
      cardBoundAt: signing,
      videoPassedAt: draw.chance('video', plan.row, 60) ? signing : null,
    }),
    ...(released && afterRelease(plan, asOf)),
  }
}

/** Dates of a loan, and of the tasks that follow a release as far as they are done. */
function afterRelease({ row, end }: NumberedPlan, asOf: string): Partial<typeof application.$inferInsert> {
  const valueDate = dateOf(end)
  const done = (days: number) => {
    const date = addDays(valueDate, days)
    return date < asOf ? new Date(instantOf(workingMinute(date, 120), row % 60)).toISOString() : null
  }
  return {
    valueDate,
    repayDay: repayDay(valueDate),
    firstDueDate: dueDates(valueDate, 1)[0] ?? null,
    mortgageOkAt: done(3 + draw.mod('mortgage', row, 11)),
    archivedAt: done(15 + draw.mod('archive', row, 15)),
  }
}

const gradeOf = ({ row, status }: NumberedPlan) =>
  status === 'risk_rejected'
    ? draw.pick('grade', row, ['D', 'E'] as const)
    : draw.weighted('grade', row, [
        ['A', 20],
        ['B', 50],
        ['C', 28],
        ['D', 2],
      ] as const)

const gradeScores = { A: 80, B: 65, C: 50, D: 40, E: 20 } as const

/** One decision of PRE_CHECK a submit, one of RISK after the first review. */
function addRisks(
  bulk: BulkCopy,
  { plan, place, person, happenings, intake, entry }: Told,
  written: Written,
): void {
  const { idLongTerm, idValidTo } = intake.customer
  for (const { event, at, actorId } of happenings) {
    const common = { ...written, orderId: plan.id, createdBy: actorId, decidedAt: at, createdAt: at }
    if (event === 'submit_pre') {
      const today = businessDate(at)
      const decision = decideScene(place.preCheck, {
        age: age(person.birthDate, today),
        amount: intake.intent.amount || null,
        grey: 0,
        sharedMobile: 0,
        refusals: 0,
        idDaysLeft: idLongTerm ? null : daysBetween(today, idValidTo),
      })
      bulk.add(riskDecision, { ...common, sceneCode: 'PRE_CHECK', ...decision })
    }
    if (event === 'first_pass' && entry) {
      const grade = gradeOf(plan)
      bulk.add(riskDecision, {
        ...common,
        sceneCode: 'RISK',
        hits: [],
        score: gradeScores[grade] + draw.mod('score', plan.row, 10),
        grade,
        suggestion: grade === 'A' || grade === 'B' ? '通过' : grade === 'E' ? '拒绝' : '人工',
        suggestedAmount: entry.quote.financeAmount,
        creditSummary: {
          accounts: draw.mod('accounts', plan.row, 8),
          overdue24: grade === 'A' || grade === 'B' ? 0 : draw.mod('overdue', plan.row, 6),
          query3m: draw.mod('queries', plan.row, 6),
        },
      })
    }
  }
}

/** Files of intake and entry; a loan that is over keeps what was asked for. */
function addMaterialRows(
  bulk: BulkCopy,
  { plan, happenings, entry, saved, intake, pictureOf }: Told,
  written: Written,
): void {
  const did = (event: Happening['event']) => happenings.some((one) => one.event === event)
  const asked =
    entry || saved
      ? visibleMaterials(standardTemplate, (entry ?? saved)?.values ?? emptyEntry())
      : visibleMaterials(standardTemplate, entryFromIntake(intake), 'intake')
  const over = did('risk_pass') || did('risk_reject')
  const uploaded = did('submit_pre') || draw.chance('uploadedEarly', plan.row, 50)
  const starter = happenings[0]?.actorId ?? 0
  addMaterials(bulk, {
    orderId: plan.id,
    items: over ? asked.filter(({ required }) => required) : asked,
    pictureOf: (type) => {
      const item = asked.find(({ materialType }) => materialType === type)
      return uploaded && item?.required && (entry || item.stage === 'intake') ? pictureOf(type) : undefined
    },
    progress: did('risk_pass') ? 'passed' : entry ? 'submitted' : 'open',
    written,
    uploadedBy: starter,
  })
}
