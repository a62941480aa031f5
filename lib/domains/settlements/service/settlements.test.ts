import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { workOffJobs } from '../../../platform/jobs/work-off.ts'
import { sealWith } from '../../contracts/service/seal/company-seal.ts'
import { isGenuine } from '../../contracts/service/seal/genuine.fixture.ts'
import { offerDemo } from '../../identity/service/demo-offer.ts'
import { glLine } from '../../ledger/table.ts'
import { loans } from '../../loans/contract.ts'
import { e1, history } from '../../loans/rules/testing.ts'
import { checkBooks } from '../../loans/service/check-books.ts'
import { loanAccount, loanFact, repayPlan } from '../../loans/table.ts'
import { papers } from '../../materials/contract/papers.ts'
import { mortgage } from '../../materials/table/mortgages.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { releases } from '../../releases/contract.ts'
import { approving, orderOf, wireBank } from '../../releases/service/testing.ts'
import { releaseTask } from '../../releases/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { settlements } from '../contract.ts'
import { settleApply } from '../table.ts'
import { certify } from './certify.ts'
import { expireSettlements } from './expire.ts'
import {
  applied,
  bookAs,
  businessDayIs,
  e1Loan,
  newest,
  paidFor,
  passed,
  readCase,
  settled,
  submitted,
  waiting,
} from './testing.ts'

/** A settlement from its trial to its certificate, on the worked examples of domain.md, and on its bad days. */

const home = mkdtempSync(join(tmpdir(), 'nlos-settle-'))
let backend: TestBackend
beforeAll(async () => {
  // Nobody works jobs off, but where a test wants it.
  backend = await openTestBackend({ background: false })
  wireBank()
  sealWith({}, home)
}, 120_000)
afterAll(async () => {
  await backend.close()
  rmSync(home, { recursive: true, force: true })
})

const day = '2025-09-25'
beforeEach(() => businessDayIs(day))
/** The books are what the facts of every loan say, whatever a test did. */
afterEach(async () => expect((await checkBooks()).differences).toEqual([]))

const postloan = () => backend.as('postloan')
const loanOf = async (id: number) => {
  const [loan] = await inTenant(1, () => db().select().from(loanAccount).where(eq(loanAccount.id, id)))
  if (!loan) throw new Error('the loan is gone')
  return loan
}
const planOf = (loanId: number, version: number) =>
  inTenant(1, () =>
    db()
      .select()
      .from(repayPlan)
      .where(
        sql`${repayPlan.loanId} = ${loanId} and ${repayPlan.planVersion} = ${version} and ${repayPlan.kind} = 'rent' and ${repayPlan.status} <> '已作废'`,
      )
      .orderBy(repayPlan.periodNo),
  )
const tasksOf = (orderId: number) =>
  inTenant(1, () =>
    db()
      .select({ kind: releaseTask.kind, dueDay: releaseTask.dueDay, doneAt: releaseTask.doneAt })
      .from(releaseTask)
      .where(sql`${releaseTask.orderId} = ${orderId} and ${releaseTask.endedAt} is null`)
      .orderBy(releaseTask.id),
  )
const mortgaged = (orderId: number) =>
  inTenant(1, () =>
    db().insert(mortgage).values({
      orderId,
      mortgagee: '示例融资租赁有限公司',
      rank: 1,
      dmvOffice: '示例车管所',
      agent: '王芳',
      applyAt: '2025-03-20',
      status: '已抵押',
    }),
  )
const mortgageOf = async (orderId: number) => {
  const [row] = await inTenant(1, () => db().select().from(mortgage).where(eq(mortgage.orderId, orderId)))
  return row?.status
}
const said = (error: unknown) => JSON.stringify((error as { body: unknown }).body)
const refusal = (promise: Promise<unknown>) => promise.then(() => 'done', said)

