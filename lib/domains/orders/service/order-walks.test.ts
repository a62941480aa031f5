import { and, eq, sql } from 'drizzle-orm'
import { drawer, walkSeeds } from '../../../../scripts/property-runs.ts'
import type { Endpoint } from '../../../platform/contract/endpoint.ts'
import type { ErrorBody } from '../../../platform/contract/errors.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { isRecord } from '../../../platform/mask-values.ts'
import { minus, sum } from '../../../rules/money.ts'
import { materialItem, materialSet } from '../../materials/table/materials.ts'
import { products } from '../../products/contract.ts'
import { reviews } from '../../reviews/contract.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { addEvidence } from '../../risk/service/testing.ts'
import { attachment } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { applications } from '../contract.ts'
import { transitionOf } from '../rules/order-machine.ts'
import { type OrderStatus, orderStates } from '../rules/order-states.ts'
import { type OrderEvent, orderEvents } from '../rules/order-transitions.ts'
import { application } from '../table.ts'
import { entryFor, intakeFor, newEvent, nextPerson, placeOf, type TestPerson } from './testing.ts'

/**
 * Random walks of an order through the verbs that there are, by whoever comes: right and wrong ones. After each step the
 * order is where the table says, somebody or a pool has it, and whoever was refused heard why.
 */
const stepsOfWalk = 18
/** PostgreSQL answers while another walk reckons. */
const sideBySide = 4

type Draw = ReturnType<typeof drawer>

let backend: TestBackend
let place: Awaited<ReturnType<typeof placeOf>>
/** Accounts by their ids. */
let accounts: ReadonlyMap<number, string>
beforeAll(async () => {
  backend = await openTestBackend()
  place = await placeOf(backend.as('entry_clerk'))
  const staff = await backend.as('admin').call(products.staff, {})
  accounts = new Map(staff.map(({ id, account }) => [id, account]))
})
afterAll(() => backend.close())

type Line = { id: number; event: string; from_status: string | null; to_status: string }
/** All that a step may change: how the order stands, who has it, what its timeline and the audit log say of it. */
type Order = {
  id: number
  status: OrderStatus
  exaStatus: string | null
  claimedBy: number | null
  rowVersion: number
  appliedAmount: string | null
  term: number | null
  /** The person who holds its open tasks, null for a pool. */
  holders: (number | null)[]
  /** The timeline and its audited events, in their order. */
  lines: Line[]
  audited: string[]
}

const moves = orderEvents.map((event) => `order.${event}`)
const holders = sql<Order['holders']>`(select coalesce(jsonb_agg(t.claimed_by), '[]') from review_task t
  where t.order_id = application.id and t.finished_at is null)`
const lines = sql<Line[]>`(select coalesce(jsonb_agg(to_jsonb(l) order by seq), '[]')
  from (select id, seq, event, from_status, to_status from review_log where order_id = application.id) l)`
const audited = sql<string[]>`(select coalesce(jsonb_agg(action order by a.id), '[]') from audit_log a
  where a.object = 'application:' || application.id and action = any(${sql.param(moves)}))`

/** One statement, planned once a connection: it is asked for after every step. */
async function readOrder(id: number): Promise<Order> {
  const [order] = await inTenant(1, () => {
    const { status, exaStatus, claimedBy, rowVersion, appliedAmount, term } = application
    return db()
      .select({
        id: application.id,
        status,
        exaStatus,
        claimedBy,
        rowVersion,
        appliedAmount,
        term,
        holders,
        lines,
        audited,
      })
      .from(application)
      .where(eq(application.id, sql.placeholder('id')))
      .prepare('walkedOrder')
      .execute({ id })
  })
  if (!order) throw new Error(`order ${id} is gone`)
  return order as Order
}

