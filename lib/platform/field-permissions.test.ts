import { eq, inArray } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import * as z from 'zod'
import { blacklist } from '../domains/blacklist/table.ts'
import { capital } from '../domains/channels/table.ts'
import { customer } from '../domains/customers/table.ts'
import { contracts } from '../domains/endpoints.ts'
import { type Permission, permissions, roleCodes, roles } from '../domains/identity/rules/roles.ts'
import { sysRole, sysUser } from '../domains/identity/table.ts'
import { dayOf } from '../domains/loans/rules/day.ts'
import type { PlanRow } from '../domains/loans/rules/facts.ts'
import { usualTerms } from '../domains/loans/rules/terms.ts'
import { addFact } from '../domains/loans/service/loan-facts.ts'
import { loanAccount, repayPlan } from '../domains/loans/table.ts'
import { extraKinds, firstReviewed } from '../domains/materials/rules/material-sets.ts'
import { materialSet } from '../domains/materials/table/materials.ts'
import { applications } from '../domains/orders/contract.ts'
import { intakeFor, newEvent, nextPerson, placeOf } from '../domains/orders/service/testing.ts'
import { application, reviewLog, reviewTask, riskDecision } from '../domains/orders/table.ts'
import { oversight } from '../domains/oversight/contract.ts'
import { disbursement, releaseTask } from '../domains/releases/table.ts'
import { openTestBackend, type TestBackend } from '../domains/testing.ts'
import { mayCall } from './answer-call.ts'
import { recordAudit } from './audit.ts'
import type { Endpoint, InputOf } from './contract/endpoint.ts'
import { needs } from './contract/field-permission.ts'
import { sampleInput } from './contract/testing.ts'
import { db, inTenant } from './db/client.ts'
import { fieldMask, refuseHidden } from './field-mask.ts'
import { decisionNotice } from './messages/order-notices.ts'

/**
 * Internal fields (N2): every call of the contracts for every role, on orders in which all of them are filled. Beside
 * the roles of the seed there is one that holds everything, and one that holds everything but `order:internal`: what
 * no seeded role may call without it is proven too.
 */

/** Stands in every internal text of the orders. */
const SECRET = 'stays-inside'
const INTERNAL: Permission = 'order:internal'
/** Of all orders, so that each is tied to the others, and of an entry of the lists. */
const sharedMobile = '12099000099'
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 2, minute)).toISOString()

let backend: TestBackend
/** One order for each state that a form, a review or a list of it is open in. */
const orders = {
  pre_returned: 0,
  wait_pre: 0,
  wait_first: 0,
  wait_risk: 0,
  risk_returned: 0,
  wait_sign: 0,
  wait_release: 0,
  risk_rejected: 0,
  released: 0,
}

/** Everybody who calls, with what he holds; of the two that hold nearly everything the name is the account. */
const callers = new Map<string, ReadonlySet<Permission>>([
  ...roleCodes.map((code) => [code, new Set<Permission>(roles[code].permissions)] as const),
  ['everything', new Set(permissions)],
  ['outsider', new Set(permissions.filter((one) => one !== INTERNAL))],
])

beforeAll(async () => {
  backend = await openTestBackend()
  const shop = backend.as('shop_user')
  const place = await placeOf(shop)
  for (const status of Object.keys(orders) as (keyof typeof orders)[]) {
    const values = intakeFor({ ...nextPerson(), mobile: sharedMobile }, place)
    const { orderId } = await shop.call(applications.saveIntake, { eventId: newEvent(), values })
    orders[status] = orderId
  }
  await inTenant(1, async () => {
    for (const [status, orderId] of Object.entries(orders)) await fillInternal(orderId, status)
    await db().insert(blacklist).values({
      kind: '个人',
      numberType: 'mobile',
      keyValue: sharedMobile,
      level: '灰',
      reason: SECRET,
      source: '内部',
    })
    await addCallers()
  })
}, 60_000)
afterAll(() => backend.close())

/** A quote as it is frozen, with what other parties earn. */
const quoteSnapshot = {
  carPrice: '100000.00',
  downPayment: '20000.00',
  downRatio: '0.2000',
  addonAmount: '0.00',
  financeAmount: '80000.00',
  term: 36,
  annualRate: '0.0720',
  monthlyPayment: '2477.49',
  totalInterest: '9189.64',
  feeTotal: '0.00',
  depositAmount: '0.00',
  firstDueAmount: '20000.00',
  aprSimple: '0.0720',
  aprCompound: '0.0744',
  ltv: '0.8000',
  dti: null,
  parties: {
    funderPrincipal: '80000.00',
    funderInterest: '6575.00',
    ownPrincipal: null,
    ownInterest: null,
    serviceFee: '2614.64',
    subsidy: null,
    leaseRate: null,
  },
}

