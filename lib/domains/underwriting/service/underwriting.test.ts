import { and, eq } from 'drizzle-orm'
import { withCall } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { notification } from '../../../platform/messages/table.ts'
import { giveUp } from '../../../platform/outside/settle.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { minus } from '../../../rules/money.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { papers } from '../../materials/contract/papers.ts'
import { endFormerCover, endFormerPapers, otherTerms } from '../../materials/service/former-papers.ts'
import { asReleased, papersIn, testPolicy } from '../../materials/service/testing.ts'
import { materialSet } from '../../materials/table/materials.ts'
import { applications } from '../../orders/contract.ts'
import { termsAt } from '../../orders/service/terms.ts'
import { newEvent, testPicture } from '../../orders/service/testing.ts'
import type { ChargedFee } from '../../products/rules/product-offer.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { insurancePolicy } from '../../vehicles/table.ts'
import { coverEnd } from '../rules/underwriting.ts'
import {
  callsOf,
  insurableOrder,
  insuredOrder,
  insurerSays,
  onOrder,
  orderNow,
  passSet,
  says,
  submissionsOf,
  testPremium,
  twoPolicies,
  typePolicy,
  wireInsurer,
} from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  // Nobody sends: what the insurer says, and when, is for each test to decide.
  backend = await openTestBackend({ background: false })
  wireInsurer()
}, 90_000)
afterAll(() => backend.close())

const today = businessDate(new Date())
const clerk = () => backend.as('material_clerk')
const submit = async (orderId: number, more: object = {}) =>
  clerk().call(papers.submitInsurer, {
    ...(await onOrder(orderId)),
    insurer: 'DEMO1',
    startDate: today,
    ...more,
  })
const ask = async (orderId: number) => clerk().call(papers.askInsurer, await onOrder(orderId))
const read = async (orderId: number) => {
  const { underwriting } = await clerk().call(papers.get, { orderId, kind: 'insurer' })
  if (!underwriting) throw new Error('the order is not asked for it')
  return underwriting
}
const newest = async (orderId: number) => {
  const [row] = await submissionsOf(orderId)
  if (!row) throw new Error('nothing was submitted')
  return row
}
const policiesOf = (orderId: number) =>
  inTenant(1, () =>
    db()
      .select()
      .from(insurancePolicy)
      .where(and(eq(insurancePolicy.orderId, orderId), eq(insurancePolicy.insType, '6'))),
  )
const noticesOf = (orderId: number) =>
  inTenant(1, () => db().select().from(notification).where(eq(notification.orderId, orderId)))
const setOf = async (orderId: number) => {
  const [set] = await inTenant(1, () =>
    db()
      .select()
      .from(materialSet)
      .where(and(eq(materialSet.orderId, orderId), eq(materialSet.kind, 'insurer'))),
  )
  return set
}
let policies = 0
const made = (more: object = {}) =>
  says('underwritten', {
    policyNo: `LB-${++policies}`,
    startDate: today,
    endDate: coverEnd(today, 3),
    reply: '同意承保',
    ...more,
  })