test('a trial moves with the day, and says why a day refuses it', async () => {
  const { loanId } = await e1Loan(backend)
  const { days } = await postloan().call(settlements.trial, {
    loanId,
    from: '2025-09-15',
    to: '2025-10-15',
    kind: '提前结清',
    wantedDeposit: '8600.00',
  })
  expect(days).toHaveLength(31)
  expect(days.find((one) => one.day === day)).toMatchObject({
    principal: '72921.40',
    interest: '145.84',
    fee: '2187.64',
    depositOffset: '8600.00',
    payable: '66654.88',
    periodsPaid: 6,
    breachRate: '0.03',
    refusal: null,
  })
  // On the next due day an instalment is due and not paid: what is owed of it is asked for beside the rest.
  expect(days.at(-1)).toMatchObject({ day: '2025-10-15', overdueTotal: '2663.30', interest: '0.00' })
  expect(
    await refusal(
      postloan().call(settlements.trial, { loanId, from: day, to: '2025-12-25', kind: '提前结清' }),
    ),
  ).toContain('62')
})

test('E1 is settled to the cent: loan, books, order, mortgage, tasks, and a certificate that anybody can check', async () => {
  const loan = await e1Loan(backend)
  await mortgaged(loan.orderId)
  await applied(backend, loan.loanId)
  expect(await newest(backend, loan.orderId)).toMatchObject({ status: '草稿', payable: '66654.88' })
  await submitted(backend, loan.orderId)
  await passed(backend, 'settlement', loan.orderId)
  const before = await readCase(backend, loan.orderId)
  expect(before.change).toMatchObject({
    refusal: null,
    before: { status: '还款中', outstandingPrincipal: '72921.40' },
    after: { status: '提前结清', outstandingPrincipal: '0.00', deposit: '0.00' },
  })
  expect(before.certificate).toBeNull()
  await paidFor(backend, loan.orderId)
  expect(await newest(backend, loan.orderId)).toMatchObject({ status: '待核销', paidAmount: '66654.88' })
  await passed(backend, 'settlementBooking', loan.orderId)

  const done = await readCase(backend, loan.orderId)
  expect(done.applications[0]).toMatchObject({ status: '已结清' })
  expect(done.applications[0]?.steps.map(({ step }) => step)).toEqual([
    'create',
    'submit',
    'approve',
    'pay',
    'book',
  ])
  expect(await loanOf(loan.loanId)).toMatchObject({
    status: '提前结清',
    settledOn: day,
    outstandingPrincipal: '0.00',
    depositBalance: '0.00',
    prepaidBalance: '0.00',
  })
  expect(await orderOf(loan.orderId)).toMatchObject({ status: 'settled', settledAt: expect.anything() })
  expect(await mortgageOf(loan.orderId)).toBe('待解押')
  expect((await tasksOf(loan.orderId)).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['mortgage_release', 'archive_return']),
  )
  const [sums] = await inTenant(1, () =>
    db()
      .select({
        open: sql<string>`coalesce(sum(debit - credit) filter (where account_code in ('1531.01', '1132', '2241.01', '2203')), 0)::text`,
      })
      .from(glLine)
      .where(eq(glLine.loanId, loan.loanId)),
  )
  expect(sums).toEqual({ open: '0.00' })

  const free = async (typed: object) => {
    const { id: orderId, rowVersion } = await orderOf(loan.orderId)
    return backend
      .as('material_clerk')
      .call(papers.freeMortgage, { orderId, rowVersion, releaseApplyAt: day, ...typed })
  }
  const isFreed = async () =>
    (await tasksOf(loan.orderId)).find(({ kind }) => kind === 'mortgage_release')?.doneAt !== null
  await free({})
  expect([await mortgageOf(loan.orderId), await isFreed()]).toEqual(['解押中', false])
  await free({ releaseDoneAt: day, releaseExpressNo: 'SF0001' })
  expect([await mortgageOf(loan.orderId), await isFreed()]).toEqual(['已解押', true])
  expect(await refusal(free({}))).toContain('papers.refusals.freed')
})