/** Every paper that the order asks for, without a byte of it. */
const fillPapers = (orderId: number) =>
  inTenant(1, async () => {
    const [file] = await db()
      .insert(attachment)
      .values({ fileId: '0'.repeat(64), name: 'x.jpg', mime: 'image/jpeg', size: 1, orderId, uploadedBy: 1 })
      .returning({ id: attachment.id })
    const sets = db().select({ id: materialSet.id }).from(materialSet).where(eq(materialSet.orderId, orderId))
    await db()
      .update(materialItem)
      .set({ files: [file?.id ?? 0], itemStatus: '已传' })
      .where(and(eq(materialItem.required, true), sql`${materialItem.setId} in ${sets}`))
  })

/** A paper that is new to a rejected order; refused where it has no chance. */
const newPaper = (orderId: number) => addEvidence(backend.as('entry_clerk'), orderId).catch(() => undefined)

/** Everything that the clerk would hand in: the entry, or what the intake says of it. */
const valuesOf = (id: number) =>
  inTenant(1, async () => {
    const [order] = await db()
      .select({ entry: application.entryValues, intake: application.intakeValues })
      .from(application)
      .where(eq(application.id, id))
    return isRecord(order?.entry) && Object.keys(order.entry).length > 0 ? order.entry : order?.intake
  })

const reviewers = ['pre_reviewer', 'pre_reviewer2', 'first_reviewer', 'risk_officer', 'risk_manager'] as const
const everybody = ['entry_clerk', 'shop_user', 'admin', 'cashier', ...reviewers] as const
const opinion = '随机走查的意见'
const reasons = { reasonL1: 'credit', reasonL2: 'credit_debt', reasonDetail: '负债过高' }

type Step = {
  event: OrderEvent
  by: readonly string[]
  call: Endpoint
  input: (order: Order, draw: Draw) => Record<string, unknown> | Promise<Record<string, unknown>>
  /** Everything that its guard asks to have been done. */
  before?: (orderId: number) => Promise<unknown>
}
const decides = (event: OrderEvent, by: readonly string[], call: Endpoint, result: string): Step => ({
  event,
  by,
  call,
  input: () => ({ result, opinion, ...(result !== 'pass' && reasons) }),
})

const steps: readonly Step[] = [
  { event: 'submit_pre', by: ['entry_clerk'], call: applications.submitPre, input: () => ({}) },
  { event: 'claim', by: reviewers, call: reviews.claim, input: () => ({}) },
  { event: 'unclaim', by: reviewers, call: reviews.unclaim, input: () => ({}) },
  decides('pre_pass', ['pre_reviewer', 'pre_reviewer2'], reviews.decidePre, 'pass'),
  decides('pre_return', ['pre_reviewer', 'pre_reviewer2'], reviews.decidePre, 'return'),
  decides('pre_reject', ['pre_reviewer', 'pre_reviewer2'], reviews.decidePre, 'reject'),
  {
    event: 'submit_first',
    by: ['entry_clerk'],
    call: applications.submitFirst,
    input: async ({ id }) => ({ values: await valuesOf(id), confirmDti: true }),
  },
  {
    event: 'first_pass',
    by: ['first_reviewer'],
    call: reviews.decideFirst,
    input: () => ({ result: 'pass', opinion }),
    before: (orderId) =>
      backend.as('first_reviewer').send(reviews.recordCall, {
        orderId,
        target: 'customer',
        result: 'pass',
        answers: [],
        eventId: newEvent(),
      }),
  },
  {
    event: 'first_undo',
    by: ['risk_manager'],
    call: reviews.undoFirst,
    input: () => ({ reason: opinion }),
  },
  decides('first_return', ['first_reviewer'], reviews.decideFirst, 'return'),
  decides('risk_pass', ['risk_officer', 'risk_manager'], riskApproval.decide, 'pass'),
  decides('risk_return', ['risk_officer', 'risk_manager'], riskApproval.decide, 'return'),
  decides('risk_reject', ['risk_officer', 'risk_manager'], riskApproval.decide, 'reject'),
  {
    event: 'ask_reconsider',
    by: ['entry_clerk'],
    call: riskApproval.askReconsider,
    input: () => ({ reason: '新的收入证明' }),
    before: newPaper,
  },
  {
    event: 'decline_reconsider',
    by: ['risk_manager'],
    call: riskApproval.declineReconsider,
    input: () => ({ opinion }),
  },
  {
    event: 'reconsider',
    by: ['risk_manager'],
    call: riskApproval.reconsider,
    input: () => ({ opinion }),
  },
  {
    event: 'change_terms',
    by: ['entry_clerk'],
    call: riskApproval.changeTerms,
    input: ({ appliedAmount, term }, draw) => ({
      amount: (draw(2) ? minus : addUp)(appliedAmount ?? '50000.00', `${1 + draw(9)}00.00`),
      term: term ?? 36,
      reason: opinion,
    }),
  },
  {
    event: 'void',
    by: ['entry_clerk', 'first_reviewer'],
    call: applications.void,
    input: () => ({ reason: '客户放弃' }),
  },
]
const addUp = (a: string, b: string) => sum([a, b])