test('an insurer gets what the order says, once its papers have passed, and its policy is the order’s', async () => {
  const orderId = await insuredOrder(backend)
  await expect(submit(orderId)).rejects.toThrow('422 保司材料审核通过后才能提交')
  await passSet(backend, orderId)
  await expect(submit(orderId, { startDate: '2020-01-01' })).rejects.toThrow('400')
  await expect(submit(orderId, { insurer: 'NOBODY' })).rejects.toThrow('400')
  expect(await read(orderId)).toMatchObject({
    status: '未提交',
    submissions: [],
    trial: { premium: testPremium, years: 3, base: '81000.00', sumInsured: '83916.00' },
  })
  await submit(orderId)
  const row = await newest(orderId)
  const { orderNo, idNo, customerName } = await orderNow(orderId)
  expect(row).toMatchObject({ submitNo: `${orderNo}-B1`, status: '已提交', premium: testPremium, round: 1 })
  const [call] = await callsOf(`${orderNo}-B1/1.1`)
  expect(call?.request).toMatchObject({
    insurer: 'DEMO1',
    premium: testPremium,
    sumInsured: '83916.00',
    years: 3,
    applicant: { name: customerName, idNo },
    papers: expect.arrayContaining([{ type: 'insurer_consent', hash: expect.any(String) }]),
  })
  expect(JSON.stringify(call?.shown)).not.toContain(idNo)
  expect((await read(orderId)).identifynumber).not.toContain(idNo.slice(6, 14))
  await expect(submit(orderId)).rejects.toThrow('422 已提交保险公司')
  await expect(ask(orderId)).rejects.toThrow('422 正在等待')

  await insurerSays(`${orderNo}-B1/1.1`, { result: 'pending' })
  expect(await newest(orderId)).toMatchObject({ status: '核保中' })
  const answer = made({ premium: '2900.00' })
  for (const _twice of [1, 2]) await insurerSays(`${orderNo}-B1/1.1`, answer)
  expect(await newest(orderId)).toMatchObject({ status: '承保', premium: '2900.00', reply: '同意承保' })
  expect(await policiesOf(orderId)).toMatchObject([
    {
      policyNo: `LB-${policies}`,
      insurer: 'DEMO1',
      premium: '2900.00',
      insurerStatus: '承保',
      startDate: today,
      endDate: coverEnd(today, 3),
      sumInsured: '83916.00',
      status: '待审核',
    },
  ])
  const heard = (await noticesOf(orderId)).filter(({ opens }) => opens === 'insurerSubmission')
  expect(heard).toHaveLength(1)
  const audits = await inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.object, `application:${orderId}`), eq(auditLog.action, 'paper.insurer_answer'))),
  )
  expect(audits).toHaveLength(1)
  await expect(submit(orderId)).rejects.toThrow('422 保险公司已承保')
  const insurance = await clerk().call(papers.get, { orderId, kind: 'insurance' })
  expect(insurance.formLacks).not.toContain('performance')
})

test('what an insurer misses is replaced, passed, and goes to the same insurer again', async () => {
  const orderId = await insurableOrder(backend)
  await submit(orderId)
  const { submitNo } = await newest(orderId)
  await insurerSays(`${submitNo}/1.1`, says('supplement', { reply: '缺收入证明' }))
  expect(await newest(orderId)).toMatchObject({ status: '补充资料', reply: '缺收入证明' })
  expect(await setOf(orderId)).toMatchObject({ status: '退回', reason: '缺收入证明' })
  await expect(submit(orderId)).rejects.toThrow('422 保司材料审核通过后才能提交')
  await clerk().upload(
    attachments.upload,
    { orderId, kind: 'insurer', materialType: 'insurer_income', eventId: newEvent() },
    { name: 'a.jpg', bytes: await testPicture() },
  )
  const on = async () => ({ ...(await onOrder(orderId)), kind: 'insurer' as const })
  await clerk().call(papers.submit, await on())
  await clerk().call(papers.pass, await on())
  await expect(submit(orderId, { insurer: 'DEMO2' })).rejects.toThrow('400')
  await submit(orderId)
  expect(await submissionsOf(orderId)).toMatchObject([{ status: '已提交', round: 2, reply: null }])
  // Everything that it says of the first round comes too late.
  const [first] = await callsOf(`${submitNo}/1.1`)
  expect(first?.status).toBe('done')
  await insurerSays(`${submitNo}/2.1`, made())
  expect(await newest(orderId)).toMatchObject({ status: '承保' })
})