test.each([
  ['reduce', day, 30, '1934.32', '212.27', '53067.24'],
  ['reduce', '2025-09-15', 30, '1932.84', null, '52921.40'],
  ['shorten', '2025-09-15', 22, '2663.30', null, '52921.40'],
] as const)(
  'a prepayment of 20,000.00, %s on %s, makes the plan of the worked example',
  async (way, on, periods, rent, interest, balance) => {
    await businessDayIs(on)
    const loan = await e1Loan(backend, history(e1, { deposit: 8600_00 }).payThrough(6), on)
    await settled(backend, loan, {
      kind: '部分提前还款',
      amount: '20000.00',
      way,
      quoteDate: on,
      wantedDeposit: '0',
    })
    expect(await newest(backend, loan.orderId)).toMatchObject({ status: '已完成', payable: '20000.00' })
    expect(await loanOf(loan.loanId)).toMatchObject({
      planVersion: 2,
      outstandingPrincipal: balance,
      status: '还款中',
    })
    const plan = await planOf(loan.loanId, 2)
    const [first] = plan
    expect(plan).toHaveLength(periods)
    expect(first?.amount).toBe(rent)
    if (interest) expect(first?.interest).toBe(interest)
    if (way === 'shorten') expect(plan.at(-1)?.amount).toBe('592.63')
    expect(await orderOf(loan.orderId)).toMatchObject({ status: 'released' })
    const { applications, certificate } = await readCase(backend, loan.orderId)
    expect(certificate).toBeNull()
    // Its reversal brings plan and application back; a new quote can be made on the same application.
    await reversed(loan, 'prepayment')
    expect(await newest(backend, loan.orderId)).toMatchObject({ id: applications[0]?.id, status: '已失效' })
    expect(await loanOf(loan.loanId)).toMatchObject({ planVersion: 1, outstandingPrincipal: '72921.40' })
  },
)

/** 冲正 by two people, as the calls of a loan have it. */
async function reversed(
  loan: { loanId: number },
  kind: 'settlement' | 'prepayment' | 'reversal' | 'receipt',
) {
  const [fact] = await inTenant(1, () =>
    db()
      .select()
      .from(loanFact)
      .where(sql`${loanFact.loanId} = ${loan.loanId} and ${loanFact.kind} = ${kind}`)
      .orderBy(sql`${loanFact.factNo} desc`)
      .limit(1),
  )
  const { rowVersion } = await loanOf(loan.loanId)
  await postloan().call(loans.propose, {
    rowVersion,
    loanId: loan.loanId,
    valueDate: fact?.valueDate ?? day,
    fact: { kind: 'reversal', of: fact?.factNo ?? 0 },
    reason: '款项退回',
    eventId: newEvent(),
  })
  const { data } = await postloan().call(changes.of, { kind: 'loanFact', aboutId: loan.loanId })
  if (!data[0]) throw new Error('nothing waits')
  await backend.as('finance_checker').call(changes.approve, approving(data[0]))
}

test('the whole of a loan is no prepayment: it is led to a settlement', async () => {
  const { loanId } = await e1Loan(backend)
  const asked = applied(backend, loanId, { kind: '部分提前还款', amount: '72921.40', wantedDeposit: '0' })
  expect(await refusal(asked)).toContain('请改为提前结清')
})