/** Everything that brings an order on its way. */
const forward: ReadonlySet<OrderEvent> = new Set([
  ...(['submit_pre', 'claim', 'pre_pass', 'submit_first', 'first_pass', 'risk_pass'] as const),
  'change_terms',
])
const claimers: Readonly<Record<string, readonly string[]>> = {
  wait_pre: ['pre_reviewer', 'pre_reviewer2'],
  wait_first: ['first_reviewer'],
  wait_risk: ['risk_officer', 'risk_manager'],
}

/** Mostly what the table allows now and somebody may do, so that walks get far; else whatever by whoever. */
function chooseStep(order: Order, draw: Draw): { step: Step; by: string } {
  const allowed = steps.filter(
    ({ event }) =>
      transitionOf(event, order.status) !== null &&
      // An end is reached now and then; a claim comes before a decision.
      (event !== 'void' || draw(12) === 0) &&
      (event !== 'unclaim' || draw(4) === 0) &&
      (event !== 'claim' || order.claimedBy === null),
  )
  const onward = allowed.filter(({ event }) => forward.has(event))
  const choices = [allowed, onward, onward, steps][draw(4)] ?? steps
  const from = choices.length > 0 ? choices : steps
  const step = from[draw(from.length)] ?? (steps[0] as Step)
  const holder = accounts.get(order.claimedBy ?? 0)
  // A decision is the holder's, an order is claimed by its stage: mostly.
  if (holder && step.event !== 'claim' && draw(8) > 0) return { step, by: holder }
  const ofStage = step.event === 'claim' ? (claimers[order.status] ?? step.by) : step.by
  const people = draw(8) === 0 ? everybody : ofStage
  return { step, by: people[draw(people.length)] ?? 'admin' }
}

async function take(order: Order, { step, by }: ReturnType<typeof chooseStep>, draw: Draw) {
  const version = draw(15) === 0 ? order.rowVersion - 1 : order.rowVersion
  const input = {
    orderId: order.id,
    rowVersion: version,
    eventId: newEvent(),
    ...(await step.input(order, draw)),
  }
  const caller = backend.as(by)
  for (;;) {
    const answer: { status: number; body: unknown } = await caller.send(step.call, input)
    // A service that has no connection left says so, and the same click is sent again.
    if (answer.status !== 503) return answer
  }
}

const ends: readonly OrderStatus[] = ['pre_rejected', 'risk_rejected', 'voided']

/**
 * Everything that holds of an order wherever it is; empty when all of it does. @param seen how much of the timeline was
 * judged
 */