test('what one insurer refuses another may take; the refusal stays in the list of submissions', async () => {
  const orderId = await insurableOrder(backend)
  await submit(orderId)
  const { submitNo } = await newest(orderId)
  await insurerSays(`${submitNo}/1.1`, says('rejected', { reply: '车辆不在承保范围' }))
  expect(await newest(orderId)).toMatchObject({ status: '拒保', reply: '车辆不在承保范围' })
  const list = async (filters: object) =>
    (await clerk().call(papers.insurerList, { length: 100, ...filters })).data.map(({ id }) => id)
  expect(await list({ underwritingStatus: '拒保' })).toContain(orderId)
  await submit(orderId, { insurer: 'DEMO2' })
  expect(await submissionsOf(orderId)).toMatchObject([
    { status: '已提交', insurer: 'DEMO2', submitNo: expect.stringMatching(/-B2$/) },
    { status: '拒保', insurer: 'DEMO1' },
  ])
  expect(await list({ underwritingStatus: '拒保' })).not.toContain(orderId)
  expect(await list({ underwritingStatus: '已提交', insurer: 'DEMO2' })).toContain(orderId)
  expect(await list({ insurer: 'DEMO1' })).not.toContain(orderId)
  expect(await list({ underwritingStatus: '未提交' })).not.toContain(orderId)
})

test('silence is no answer: it is asked again under its number, and whichever question is answered counts once', async () => {
  const orderId = await insurableOrder(backend)
  await submit(orderId)
  const { submitNo } = await newest(orderId)
  const [call] = await callsOf(`${submitNo}/1.1`)
  await inTenant(1, async () => {
    if (call) await giveUp(call, 'timed out')
  })
  expect(await newest(orderId)).toMatchObject({ status: '已提交', silent: true })
  expect((await read(orderId)).silent).toBe(true)
  await expect(submit(orderId)).rejects.toThrow('422 已提交保险公司')
  await ask(orderId)
  expect(await submissionsOf(orderId)).toMatchObject([{ silent: false, asks: 2, round: 1 }])
  await insurerSays(`${submitNo}/1.1`, made())
  await insurerSays(`${submitNo}/1.2`, says('rejected', { reply: '不承保' }))
  expect(await newest(orderId)).toMatchObject({ status: '承保' })
})

test('what the port does not take is no refusal of the insurer: it goes to it again, or to another one', async () => {
  const orderId = await insurableOrder(backend)
  await submit(orderId)
  const { submitNo } = await newest(orderId)
  await insurerSays(`${submitNo}/1.1`, { result: 'refused', reason: '投保方案未开通' })
  expect(await newest(orderId)).toMatchObject({ status: '提交失败', reply: '投保方案未开通' })
  const heard = (await noticesOf(orderId)).filter(({ opens }) => opens === 'insurerSubmission')
  expect(heard.map(({ title }) => title)).toEqual([expect.stringContaining('提交保司失败')])
  const { data } = await clerk().call(papers.insurerList, { length: 100, underwritingStatus: '提交失败' })
  expect(data.map(({ id }) => id)).toContain(orderId)
  // The same submission, asked once more.
  await submit(orderId)
  expect(await submissionsOf(orderId)).toMatchObject([{ submitNo, status: '已提交', round: 1, asks: 2 }])
  await insurerSays(`${submitNo}/1.2`, { result: 'refused', reason: '投保方案未开通' })
  await submit(orderId, { insurer: 'DEMO2' })
  expect(await submissionsOf(orderId)).toMatchObject([
    { status: '已提交', insurer: 'DEMO2', submitNo: expect.stringMatching(/-B2$/) },
    { status: '提交失败', insurer: 'DEMO1' },
  ])
})

test('what fails on the way with more papers goes to the insurer that asked for them, and to no other', async () => {
  const orderId = await insurableOrder(backend)
  await submit(orderId)
  const { submitNo } = await newest(orderId)
  await insurerSays(`${submitNo}/1.1`, says('supplement', { reply: '缺收入证明' }))
  await passSet(backend, orderId)
  await submit(orderId)
  await insurerSays(`${submitNo}/2.1`, { result: 'refused', reason: '报文校验失败' })
  await expect(submit(orderId, { insurer: 'DEMO2' })).rejects.toThrow('400')
  await submit(orderId)
  expect(await submissionsOf(orderId)).toMatchObject([{ status: '已提交', round: 2, asks: 2 }])
})

