import { and, eq, isNull, sql } from 'drizzle-orm'
import { applications } from '../../contracts/applications.ts'
import type { Endpoint } from '../../contracts/endpoint.ts'
import type { ErrorBody } from '../../contracts/errors.ts'
import { products } from '../../contracts/products.ts'
import { reviews } from '../../contracts/reviews.ts'
import { riskApproval } from '../../contracts/risk-approval.ts'
import { minus, sum } from '../../rules/money.ts'
import { transitionOf } from '../../rules/order-machine.ts'
import { type OrderStatus, orderStates } from '../../rules/order-states.ts'
import type { OrderEvent } from '../../rules/order-transitions.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { materialItem, materialSet } from '../db/schema/materials.ts'
import { reviewLog, reviewTask } from '../db/schema/reviews.ts'
import { attachment } from '../db/schema/system.ts'
import { isRecord } from '../mask-values.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'
import { entryFor, intakeFor, newEvent, nextPerson, placeOf, testPicture } from './testing.ts'

/**
 * Random walks of an order through the verbs that there are, by whoever comes: right and wrong ones. After each step the
 * order is where the table says, somebody or a pool has it, and whoever was refused heard why.
 */
const walks = process.env.NLOS_PROOF === 'full' ? 10_000 : 100
const stepsOfWalk = 18