test('a reversal of a settlement brings loan, order, mortgage and application back, voids the certificate, and back again', async () => {
  const loan = await e1Loan(backend)
  await mortgaged(loan.orderId)
  await settled(backend, loan)
  const first = (await readCase(backend, loan.orderId)).certificate?.proofNo
  expect(first).toMatch(/^JQZM/)
  await reversed(loan, 'settlement')
  expect(await loanOf(loan.loanId)).toMatchObject({ status: '还款中', outstandingPrincipal: '72921.40' })
  expect(await orderOf(loan.orderId)).toMatchObject({ status: 'released', settledAt: null })
  expect(await mortgageOf(loan.orderId)).toBe('已抵押')
  expect(await tasksOf(loan.orderId)).toEqual([])
  const back = await readCase(backend, loan.orderId)
  expect(back.certificate).toBeNull()
  expect(back.applications[0]).toMatchObject({ status: '已失效' })
  await reversed(loan, 'reversal')
  const again = await readCase(backend, loan.orderId)
  expect(again.applications[0]).toMatchObject({ status: '已结清' })
  expect(again.certificate?.proofNo).not.toBe(first)
  expect(await orderOf(loan.orderId)).toMatchObject({ status: 'settled' })
})

test('each task behind a settlement is ended by a person, once, with its day and the way its papers went', async () => {
  const loan = await e1Loan(backend)
  await inTenant(1, () =>
    db()
      .update(application)
      .set({ gpsInstalledAt: sql`now()`, mortgageOkAt: null })
      .where(eq(application.id, loan.orderId)),
  )
  await mortgaged(loan.orderId)
  await settled(backend, loan)
  const open = async () => (await tasksOf(loan.orderId)).filter(({ doneAt }) => doneAt === null)
  expect((await open()).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['mortgage_release', 'gps_removal', 'archive_return']),
  )
  const finish = async (kind: string, more: object = {}) =>
    postloan().send(releases.finishTask, {
      orderId: loan.orderId,
      rowVersion: (await orderOf(loan.orderId)).rowVersion,
      kind,
      doneOn: day,
      eventId: newEvent(),
      ...more,
    })
  // Its papers are with the office: they end it.
  expect(await finish('mortgage_release')).toMatchObject({
    status: 422,
    body: { code: 'releases.refusals.freedByPapers' },
  })
  expect(await finish('gps_removal', { doneOn: '2025-09-01' })).toMatchObject({ status: 400 })
  expect(await finish('gps_removal')).toMatchObject({ status: 200 })
  expect(await finish('gps_removal')).toMatchObject({
    status: 422,
    body: { code: 'releases.refusals.noTask' },
  })
  expect(await finish('archive_return')).toMatchObject({ status: 400 })
  const sent = { courier: '顺丰', expressNo: 'SF1000000001' }
  expect(await finish('archive_return', sent)).toMatchObject({ status: 200 })
  expect((await open()).map(({ kind }) => kind)).toEqual(['mortgage_release'])
  const { tasks } = await postloan().call(releases.loan, { orderId: loan.orderId })
  expect(tasks.find(({ kind }) => kind === 'archive_return')).toMatchObject({ doneOn: day, ...sent })
})

test('a receipt that a settlement used is not reversed alone: the refusal says what is short', async () => {
  const loan = await e1Loan(backend)
  await settled(backend, loan)
  expect(await refusal(reversed(loan, 'receipt'))).toMatch(/结清款不足|结束|不足/)
})

test('a loan whose last instalment is paid is settled as well, and its deposit waits to go back', async () => {
  const loan = await e1Loan(backend, history(e1, { deposit: 8600_00 }).payThrough(35), '2028-03-10')
  await businessDayIs('2028-03-15')
  const { plan } = { plan: await planOf(loan.loanId, 1) }
  const last = plan.at(-1)
  const amount = Math.round(Number(last?.amount) * 100)
  const receipt = {
    kind: 'receipt',
    amount,
    eventId: `last:${loan.loanId}`,
    valueDate: '2028-03-15',
    checkedBy: null,
  } as const
  await bookAs(loan.loanId, receipt, '2028-03-15')
  expect(await loanOf(loan.loanId)).toMatchObject({ status: '正常结清', depositBalance: '8600.00' })
  expect(await orderOf(loan.orderId)).toMatchObject({ status: 'settled' })
  expect((await tasksOf(loan.orderId)).map(({ kind }) => kind)).toContain('balance_refund')
  expect((await readCase(backend, loan.orderId)).certificate).not.toBeNull()
})