async function funder(): Promise<number> {
  const [bank] = await db().select().from(capital).where(eq(capital.kind, '银行'))
  if (!bank) throw new Error('the base seed has no bank')
  return bank.id
}

/** Leaves at an order what risk control, the scenes and the reviewers' notes leave there. */
/** A loan that its funder shares. */
async function addLoan(orderId: number): Promise<void> {
  const [anybody] = await db().select({ id: customer.id }).from(customer).limit(1)
  const [payment] = await db()
    .insert(disbursement)
    .values({
      orderId,
      payNo: 'LAW',
      amount: '1000.00',
      payerAccount: '14',
      payeeKind: 'card',
      payeeId: 1,
      payeeName: '',
      payeeAccount: '',
      payeeBank: '',
      makerId: 1,
    })
    .returning({ id: disbursement.id })
  const valueDate = '2026-01-05'
  const maturity = '2026-02-05'
  const [loan] = await db()
    .insert(loanAccount)
    .values({
      loanNo: 'L20260105000001',
      orderId,
      disbursementId: payment?.id ?? 0,
      customerId: anybody?.id ?? 0,
      principal: '1000.00',
      ownPrincipal: '300.00',
      term: 1,
      repayMethod: 'annuity',
      paymentTiming: 'arrears',
      dayCount: '30/360',
      valueDate,
      maturity,
      repayDay: 5,
      outstandingPrincipal: '1000.00',
      depositBalance: '0.00',
      terms: { ...usualTerms, funder: { kind: 'joint', share: 700_000 } },
    })
    .returning({ id: loanAccount.id })
  // The database wants a plan that repays all of it.
  await db()
    .insert(repayPlan)
    .values({
      loanId: loan?.id ?? 0,
      periodNo: 1,
      kind: 'rent',
      startDate: valueDate,
      dueDate: maturity,
      principal: '1000.00',
      interest: '6.00',
      amount: '1006.00',
      balanceAfter: '0.00',
    })
  const rent: PlanRow = {
    periodNo: 1,
    kind: 'rent',
    start: dayOf(valueDate),
    due: dayOf(maturity),
    principal: 100_000,
    interest: 600,
    serviceFee: 0,
    balanceAfter: 0,
    funderPrincipal: 70_000,
    funderInterest: 420,
  }
  await addFact(
    loan?.id ?? 0,
    {
      kind: 'release',
      eventId: 'law',
      valueDate,
      checkedBy: null,
      principal: 100_000,
      ownPrincipal: 30_000,
      cash: 100_000,
      keptService: 0,
      keptOther: 0,
      upfrontService: 0,
      upfrontOther: 0,
      feesReceived: 0,
      deposit: 0,
      rent: 0,
      overpaid: 0,
      rebate: 0,
      rows: [rent],
    },
    { actor: { id: 1 }, now: new Date(at(0)) },
  )
}

async function fillInternal(orderId: number, status: string): Promise<void> {
  await db()
    .update(application)
    .set({
      status,
      exaStatus: ({ wait_pre: '2', wait_risk: '4' } as Record<string, string>)[status] ?? null,
      rejectReason: [SECRET],
      reconsiderAsk: status === 'risk_rejected' ? 'asked' : null,
      quoteSnapshot,
      // Papers for a funder are asked for where there is one.
      ...(status === 'wait_sign' && { capitalId: await funder() }),
      // Papers for an insurer are asked for where it insures the loan.
      ...(status === 'released' && { templateCode: 'bd2' }),
    })
    .where(eq(application.id, orderId))
  // The steps behind a release are asked for by its tasks, and judged once it was sent in.
  if (status === 'released')
    for (const kind of extraKinds) {
      await db().insert(releaseTask).values({ orderId, kind, dueDay: '2026-01-01' })
      await db()
        .insert(materialSet)
        .values({ orderId, kind, status: firstReviewed, submitAt: at(0) })
    }
  if (status === 'released') await addLoan(orderId)
  await db()
    .insert(riskDecision)
    .values({
      orderId,
      sceneCode: 'RISK',
      suggestion: SECRET,
      score: 41,
      grade: 'D',
      hits: [{ code: 'R002', name: SECRET, action: 'manual' }],
    })
  // The shop and the entry said these or were told them.
  const open = ['pre_return', 'ask_reconsider']
  const events = [
    ...open,
    'pre_reject',
    'risk_pass',
    'risk_return',
    'risk_reject',
    'decline_reconsider',
    'reconsider',
  ]
  await db()
    .insert(reviewLog)
    .values(
      events.map((event, index) => ({
        orderId,
        seq: 100 + index,
        event,
        toStatus: status,
        // The system's pre-review says which rules were hit.
        actorId: event === 'pre_reject' ? 0 : 1,
        actorRole: 'risk_officer',
        opinion: open.includes(event) ? '身份证反面看不清' : SECRET,
        at: at(index),
      })),
    )
  await db()
    .insert(reviewTask)
    .values({
      orderId,
      stage: status === 'pre_returned' ? 'pre' : 'risk',
      poolStatus: '已完成',
      result: '退回',
      reasonL1: 'document',
      reasonDetail: '请补拍',
      opinion: status === 'pre_returned' ? '身份证反面看不清' : SECRET,
      internalNote: SECRET,
      finishedAt: at(status === 'pre_returned' ? 0 : 3),
    })
  await recordAudit(
    {
      action: 'order.risk_pass',
      object: `application:${orderId}`,
      after: { status, internalOpinion: SECRET },
    },
    { actorId: 1, ip: '', now: new Date() },
  )
}