test('a question that got there is answered, although the next one did not', async () => {
  const orderId = await insurableOrder(backend)
  await submit(orderId)
  const { submitNo } = await newest(orderId)
  const [call] = await callsOf(`${submitNo}/1.1`)
  await inTenant(1, async () => {
    if (call) await giveUp(call, 'timed out')
  })
  await ask(orderId)
  await insurerSays(`${submitNo}/1.2`, { result: 'refused', reason: '投保单号重复' })
  expect(await newest(orderId)).toMatchObject({ status: '提交失败', silent: false })
  await insurerSays(`${submitNo}/1.1`, made())
  expect(await newest(orderId)).toMatchObject({ status: '承保' })
})

test.each(['HTTP 400 bad request', 'no answer of the port: result'])(
  'a fault (%s) is no word of the insurer: it waits, is asked again, and falls silent at last',
  async (note) => {
    const orderId = await insurableOrder(backend)
    await submit(orderId)
    const { submitNo } = await newest(orderId)
    await insurerSays(`${submitNo}/1.1`, { result: 'error', note })
    expect(await newest(orderId)).toMatchObject({ status: '已提交', silent: false })
  },
)

test('what the insurer misses after the release still goes to it', async () => {
  const orderId = await insurableOrder(backend)
  await submit(orderId)
  const { submitNo } = await newest(orderId)
  await asReleased(orderId)
  await insurerSays(`${submitNo}/1.1`, says('supplement', { reply: '缺收入证明' }))
  const on = async () => ({ ...(await onOrder(orderId)), kind: 'insurer' as const })
  await clerk().upload(
    attachments.upload,
    { orderId, kind: 'insurer', materialType: 'insurer_income', eventId: newEvent() },
    { name: 'a.jpg', bytes: await testPicture() },
  )
  await clerk().call(papers.submit, await on())
  await clerk().call(papers.pass, await on())
  await submit(orderId)
  await insurerSays(`${submitNo}/2.1`, made())
  expect(await newest(orderId)).toMatchObject({ status: '承保', round: 2 })
  // Nothing new is begun after the release.
  const other = await insurableOrder(backend)
  await asReleased(other)
  await expect(submit(other)).rejects.toThrow('422 审批通过、尚未放款')
})

test('a policy that was typed meanwhile stays, beside the insurer’s, until somebody says which one counts', async () => {
  const orderId = await insurableOrder(backend)
  const numbers = await twoPolicies(backend, orderId)
  expect(await policiesOf(orderId)).toMatchObject([{ policyNo: numbers.typed, premium: '950.00' }])
  expect(await read(orderId)).toMatchObject({
    status: '承保',
    conflict: true,
    typed: { policyNo: numbers.typed },
    submissions: [{ policyNo: numbers.made }],
  })
  const heard = (await noticesOf(orderId)).filter(({ opens }) => opens === 'insurerSubmission')
  expect(heard.map(({ title }) => title)).toEqual([expect.stringContaining('请核对保单')])
  await clerk().call(papers.choosePolicy, { ...(await onOrder(orderId)), choice: 'insurer' })
  expect(await policiesOf(orderId)).toMatchObject([{ policyNo: numbers.made, insurerStatus: '承保' }])
  expect(await read(orderId)).toMatchObject({ conflict: false })
  // Everything that was replaced is read in the log.
  const [audited] = await inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.object, `application:${orderId}`), eq(auditLog.action, 'paper.choose_policy'))),
  )
  expect(JSON.stringify(audited)).toContain(numbers.typed)
  await expect(
    clerk().call(papers.choosePolicy, { ...(await onOrder(orderId)), choice: 'typed' }),
  ).rejects.toThrow('422 没有需要核对的保单')
})

test('the typed policy may be the one that counts; the insurer’s stays with its submission', async () => {
  const orderId = await insurableOrder(backend)
  const numbers = await twoPolicies(backend, orderId)
  await clerk().call(papers.choosePolicy, { ...(await onOrder(orderId)), choice: 'typed' })
  expect(await policiesOf(orderId)).toMatchObject([{ policyNo: numbers.typed }])
  expect(await read(orderId)).toMatchObject({
    conflict: false,
    submissions: [{ policyNo: numbers.made }],
  })
})