test('at midnight a quote is over: nobody approves it, and money of its own day still counts', async () => {
  const unapproved = await e1Loan(backend)
  await applied(backend, unapproved.loanId)
  await submitted(backend, unapproved.orderId)
  const approved = await e1Loan(backend)
  await applied(backend, approved.loanId)
  await submitted(backend, approved.orderId)
  await passed(backend, 'settlement', approved.orderId)

  await businessDayIs('2025-09-26')
  // Before anything ran that night.
  expect(await refusal(passed(backend, 'settlement', unapproved.orderId))).toContain('报价日已过')
  await inTenant(1, () => expireSettlements('2025-09-26', new Date()))
  expect(await newest(backend, unapproved.orderId)).toMatchObject({ status: '已失效' })
  expect(await newest(backend, approved.orderId)).toMatchObject({ status: '已失效' })
  const late = { paidOn: '2025-09-26' }
  expect(await refusal(paidFor(backend, approved.orderId, late))).toContain('2025-09-25 当日有效')
  expect(await refusal(paidFor(backend, unapproved.orderId))).toContain('尚未审核通过')
  await paidFor(backend, approved.orderId)
  await passed(backend, 'settlementBooking', approved.orderId)
  expect(await loanOf(approved.loanId)).toMatchObject({ status: '提前结清', settledOn: day })

  // The other one is quoted anew, on the same application.
  const { id, rowVersion } = await newest(backend, unapproved.orderId)
  await postloan().call(settlements.save, {
    id,
    rowVersion,
    kind: '提前结清',
    quoteDate: '2025-09-26',
    reason: '卖车',
    wantedDeposit: '8600.00',
    eventId: newEvent(),
  })
  expect(await newest(backend, unapproved.orderId)).toMatchObject({
    id,
    status: '草稿',
    isApproved: false,
    quoteDate: '2025-09-26',
    payable: '66669.47',
  })
})

test('a receipt of the same second is neither lost nor doubled: what is over stands as 预收款', async () => {
  const loan = await e1Loan(backend)
  await applied(backend, loan.loanId)
  await submitted(backend, loan.orderId)
  await passed(backend, 'settlement', loan.orderId)
  await paidFor(backend, loan.orderId)
  const booking = passed(backend, 'settlementBooking', loan.orderId)
  const receipt = {
    kind: 'receipt',
    amount: 1000_00,
    eventId: `same:${loan.loanId}`,
    valueDate: day,
    checkedBy: null,
  } as const
  await Promise.all([booking, bookAs(loan.loanId, receipt, day)])
  expect(await loanOf(loan.loanId)).toMatchObject({ status: '提前结清', prepaidBalance: '1000.00' })
})

test('a receipt between quote and approval, or a reversal between payment and booking, is noticed', async () => {
  const loan = await e1Loan(backend)
  await applied(backend, loan.loanId)
  await submitted(backend, loan.orderId)
  const receipt = {
    kind: 'receipt',
    amount: 1000_00,
    eventId: `between:${loan.loanId}`,
    valueDate: day,
    checkedBy: null,
  } as const
  await bookAs(loan.loanId, receipt, day)
  expect(await refusal(passed(backend, 'settlement', loan.orderId))).toContain('请重新试算')

  const other = await e1Loan(backend)
  await applied(backend, other.loanId)
  await submitted(backend, other.orderId)
  await passed(backend, 'settlement', other.orderId)
  await paidFor(backend, other.orderId)
  await reversed(other, 'receipt')
  expect(await refusal(passed(backend, 'settlementBooking', other.orderId))).toContain('结清款不足')
  // Nothing was booked; the checker sends the money back, and the application is quoted anew or withdrawn.
  const { id, rowVersion } = await waiting(backend, 'settlementBooking', other.orderId)
  await backend
    .as('finance_checker')
    .call(changes.refuse, { id, rowVersion, reason: '请重新试算', eventId: newEvent() })
  expect(await newest(backend, other.orderId)).toMatchObject({ status: '待客户付款', thirdNo: null })
})