/** The two made-up callers; and everybody sees the orders, whatever the scope of the role. */
async function addCallers(): Promise<void> {
  const [like] = await db().select().from(sysUser).where(eq(sysUser.account, 'pre_reviewer'))
  if (!like) throw new Error('the base seed has no pre_reviewer')
  const { id: _, mobile: __, ...user } = like
  for (const account of ['everything', 'outsider']) {
    const held = [...(callers.get(account) ?? [])]
    await db().insert(sysRole).values({ code: account, name: account, dataScope: 'all', permissions: held })
    await db()
      .insert(sysUser)
      .values({ ...user, account, dataScope: 'all', roleCodes: [account] })
  }
  await db()
    .update(sysUser)
    .set({ dataScope: 'all' })
    .where(inArray(sysUser.account, ['dd_officer', 'collector']))
}

const all = Object.entries(contracts).flatMap(([domain, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { access }]) => access !== 'public')
    .map(([name, endpoint]) => [`${domain}.${name}`, endpoint] as const),
)
// Asked with more than an order: what other terms cost of a finished entry, and what a draft of a scene would change.
const other = ['riskApproval.quote', 'riskScenes.trial']
const marked = all.filter(([name, { output }]) => fieldMask(output) && !other.includes(name))

/** Marked fields of amounts and grades alone, which cannot hold the secret text. */
const figures: ReadonlySet<string> = new Set(['parties', 'grade', 'capitalPart'])

/** Names in an answer, however deep. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])
}

/** The order that a call is asked for: the one in the state that it wants. */
const orderFor = (name: string) =>
  name === 'loans.get'
    ? orders.released
    : name.endsWith('getEntry')
      ? orders.risk_returned
      : name.endsWith('getIntake')
        ? orders.pre_returned
        : name.endsWith('getFirst')
          ? orders.wait_first
          : name.startsWith('riskApproval.')
            ? orders.wait_risk
            : name.startsWith('orderContracts.')
              ? orders.wait_sign
              : orders.wait_pre

test.each([...callers])('%s gets the internal fields of every call, or none', async (account, held) => {
  const open = marked.filter(([, endpoint]) => mayCall(endpoint, held))
  for (const [name, endpoint] of open) {
    const keys = {
      ...(name === 'relations.look' && { keys: [{ kind: 'mobile', value: sharedMobile }] }),
      ...(name === 'papers.get' && { kind: 'insurance' }),
    }
    const answer = await backend.as(account).send(endpoint, { orderId: orderFor(name), ...keys })
    expect([name, answer.status]).toEqual([name, 200])
    const needed = [...(fieldMask(endpoint.output)?.needed.keys() ?? [])]
    const names = new Set(namesIn(answer.body))
    const came = needed.filter((field) => names.has(field))
    expect([name, came]).toEqual([name, held.has(INTERNAL) ? needed : []])
    const says = held.has(INTERNAL) && needed.some((field) => !figures.has(field))
    expect([name, JSON.stringify(answer.body).includes(SECRET)]).toEqual([name, says])
  }
})

test('the calls with internal fields are those of orders, all of them', () => {
  expect(marked.length).toBeGreaterThan(7)
  expect(
    marked
      .filter(([, endpoint]) => !mayCall(endpoint, callers.get('outsider') ?? new Set()))
      .map(([name]) => name),
  ).toEqual([])
})

/** These calls end or lock the session that asks, or signs it out everywhere. */
const endsSession = /^identity\.(logout|refresh|lock|unlock|updatePassword|endOwnSession)$|endSessions$/

test('no call tells an outsider what is internal: messages, search, logs and todos neither', async () => {
  const outsider = backend.as('outsider')
  let answered = 0
  for (const [name, endpoint] of all.filter(
    // The lists have a permission of their own, which the outsider holds.
    ([name, { kind }]) => kind === 'json' && !endsSession.test(name) && !name.startsWith('blacklist.'),
  )) {
    const sample = sampleInput(endpoint.input) ?? {}
    const asked = 'orderId' in sample ? { ...sample, orderId: orderFor(name) } : sample
    const { status, body } = await outsider.send(endpoint, asked)
    if (status === 200) answered++
    expect([name, JSON.stringify(body ?? '').includes(SECRET)]).toEqual([name, false])
  }
  expect(answered).toBeGreaterThan(40)
})