test('the very policy that the insurer made may have been typed already', async () => {
  const orderId = await insurableOrder(backend)
  await submit(orderId)
  const endDate = coverEnd(today, 3)
  const typed = { ...testPolicy('performance'), startDate: today, endDate, premium: '2916.00' }
  await typePolicy(backend, orderId, typed)
  const { policyNo } = typed
  await insurerSays(`${(await newest(orderId)).submitNo}/1.1`, made({ policyNo, endDate }))
  expect(await policiesOf(orderId)).toMatchObject([{ policyNo, insurerStatus: '承保' }])
  expect(await read(orderId)).toMatchObject({ status: '承保', conflict: false })
})

test('nobody types over the policy that an insurer made; another one may be added', async () => {
  const orderId = await insurableOrder(backend)
  await submit(orderId)
  await insurerSays(`${(await newest(orderId)).submitNo}/1.1`, made())
  const own = await policiesOf(orderId)
  await expect(typePolicy(backend, orderId, testPolicy('performance'))).rejects.toThrow(
    '422 该保单由保险公司出具',
  )
  expect(await policiesOf(orderId)).toEqual(own)
  await clerk().call(papers.savePolicy, { ...(await onOrder(orderId)), ...testPolicy('performance') })
  expect(await policiesOf(orderId)).toHaveLength(2)
})

test('a policy number that another order has is none', async () => {
  const [one, other] = [await insurableOrder(backend), await insurableOrder(backend)]
  for (const orderId of [one, other]) await submit(orderId)
  const answer = made()
  await insurerSays(`${(await newest(one)).submitNo}/1.1`, answer)
  await insurerSays(`${(await newest(other)).submitNo}/1.1`, answer)
  expect(await newest(other)).toMatchObject({
    status: '补充资料',
    policyNo: null,
    reply: expect.stringContaining('已用于其他订单'),
  })
  expect((await policiesOf(other)).filter(({ policyNo }) => policyNo)).toHaveLength(0)
})

test('an answer without a policy number or with days that make no sense is none', async () => {
  const orderId = await insurableOrder(backend)
  await submit(orderId)
  const { submitNo } = await newest(orderId)
  await insurerSays(`${submitNo}/1.1`, says('underwritten', { reply: '同意' }))
  await insurerSays(`${submitNo}/1.1`, made({ endDate: '2000-01-01' }))
  expect(await newest(orderId)).toMatchObject({ status: '已提交' })
})

test('of a void order the submitter is told, and its policy counts no more', async () => {
  const orderId = await insurableOrder(backend)
  await submit(orderId)
  const { submitNo } = await newest(orderId)
  await backend.as('first_reviewer').call(applications.void, {
    ...(await onOrder(orderId)),
    reason: '客户放弃',
  })
  await insurerSays(`${submitNo}/1.1`, made())
  expect(await newest(orderId)).toMatchObject({ status: '承保' })
  expect((await policiesOf(orderId)).filter(({ policyNo }) => policyNo)).toHaveLength(0)
  const heard = (await noticesOf(orderId)).filter(({ opens }) => opens === 'insurerSubmission')
  expect(heard.map(({ title }) => title)).toEqual(
    expect.arrayContaining([expect.stringContaining('请通知保司撤销')]),
  )
})

test('a loan that finances its premium is quoted at the amount that is asked for, and so at what was approved', async () => {
  const orderId = await insuredOrder(backend)
  const order = await orderNow(orderId)
  const call = systemCall(1, new Date())
  const quoteAt = async (approvedAmount: string, fees?: readonly ChargedFee[]) => {
    const { quoted } = await inTenant(1, () =>
      withCall(call, () =>
        termsAt(order, { approvedAmount, approvedTerm: order.approvedTerm ?? 0, fees }, call),
      ),
    )
    if (!quoted) throw new Error(`no quote at ${approvedAmount}`)
    return quoted.view
  }
  const applied = order.appliedAmount ?? '0'
  for (const less of ['0.00', '0.01', '0.02', '3916.00', '5000.37', '20000.00', '30123.45']) {
    const asked = minus(applied, less)
    const approved = await quoteAt(asked)
    // Some amounts come of no down payment: the premium moves by a cent with every thirty-five of the rest.
    expect([asked, minus(asked, '0.01')]).toContain(approved.financeAmount)
    const signed = await quoteAt(approved.financeAmount, approved.fees)
    expect([signed.financeAmount, signed.monthlyPayment]).toEqual([
      approved.financeAmount,
      approved.monthlyPayment,
    ])
  }
})