test('two windows: one application of a loan, and the same money once', async () => {
  const loan = await e1Loan(backend)
  const both = await Promise.all([
    refusal(applied(backend, loan.loanId)),
    refusal(applied(backend, loan.loanId)),
  ])
  expect(both.filter((one) => one === 'done')).toHaveLength(1)
  expect(both.join()).toContain('已有办理中的结清申请')
  const other = await e1Loan(backend)
  await applied(backend, other.loanId)
  for (const { orderId } of [loan, other]) {
    await submitted(backend, orderId)
    await passed(backend, 'settlement', orderId)
  }
  const same = { thirdNo: 'SAME-MONEY' }
  const paid = await Promise.all([
    refusal(paidFor(backend, loan.orderId, same)),
    refusal(paidFor(backend, other.orderId, same)),
  ])
  expect(paid.filter((one) => one === 'done')).toHaveLength(1)
  expect(paid.join()).toContain('登记')
  const [count] = await inTenant(1, () =>
    db()
      .select({ rows: sql<number>`count(*)::int` })
      .from(settleApply)
      .where(eq(settleApply.thirdNo, 'SAME-MONEY')),
  )
  expect(count).toEqual({ rows: 1 })
})

test('a waiver without approval is worth nothing, and nobody approves what he asked for', async () => {
  const loan = await e1Loan(backend)
  await applied(backend, loan.loanId, { waivedBreach: '2187.64', waivedInterest: '45.84' })
  expect(await newest(backend, loan.orderId)).toMatchObject({ waiveAmount: '2233.48', payable: '64421.40' })
  const paid = { paidAmount: '64421.40' }
  expect(await refusal(paidFor(backend, loan.orderId, paid))).toContain('当前状态')
  await submitted(backend, loan.orderId)
  expect(await refusal(paidFor(backend, loan.orderId, paid))).toContain('正在审核')
  expect(await refusal(passed(backend, 'settlement', loan.orderId, 'postloan'))).not.toBe('done')
  await passed(backend, 'settlement', loan.orderId)
  expect(await refusal(paidFor(backend, loan.orderId, { paidAmount: '64421.39' }))).toContain('差 0.01 元')
  await paidFor(backend, loan.orderId, paid)
  await passed(backend, 'settlementBooking', loan.orderId)
  expect(await loanOf(loan.loanId)).toMatchObject({ status: '提前结清', prepaidBalance: '0.00' })
  const over = applied(backend, (await e1Loan(backend)).loanId, { waivedBreach: '2187.65' })
  expect(await refusal(over)).toContain('减免违约金不能超过')
})

test('the certificate is sealed behind the settlement, and anybody can check it', async () => {
  const loan = await e1Loan(backend)
  await settled(backend, loan)
  const asked = { orderId: loan.orderId }
  expect((await readCase(backend, loan.orderId)).certificate).toMatchObject({
    settledOn: day,
    sealedAt: null,
  })
  expect((await postloan().raw(settlements.certificate, asked)).status).toBe(422)
  // Only a demo has an authority of its own.
  offerDemo(true)
  const endJobs = workOffJobs([certify], { planAfter: Number.POSITIVE_INFINITY })
  const end = Date.now() + 200_000
  while (!(await readCase(backend, loan.orderId)).certificate?.sealedAt && Date.now() < end)
    await new Promise((wake) => setTimeout(wake, 200))
  await endJobs()
  offerDemo(false)
  const response = await postloan().raw(settlements.certificate, asked)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(isGenuine(join(home, 'seal'), Buffer.from(await response.arrayBuffer()))).toBe(true)
}, 240_000)