test('the operation log hides from its reader what the order hides', async () => {
  const object = `application:${orders.wait_pre}`
  const seen = async (account: string) => {
    const caller = backend.as(account)
    const { data } = await caller.call(oversight.operations, { object, action: 'order.risk_pass' })
    const entry = await caller.call(oversight.operation, { id: data[0]?.id ?? 0 })
    expect(data[0]?.changes).toBe(entry.differences.length)
    return entry.differences.map(({ path }) => path)
  }
  expect(await seen('everything')).toEqual(['status', 'internalOpinion'])
  expect(await seen('admin')).toEqual(['status'])
})

test('a file has a column of internal values for who may see them, and refuses it to anybody else', async () => {
  const asked = { list: 'query', columns: ['orderNo', 'riskHint'] } satisfies InputOf<
    typeof applications.exportList
  >
  const file = await backend.as('pre_reviewer').raw(applications.exportList, asked)
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  expect(sheets[0]?.rows[1]?.[1]).toBe(SECRET)
  for (const account of ['collect_manager', 'outsider']) {
    expect(await backend.as(account).send(applications.exportList, asked)).toMatchObject({
      status: 400,
      body: { fields: { columns: expect.any(String) } },
    })
    const plain = await backend.as(account).raw(applications.exportList, { ...asked, columns: ['orderNo'] })
    expect(plain.status).toBe(200)
  }
  const log = { columns: ['objectName', 'changes'] }
  const told = await backend.as('admin').raw(oversight.exportOperations, log)
  const book = await readXlsx(new Uint8Array(await told.arrayBuffer()))
  expect(book.sheets[0]?.rows.length).toBeGreaterThan(3)
  expect(JSON.stringify(book)).not.toContain(SECRET)
})

test('a notice never carries internal words: it outlasts what its reader may see', () => {
  const order = { orderNo: 'BLQ1', customerName: '张三' }
  const bodyOf = (event: string, actorId: number) =>
    decisionNotice({ event, actorId, opinion: SECRET }, order)?.body
  expect(bodyOf('pre_return', 5)).toContain(SECRET)
  expect([bodyOf('pre_reject', 0), bodyOf('risk_return', 5), bodyOf('risk_reject', 5)].join()).not.toContain(
    SECRET,
  )
})

describe('the mask of a schema', () => {
  const secret = needs(INTERNAL, z.string())
  const none: ReadonlySet<Permission> = new Set()
  const hidden = (schema: z.ZodType, value: unknown) => {
    fieldMask(schema)?.hide(value, none)
    return value
  }

  test('finds marks in objects, lists, records, unions and what may be missing', () => {
    const row = z.object({ secret, open: z.string() })
    const whole = { secret: 's', open: 'o' }
    const copy = () => structuredClone(whole)
    const schema = z.object({
      list: z.array(row),
      record: z.record(z.string(), row),
      maybe: row.nullable().optional(),
      either: z.union([z.string(), row]),
      none: row.nullable(),
    })
    const value = { list: [copy()], record: { a: copy() }, maybe: copy(), either: copy(), none: null }
    const open = { open: 'o' }
    expect(hidden(schema, value)).toEqual({
      list: [open],
      record: { a: open },
      maybe: open,
      either: open,
      none: null,
    })
  })

  test('finds them in what holds itself, and is nothing where nothing is marked', () => {
    const tree = z.object({
      secret,
      get children() {
        return z.array(tree)
      },
    })
    expect(hidden(tree, { secret: 's', children: [{ secret: 's', children: [] }] })).toEqual({
      children: [{ children: [] }],
    })
    const bare = z.object({
      get children() {
        return z.array(bare)
      },
    })
    expect([fieldMask(bare), fieldMask(z.object({ a: z.string() }))]).toEqual([null, null])
  })

  test('refuses to filter, sort or choose columns by what is hidden', () => {
    const mask = fieldMask(z.object({ secret, open: z.string() }))
    if (!mask) throw new Error('no mask')
    const ask =
      (input: Record<string, unknown>, held = none) =>
      () =>
        refuseHidden(mask, input, held)
    for (const input of [{ sort: 'secret:asc' }, { columns: ['open', 'secret'] }, { secret: 'x' }]) {
      expect(ask(input)).toThrow('填写有误')
      expect(ask(input, new Set([INTERNAL]))).not.toThrow()
    }
    expect(ask({ sort: 'open:asc', columns: ['open'], secret: undefined })).not.toThrow()
  })
})