function wrongWith({ status, exaStatus, claimedBy, holders, lines, audited }: Order, seen: number): string[] {
  const wrong: string[] = []
  const state = orderStates[status]
  if (!state) return [`no state ${status}`]
  if (exaStatus !== state.exaStatus) wrong.push(`exa ${exaStatus} in ${status}`)
  if (state.exaStatus === null) {
    if (holders.length > 0) wrong.push(`${holders.length} open tasks outside the reviews`)
    if (claimedBy !== null) wrong.push('claimed outside the reviews')
    if (state.next.length === 0 && !ends.includes(status)) wrong.push('nobody is next')
  } else {
    if (holders.length !== 1) wrong.push(`${holders.length} open tasks in ${status}`)
    if (holders.some((holder) => holder !== claimedBy)) wrong.push('task and order are claimed by two')
  }
  for (const { event, from_status, to_status } of lines.slice(seen)) {
    const row = transitionOf(event as OrderEvent, from_status as OrderStatus | null)
    const to = row?.to === 'same' ? from_status : row?.to
    const stayed = row?.staysIf !== undefined && to_status === from_status
    if (!row || (to !== to_status && !stayed)) wrong.push(`${event}: ${from_status} → ${to_status}`)
  }
  if (lines.at(-1)?.to_status !== status) wrong.push('the timeline ends elsewhere')
  const logged = lines.map(({ event }) => `order.${event}`)
  if (logged.join() !== audited.join()) wrong.push(`audited ${audited.join()} of ${logged.join()}`)
  return wrong
}

const refusals = [400, 403, 404, 409, 422]

/** The clerk fills in what the entry asks for, once a visit. */
async function fillIn({ id, rowVersion }: Order, person: TestPerson): Promise<void> {
  const clerk = backend.as('entry_clerk')
  const { values } = await clerk.call(applications.getEntry, { orderId: id })
  const entry = entryFor(values as never, person)
  await clerk.call(applications.saveEntry, { orderId: id, rowVersion, values: entry })
  await fillPapers(id)
}

async function walk(seed: number): Promise<OrderStatus[]> {
  const draw = drawer(seed)
  const person = nextPerson()
  const { orderId } = await backend
    .as('entry_clerk')
    .call(applications.saveIntake, { values: intakeFor(person, place) })
  await fillPapers(orderId)
  let order = await readOrder(orderId)
  const been: OrderStatus[] = []
  for (let at = 0; at < stepsOfWalk; at++) {
    if (order.status === 'wait_entry' && been.at(-1) !== 'wait_entry') {
      await fillIn(order, person)
      order = await readOrder(orderId)
    }
    been.push(order.status)
    const choice = chooseStep(order, draw)
    if (choice.step.before && draw(5) > 0) await choice.step.before(orderId)
    const seen = order.lines.length
    const now = order
    const { status, body } = await take(now, choice, draw)
    const where = { seed, at, event: choice.step.event, by: choice.by, from: now.status, status }
    order = await readOrder(orderId)
    const wrong = wrongWith(order, at === 0 ? 0 : seen)
    if (status !== 200) {
      if (!refusals.includes(status)) wrong.push('no refusal')
      // A name of its own: neither an incident nor nothing.
      if (((body as ErrorBody | undefined)?.message ?? '').length <= 3) wrong.push('refused without a word')
      if (order.rowVersion !== now.rowVersion) wrong.push('refused, and moved')
    }
    if (wrong.length > 0) throw new Error(`${wrong.join('; ')}: ${JSON.stringify(where)}`)
  }
  return been
}

const { first, last } = walkSeeds

it(`keeps the machine in the random walks ${first} to ${last}`, async () => {
  const seen = new Set<OrderStatus>()
  let next = first
  const walker = async () => {
    while (next <= last) for (const status of await walk(next++)) seen.add(status)
  }
  await Promise.all(Array.from({ length: sideBySide }, walker))
  // Walks that get nowhere would prove nothing; of few none need get far.
  if (last - first < 50) return
  for (const status of ['wait_pre', 'wait_entry', 'wait_first', 'wait_risk', 'wait_sign'] as const)
    expect([...seen]).toContain(status)
}, 7_200_000)