/** Numbers that follow from a seed: a walk that failed is walked again. */
function drawer(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

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

type Order = typeof application.$inferSelect
/** Asked thrice a step: its text is made once. */
const orderById = () =>
  db()
    .select()
    .from(application)
    .where(eq(application.id, sql.placeholder('id')))
    .prepare('walked order')
let asked: ReturnType<typeof orderById> | undefined
const readOrder = (id: number) =>
  inTenant(1, async () => {
    asked ??= orderById()
    const [order] = await asked.execute({ id })
    if (!order) throw new Error(`order ${id} is gone`)
    return order
  })

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

const reviewers = ['pre_reviewer', 'pre_reviewer2', 'first_reviewer', 'risk_officer', 'risk_manager'] as const
const everybody = ['entry_clerk', 'shop_user', 'admin', 'cashier', ...reviewers] as const
const opinion = '随机走查的意见'
const reasons = { reasonL1: 'credit', reasonL2: 'credit_debt', reasonDetail: '负债过高' }

type Step = {
  event: OrderEvent
  by: readonly string[]
  call: Endpoint
  input: (order: Order, draw: (below: number) => number) => Record<string, unknown>
  file?: true
  /** What its guard asks to have been done. */
  before?: (orderId: number) => Promise<unknown>
}
const decides = (event: OrderEvent, by: readonly string[], call: Endpoint, result: string): Step => ({
  ...{ event, by, call },
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
    ...{ event: 'submit_first', by: ['entry_clerk'], call: applications.submitFirst },
    input: ({ entryValues, intakeValues }) => ({
      values: isRecord(entryValues) && Object.keys(entryValues).length > 0 ? entryValues : intakeValues,
      confirmDti: true,
    }),
  },
  {
    ...{ event: 'first_pass', by: ['first_reviewer'], call: reviews.decideFirst },
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
    ...{ event: 'first_undo', by: ['risk_manager'], call: reviews.undoFirst },
    input: () => ({ reason: opinion }),
  },
  decides('first_return', ['first_reviewer'], reviews.decideFirst, 'return'),
  decides('risk_pass', ['risk_officer', 'risk_manager'], riskApproval.decide, 'pass'),
  decides('risk_return', ['risk_officer', 'risk_manager'], riskApproval.decide, 'return'),
  decides('risk_reject', ['risk_officer', 'risk_manager'], riskApproval.decide, 'reject'),
  {
    ...{ event: 'reconsider', by: ['risk_manager'], call: riskApproval.reconsider, file: true },
    input: () => ({ reason: '新的收入证明' }),
  },
  {
    ...{ event: 'change_terms', by: ['entry_clerk'], call: riskApproval.changeTerms },
    input: ({ appliedAmount, term }, draw) => ({
      amount: (draw(2) ? minus : addUp)(appliedAmount ?? '50000.00', `${1 + draw(9)}00.00`),
      ...{ term: term ?? 36, reason: opinion },
    }),
  },
  {
    ...{ event: 'void', by: ['entry_clerk', 'first_reviewer'], call: applications.void },
    input: () => ({ reason: '客户放弃' }),
  },
]
const addUp = (a: string, b: string) => sum([a, b])

/** What brings an order on its way. */
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
function chooseStep(order: Order, draw: (below: number) => number): { step: Step; by: string } {
  const allowed = steps.filter(
    ({ event }) =>
      transitionOf(event, order.status as OrderStatus) !== null &&
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

async function take(order: Order, { step, by }: ReturnType<typeof chooseStep>, draw: (n: number) => number) {
  const version = draw(15) === 0 ? order.rowVersion - 1 : order.rowVersion
  const input = {
    ...{ orderId: order.id, rowVersion: version, eventId: newEvent() },
    ...step.input(order, draw),
  }
  const caller = backend.as(by)
  if (!step.file) return caller.send(step.call, input)
  return caller.upload(step.call, input as never, { name: 'x.jpg', bytes: await testPicture() }).then(
    (body): { status: number; body: unknown } => ({ status: 200, body }),
    ({ status, body }: { status: number; body: unknown }) => ({ status, body }),
  )
}

/** The tasks that are open, and the newest line of the timeline. */
const trailOf = (orderId: number) =>
  inTenant(1, async () => ({
    open: await db()
      .select()
      .from(reviewTask)
      .where(and(eq(reviewTask.orderId, orderId), isNull(reviewTask.finishedAt))),
    log: await db().select().from(reviewLog).where(eq(reviewLog.orderId, orderId)).orderBy(reviewLog.seq),
  }))

const ends: readonly OrderStatus[] = ['pre_rejected', 'risk_rejected', 'voided']

/** What holds of an order wherever it is; empty when all of it does. */
async function wrongWith(order: Order): Promise<string[]> {
  const wrong: string[] = []
  const state = orderStates[order.status as OrderStatus]
  if (!state) return [`no state ${order.status}`]
  const { open, log } = await trailOf(order.id)
  if (order.exaStatus !== state.exaStatus) wrong.push(`exa ${order.exaStatus} in ${order.status}`)
  if (state.exaStatus === null) {
    if (open.length > 0) wrong.push(`${open.length} open tasks outside the reviews`)
    if (order.claimedBy !== null) wrong.push('claimed outside the reviews')
    if (state.next.length === 0 && !ends.includes(order.status as OrderStatus)) wrong.push('nobody is next')
  } else {
    const [task] = open
    if (open.length !== 1) wrong.push(`${open.length} open tasks in ${order.status}`)
    if (task && task.claimedBy !== order.claimedBy) wrong.push('task and order are claimed by two')
  }
  for (const { event, fromStatus, toStatus } of log) {
    if (fromStatus === null) continue
    const row = transitionOf(event as OrderEvent, fromStatus as OrderStatus)
    const to = row?.to === 'same' ? fromStatus : row?.to
    const stayed = row?.staysIf !== undefined && toStatus === fromStatus
    if (!row || (to !== toStatus && !stayed)) wrong.push(`${event}: ${fromStatus} → ${toStatus}`)
  }
  if (log.at(-1)?.toStatus !== order.status) wrong.push('the timeline ends elsewhere')
  return wrong
}

const refusals = [400, 403, 404, 409, 422]

async function walk(seed: number): Promise<OrderStatus[]> {
  const draw = drawer(seed)
  const person = nextPerson()
  const clerk = backend.as('entry_clerk')
  const made = await clerk.call(applications.saveIntake, {
    values: intakeFor(person, place),
    eventId: newEvent(),
  })
  await fillPapers(made.orderId)
  const been: OrderStatus[] = []
  for (let at = 0; at < stepsOfWalk; at++) {
    const order = await readOrder(made.orderId)
    been.push(order.status as OrderStatus)
    if (order.status === 'wait_entry' || order.status.endsWith('_returned')) {
      // The clerk fills in what the entry asks for.
      await fillPapers(order.id)
      if (order.status === 'wait_entry') {
        const { values } = await clerk.call(applications.getEntry, { orderId: order.id })
        await clerk.call(applications.saveEntry, {
          ...{ orderId: order.id, rowVersion: order.rowVersion, eventId: newEvent() },
          values: entryFor(values as never, person),
        })
        await fillPapers(order.id)
      }
    }
    const choice = chooseStep(order, draw)
    if (draw(5) > 0) await choice.step.before?.(order.id)
    const now = await readOrder(made.orderId)
    const { status, body } = await take(now, choice, draw)
    const said = (body as ErrorBody | undefined)?.message ?? ''
    const where = { seed, at, event: choice.step.event, by: choice.by, from: now.status }
    if (status !== 200) {
      expect({ ...where, status, known: refusals.includes(status) }).toMatchObject({ known: true })
      // A name of its own: neither an incident nor nothing.
      expect({ ...where, status, said: said.length > 3 }).toMatchObject({ said: true })
    }
    const after = await readOrder(made.orderId)
    if (status !== 200)
      expect({ ...where, moved: after.rowVersion !== now.rowVersion }).toMatchObject({ moved: false })
    expect({ ...where, wrong: await wrongWith(after) }).toMatchObject({ wrong: [] })
  }
  return been
}

it(`keeps the machine in ${walks} random walks`, async () => {
  const seen = new Set<OrderStatus>()
  for (let seed = 1; seed <= walks; seed++) for (const status of await walk(seed)) seen.add(status)
  // Walks that get nowhere would prove nothing.
  for (const status of ['wait_pre', 'wait_entry', 'wait_first', 'wait_risk', 'wait_sign'] as const)
    expect([...seen]).toContain(status)
}, 3_600_000)