describe('an order whose terms change', () => {
  const change = async (orderId: number, amount: string) =>
    backend.as('entry_clerk').call(riskApproval.changeTerms, {
      ...(await onOrder(orderId)),
      amount,
      term: (await orderNow(orderId)).approvedTerm ?? 0,
      reason: '客户自付更多',
    })

  test('is insured anew: the policy of the former loan is none of it, and its insurance does not pass with it', async () => {
    const orderId = await insurableOrder(backend)
    await submit(orderId)
    const { orderNo } = await orderNow(orderId)
    await insurerSays(`${orderNo}-B1/1.1`, made())
    const lacks = async () => (await clerk().call(papers.get, { orderId, kind: 'insurance' })).formLacks
    expect(await lacks()).not.toContain('performance')
    await papersIn(backend, orderId, 'insurance', '通过', '通过')
    await change(orderId, '80000.00')

    expect(await lacks()).toContain('performance')
    const insurance = await clerk().call(papers.get, { orderId, kind: 'insurance' })
    expect(insurance.setStatus).toBe('已失效')
    expect(
      insurance.items.flatMap(({ itemStatus, materialType }) =>
        itemStatus === '不合格' ? materialType : [],
      ),
    ).toEqual(['performance_policy'])
    expect(await policiesOf(orderId)).toMatchObject([{ policyNo: null, insurerStatus: null }])
    expect(await read(orderId)).toMatchObject({
      status: '承保',
      outdated: true,
      submissions: [{ submitNo: `${orderNo}-B1` }],
    })
    const [told] = (await noticesOf(orderId)).filter(({ title }) => title.includes('撤销投保'))
    expect(told?.body).toContain(`请通知保险公司撤销投保单${orderNo}-B1`)
    const list = async (underwritingStatus: 'open' | '承保') =>
      (await clerk().call(papers.insurerList, { underwritingStatus, length: 100 })).data.find(
        ({ id }) => id === orderId,
      )
    expect(await list('open')).toMatchObject({ underwritingStatus: '承保', outdated: true })

    // The form names the amount of before.
    await expect(submit(orderId)).rejects.toThrow('422 保司材料审核通过后才能提交')
    await passSet(backend, orderId)
    await submit(orderId)
    expect(await newest(orderId)).toMatchObject({
      submitNo: `${orderNo}-B2`,
      sumInsured: (await orderNow(orderId)).approvedAmount,
      outdated: false,
    })
    await insurerSays(`${orderNo}-B2/1.1`, made())
    expect(await policiesOf(orderId)).toMatchObject([{ policyNo: `LB-${policies}` }])
    expect(await lacks()).not.toContain('performance')
    expect(await list('open')).toBeUndefined()
    await expect(submit(orderId)).rejects.toThrow('422 保险公司已承保')
  })

  test('takes no policy of the former loan from an answer that comes later', async () => {
    const orderId = await insurableOrder(backend)
    await submit(orderId)
    await change(orderId, '80000.00')
    expect(await read(orderId)).toMatchObject({ status: '已提交', outdated: true })
    const { orderNo } = await orderNow(orderId)
    await insurerSays(`${orderNo}-B1/1.1`, made())
    expect(await policiesOf(orderId)).toEqual([])
    expect(await newest(orderId)).toMatchObject({
      status: '承保',
      outdated: true,
      policyNo: `LB-${policies}`,
    })
    const [told] = (await noticesOf(orderId)).filter(({ title }) => title.includes('保司已承保'))
    expect(told?.body).toContain('请通知保险公司撤销，并重新提交保司')
    await passSet(backend, orderId)
    await submit(orderId)
    expect((await submissionsOf(orderId)).map(({ status }) => status)).toEqual(['已提交', '承保'])
  })

  test('sends more papers with the new terms where the insurer missed some', async () => {
    const orderId = await insurableOrder(backend)
    await submit(orderId)
    await change(orderId, '80000.00')
    const { orderNo } = await orderNow(orderId)
    await insurerSays(`${orderNo}-B1/1.1`, says('supplement', { reply: '缺收入证明' }))
    await passSet(backend, orderId)
    await submit(orderId)
    expect(await newest(orderId)).toMatchObject({
      submitNo: `${orderNo}-B1`,
      round: 2,
      outdated: false,
      sumInsured: (await orderNow(orderId)).approvedAmount,
    })
  })

  test('is no more asked about where its insurer is silent, and goes to one anew', async () => {
    const orderId = await insurableOrder(backend)
    await submit(orderId)
    const { orderNo } = await orderNow(orderId)
    const [row] = await callsOf(`${orderNo}-B1/1.1`)
    if (!row) throw new Error('nobody was asked')
    await inTenant(1, () => giveUp(row, 'timed out'))
    await change(orderId, '80000.00')
    await passSet(backend, orderId)
    await expect(ask(orderId)).rejects.toThrow('422 投保内容已变更')
    await submit(orderId)
    expect((await submissionsOf(orderId)).map(({ status }) => status)).toEqual(['已提交', '提交失败'])
    // Everything that it says after all is of a loan that is no more.
    await insurerSays(`${orderNo}-B1/1.1`, made())
    expect(await newest(orderId)).toMatchObject({ submitNo: `${orderNo}-B2`, status: '已提交' })
    expect(await policiesOf(orderId)).toEqual([])
  })

  test('with another car is told of its insurance papers once', async () => {
    const orderId = await insurableOrder(backend)
    await submit(orderId)
    const { orderNo } = await orderNow(orderId)
    await insurerSays(`${orderNo}-B1/1.1`, made())
    await papersIn(backend, orderId, 'insurance', '通过', '通过')
    // Somebody else than who changes the car hears of it.
    await inTenant(1, () =>
      db().update(materialSet).set({ submitBy: 1 }).where(eq(materialSet.orderId, orderId)),
    )
    const call = systemCall(1, new Date())
    const order = await orderNow(orderId)
    const other = { other: 'car' as const, reason: '车辆已变更' }
    await inTenant(1, () => withCall(call, () => endFormerPapers(order, other, call)))
    expect(await read(orderId)).toMatchObject({ status: '承保', outdated: true })
    const told = (await noticesOf(orderId)).filter(({ body }) => body.includes('车辆已变更'))
    const ofPapers = told.filter(({ opens }) => opens === 'insuranceMaterialsDetails')
    expect(ofPapers).toHaveLength(1)
    const { items } = await clerk().call(papers.get, { orderId, kind: 'insurance' })
    expect(items.find(({ materialType }) => materialType === 'performance_policy')).toMatchObject({
      itemStatus: '不合格',
    })
  })

  test('to what they were stays insured', async () => {
    const orderId = await insurableOrder(backend)
    await submit(orderId)
    const { orderNo } = await orderNow(orderId)
    await insurerSays(`${orderNo}-B1/1.1`, made())
    // As an approval at the very terms that are insured.
    const order = await orderNow(orderId)
    const call = systemCall(1, new Date())
    await inTenant(1, () => withCall(call, () => endFormerCover(order, otherTerms, call)))
    expect(await read(orderId)).toMatchObject({ status: '承保', outdated: false })
    expect(await policiesOf(orderId)).toMatchObject([{ policyNo: `LB-${policies}` }])
  })
})

test('an order without 履约保证险 is asked for nothing, and without an insurer’s address nothing goes out', async () => {
  const orderId = await insurableOrder(backend)
  wirePorts()
  await expect(submit(orderId)).rejects.toThrow('422 保险核保服务未接入')
  expect(await submissionsOf(orderId)).toHaveLength(0)
  wireInsurer()
  await expect(
    backend.as('entry_clerk').call(papers.submitInsurer, {
      ...(await onOrder(orderId)),
      insurer: 'DEMO1',
      startDate: today,
    }),
  ).rejects.toThrow('403')
})
