import { and, eq, inArray, lt } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { messages } from '../../../platform/messages/contract.ts'
import { notification } from '../../../platform/messages/table.ts'
import { addDays, businessDate, daysBetween } from '../../../rules/business-date.ts'
import { fakeVin } from '../../../rules/made-up-numbers.ts'
import { capital } from '../../channels/table.ts'
import { gpsDevice } from '../../gps/table.ts'
import { applications } from '../../orders/contract.ts'
import { type EntryValues, entryDraft } from '../../orders/rules/entry/entry-values.ts'
import { newEvent, testPicture } from '../../orders/service/testing.ts'
import { application, applicationFee } from '../../orders/table.ts'
import { releaseTask } from '../../releases/table.ts'
import { attachment } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { insurancePolicy, vehicle } from '../../vehicles/table.ts'
import { attachments } from '../contract/attachments.ts'
import { papers } from '../contract/papers.ts'
import type { PaperKind } from '../rules/material-sets.ts'
import { asReleased, fillPapers, preparingOrder, testMortgage, testPolicy } from './testing.ts'
import { watchPolicies } from './watch-policies.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const clerk = () => backend.as('material_clerk')
const shop = () => backend.as('entry_clerk')
const read = (orderId: number, kind: PaperKind = 'insurance') => clerk().call(papers.get, { orderId, kind })
const on = async (orderId: number, kind: PaperKind = 'insurance') => ({
  orderId,
  kind,
  eventId: newEvent(),
  rowVersion: (await read(orderId, kind)).order.rowVersion,
})
const upload = async (orderId: number, materialType: string, kind: PaperKind = 'insurance') =>
  shop().upload(
    attachments.upload,
    { orderId, kind, materialType, eventId: newEvent() },
    { name: 'a.jpg', bytes: await testPicture() },
  )
const itemOf = async (orderId: number, materialType: string, kind: PaperKind = 'insurance') => {
  const found = (await read(orderId, kind)).items.find((item) => item.materialType === materialType)
  if (!found) throw new Error(`the order is not asked for ${materialType}`)
  return found
}
const judge = async (orderId: number, materialType: string, note: string) => {
  const { id: itemId, files } = await itemOf(orderId, materialType)
  return clerk().call(papers.judge, {
    orderId,
    kind: 'insurance',
    itemId,
    files: files.map(({ id }) => id),
    good: note === '',
    note,
    eventId: newEvent(),
  })
}
const submitted = async (orderId: number, kind: PaperKind = 'insurance') => {
  await fillPapers(backend, orderId, kind)
  await shop().call(papers.submit, await on(orderId, kind))
}
const changeOrder = (orderId: number, set: Partial<typeof application.$inferInsert>) =>
  inTenant(1, () => db().update(application).set(set).where(eq(application.id, orderId)))
const endOn = (orderId: number, insType: string, day: string) =>
  inTenant(1, () =>
    db()
      .update(insurancePolicy)
      .set({ endDate: day })
      .where(and(eq(insurancePolicy.orderId, orderId), eq(insurancePolicy.insType, insType))),
  )
const feesOf = (orderId: number) =>
  inTenant(1, () =>
    db()
      .select()
      .from(applicationFee)
      .where(eq(applicationFee.orderId, orderId))
      .orderBy(applicationFee.feeCode),
  )
/** The job as its worker runs it. */
const job = {
  id: 1,
  tenantId: 1,
  done: 0,
  total: null,
  signal: new AbortController().signal,
  progress: async () => {},
  step: <T>(work: () => Promise<T>) => inTenant(1, work),
}

test('a set begins with its first file and says how much of it is there', async () => {
  const { orderId } = await preparingOrder(backend)
  expect(await read(orderId)).toMatchObject({ setStatus: '未上传', percent: 0, asked: true })
  await upload(orderId, 'compulsory_policy')
  expect(await read(orderId)).toMatchObject({ setStatus: '上传中', percent: 50 })
  await expect(shop().call(papers.submit, await on(orderId))).rejects.toThrow('422 必传材料未传齐')
  await upload(orderId, 'commercial_policy')
  // The entry names the insurer; number and dates come with the policy itself.
  await expect(shop().call(papers.submit, await on(orderId))).rejects.toThrow(
    '422 保单、抵押或车辆登记信息未填完整',
  )
  await fillPapers(backend, orderId, 'insurance')
  await shop().call(papers.submit, await on(orderId))
  expect(await read(orderId)).toMatchObject({ setStatus: '待审核', percent: 100 })
  await expect(upload(orderId, 'commercial_policy')).rejects.toThrow('422 材料正在审核')
})

test('a paper that is no good comes back with its note; the next one is another version, and the old one stays', async () => {
  const { orderId } = await preparingOrder(backend)
  await submitted(orderId)
  await expect(judge(orderId, 'compulsory_policy', '')).resolves.toEqual({})
  await judge(orderId, 'commercial_policy', '看不清')
  await expect(clerk().call(papers.pass, await on(orderId))).rejects.toThrow('422 有不合格的材料')
  await clerk().call(papers.giveBack, { ...(await on(orderId)), reason: '商业险保单看不清' })
  expect(await read(orderId)).toMatchObject({ setStatus: '退回', percent: 50, reason: '商业险保单看不清' })
  const { data } = await shop().call(messages.list, { kind: 'notice', length: 5 })
  expect(data[0]).toMatchObject({ opens: 'insuranceMaterialsDetails', orderId })

  const { files: before } = await itemOf(orderId, 'commercial_policy')
  await expect(shop().call(papers.submit, await on(orderId))).rejects.toThrow('422')
  await upload(orderId, 'commercial_policy')
  const item = await itemOf(orderId, 'commercial_policy')
  expect(item).toMatchObject({ itemStatus: '已传', version: 2, rejectNote: null })
  expect(item.former).toMatchObject([{ version: 1, rejectNote: '看不清', files: before }])
  // The old scan is taken out of the paper, and stays in its former version.
  const fileId = before[0]?.id ?? 0
  await shop().call(attachments.remove, { orderId, fileId, eventId: newEvent() })
  const now = await itemOf(orderId, 'commercial_policy')
  expect(now.files.map(({ id }) => id)).not.toContain(fileId)
  expect(now.former[0]?.files).toEqual(before)
  const rows = await inTenant(1, () => db().select().from(attachment).where(eq(attachment.id, fileId)))
  expect(rows).toHaveLength(1)
  // Everything that is good is not asked for again.
  expect(await itemOf(orderId, 'compulsory_policy')).toMatchObject({ itemStatus: '通过', version: 1 })
})

test('a word on a paper is of the files that were shown: said of those that were replaced meanwhile, it is refused', async () => {
  const { orderId } = await preparingOrder(backend)
  await submitted(orderId)
  const { id: itemId, files } = await itemOf(orderId, 'commercial_policy')
  await judge(orderId, 'commercial_policy', '看不清')
  await clerk().call(papers.giveBack, { ...(await on(orderId)), reason: '商业险保单看不清' })
  await shop().call(attachments.remove, { orderId, fileId: files[0]?.id ?? 0, eventId: newEvent() })
  await upload(orderId, 'commercial_policy')
  await shop().call(papers.submit, await on(orderId))
  // A second reviewer had the set open all the time.
  const late = { orderId, kind: 'insurance' as const, itemId, files: files.map(({ id }) => id), good: true }
  await expect(clerk().call(papers.judge, { ...late, eventId: newEvent() })).rejects.toThrow(
    '409 该材料的文件已被更换',
  )
  expect(await itemOf(orderId, 'commercial_policy')).toMatchObject({ itemStatus: '已传', version: 2 })
  await judge(orderId, 'commercial_policy', '')
  expect(await itemOf(orderId, 'commercial_policy')).toMatchObject({ itemStatus: '通过' })
})

test('insurance that passes is the last gate; made void, the order waits for it again', async () => {
  const { orderId } = await preparingOrder(backend, ['first_payment', 'gps'])
  await submitted(orderId)
  await clerk().call(papers.pass, await on(orderId))
  const { order, policies, items } = await read(orderId)
  expect(order).toMatchObject({ status: 'wait_release' })
  expect(order.milestones).toContain('insurance')
  expect(new Set(policies.map(({ status }) => status))).toEqual(new Set(['通过']))
  expect(new Set(items.filter(({ required }) => required).map(({ itemStatus }) => itemStatus))).toEqual(
    new Set(['通过']),
  )
  await expect(upload(orderId, 'compulsory_policy')).rejects.toThrow('422 材料已审核通过')
  await clerk().call(papers.expire, { ...(await on(orderId)), reason: '换了保险公司' })
  const after = await read(orderId)
  expect(after).toMatchObject({ setStatus: '已失效', order: { status: 'preparing' } })
  expect(after.order.milestones).not.toContain('insurance')
  const { steps } = await clerk().call(applications.progress, { orderId })
  expect(steps.slice(-2).map(({ event }) => event)).toEqual(['milestone_clear', 'unready'])
})

test('a policy runs for a year, and its number is its insurer’s only one', async () => {
  const { orderId } = await preparingOrder(backend)
  const first = testPolicy('compulsory')
  await clerk().call(papers.savePolicy, { ...(await on(orderId)), ...first })
  const other = await preparingOrder(backend)
  const save = async (more: object) =>
    clerk().call(papers.savePolicy, { ...(await on(other.orderId)), ...first, ...more })
  await expect(save({})).rejects.toThrow('此保单号已用于其他保单')
  await expect(save({ policyNo: 'X-1', endDate: first.startDate })).rejects.toThrow('保险期间至少一年')
  await expect(save({ policyNo: 'X-1', premium: '0.00' })).rejects.toThrow('必须大于0')
  await expect(save({ policyNo: 'X-1', insurer: 'DEMO2' })).resolves.toMatchObject({ orderId: other.orderId })
})

test('a policy of the car covers what is financed', async () => {
  const { orderId } = await preparingOrder(backend)
  const save = async (sumInsured?: string) =>
    clerk().call(papers.savePolicy, { ...(await on(orderId)), ...testPolicy('commercial'), sumInsured })
  await expect(save()).rejects.toThrow('不能为空')
  await expect(save('1000.00')).rejects.toThrow('车损险保额不能低于剩余本金')
  await expect(save('900000.00')).resolves.toMatchObject({ orderId })
})

test('of two who type the same number at once, one is told that it is taken', async () => {
  const orders = [await preparingOrder(backend), await preparingOrder(backend)]
  const typed = testPolicy('compulsory')
  const saves = await Promise.allSettled(
    orders.map(async ({ orderId }) => clerk().call(papers.savePolicy, { ...(await on(orderId)), ...typed })),
  )
  const refused = saves.flatMap((save) => (save.status === 'rejected' ? [String(save.reason)] : []))
  expect(refused).toEqual([expect.stringContaining('此保单号已用于其他保单')])
})

test('a commercial policy pays the lessor first unless it says somebody else', async () => {
  const { orderId } = await preparingOrder(backend)
  await fillPapers(backend, orderId, 'insurance')
  const { policies, order } = await read(orderId)
  expect(policies.find(({ insType }) => insType === '2')?.beneficiary).toMatch(/\S/)
  expect(policies[0]?.insuredname).toBe(order.customerName)
})

test('a mortgage is at the office, then in review with its certificate, then registered with the car', async () => {
  const { orderId } = await preparingOrder(backend, ['first_payment', 'gps', 'insurance'])
  await upload(orderId, 'mortgage_contract', 'mortgage')
  await upload(orderId, 'reg_cert_mortgage', 'mortgage')
  const { regNo, ...first } = testMortgage()
  await clerk().call(papers.saveMortgage, { ...(await on(orderId, 'mortgage')), ...first })
  expect((await read(orderId, 'mortgage')).mortgage).toMatchObject({ status: '办理中', regNo: null, rank: 1 })
  await expect(shop().call(papers.submit, await on(orderId, 'mortgage'))).rejects.toThrow('未填完整')
  await clerk().call(papers.saveMortgage, { ...(await on(orderId, 'mortgage')), ...first, regNo })
  await shop().call(papers.submit, await on(orderId, 'mortgage'))
  expect((await read(orderId, 'mortgage')).mortgage).toMatchObject({ status: '待审核' })
  await clerk().call(papers.pass, await on(orderId, 'mortgage'))
  const { mortgage, order } = await read(orderId, 'mortgage')
  expect(mortgage).toMatchObject({ status: '已抵押', doneAt: expect.any(String) })
  // It gates nothing of this product: the order stays where it is.
  expect(order).toMatchObject({ status: 'wait_release' })
  expect(order.milestones).toContain('mortgage')
  const [row] = await inTenant(1, () =>
    db()
      .select({ regCertNo: vehicle.regCertNo })
      .from(application)
      .innerJoin(vehicle, eq(vehicle.id, application.vehicleId))
      .where(eq(application.id, orderId)),
  )
  expect(row?.regCertNo).toBe(regNo)
  await expect(
    clerk().call(papers.expire, { ...(await on(orderId, 'mortgage')), reason: '换车' }),
  ).rejects.toThrow('422 抵押完成后不能作废')
})

test('papers for a funder are asked for where there is one, and its manager judges them', async () => {
  const { orderId } = await preparingOrder(backend)
  expect(await read(orderId, 'capital')).toMatchObject({ asked: false })
  await expect(upload(orderId, 'funder_form', 'capital')).rejects.toThrow('422 该订单不需要此类材料')
  await inTenant(1, async () => {
    const [bank] = await db().select().from(capital).where(eq(capital.kind, '银行'))
    await db()
      .update(application)
      .set({ capitalId: bank?.id ?? 0 })
      .where(eq(application.id, orderId))
  })
  await submitted(orderId, 'capital')
  await expect(clerk().call(papers.pass, await on(orderId, 'capital'))).rejects.toThrow('403')
  await backend.as('capital_mgr').call(papers.pass, await on(orderId, 'capital'))
  expect(await read(orderId, 'capital')).toMatchObject({ setStatus: '通过' })
  const { data } = await clerk().call(papers.capitalList, { setStatus: '通过', length: 100 })
  expect(data.find(({ id }) => id === orderId)).toMatchObject({ percent: 100, setStatus: '通过' })
})

test('lists find orders by where their papers stand, also those without a row', async () => {
  const { orderId } = await preparingOrder(backend)
  const list = async (input: object) =>
    (await clerk().call(papers.insuranceList, { length: 100, ...input })).data.map(({ id }) => id)
  expect(await list({ setStatus: '未上传' })).toContain(orderId)
  expect(await list({ setStatus: '待审核' })).not.toContain(orderId)
  await submitted(orderId)
  expect(await list({ setStatus: '待审核', insurer: 'DEMO1' })).toContain(orderId)
  expect(await list({ setStatus: '未上传' })).not.toContain(orderId)
  expect(await list({ endFrom: '2099-01-01' })).not.toContain(orderId)
  // Everything that has passed is finished.
  expect(await list({ setStatus: 'open' })).toContain(orderId)
  await clerk().call(papers.pass, await on(orderId))
  expect(await list({ setStatus: 'open' })).not.toContain(orderId)
  expect(await list({ setStatus: 'all' })).toContain(orderId)
  const { data } = await clerk().call(papers.mortgageList, { mortgageStatus: '待办理', length: 100 })
  expect(data.find(({ id }) => id === orderId)).toMatchObject({ deadline: null, late: false })
})

test('a mortgage is late on its page as in its list, and not while its papers are in review', async () => {
  const { orderId } = await preparingOrder(backend)
  await asReleased(orderId)
  await inTenant(1, async () => {
    const own = and(eq(releaseTask.orderId, orderId), eq(releaseTask.kind, 'mortgage'))
    const [task] = await db().select().from(releaseTask).where(own)
    const days = daysBetween(businessDate(new Date()), task?.dueDay ?? '') + 2
    const releasedAt = new Date(Date.now() - days * 86_400_000).toISOString()
    await db().update(application).set({ releasedAt }).where(eq(application.id, orderId))
    await db()
      .update(releaseTask)
      .set({ dueDay: addDays(task?.dueDay ?? '', -days) })
      .where(own)
  })
  const both = async () => {
    const { data } = await clerk().call(papers.mortgageList, { mortgageStatus: 'all', length: 100 })
    const row = data.find(({ id }) => id === orderId)
    const { deadline, overdueDays } = await read(orderId, 'mortgage')
    return { listed: row?.deadline, deadline, late: row?.late, overdueDays }
  }
  const deadline = addDays(businessDate(new Date()), -2)
  expect(await both()).toEqual({ listed: deadline, deadline, late: true, overdueDays: 2 })
  await submitted(orderId, 'mortgage')
  expect(await both()).toEqual({ listed: deadline, deadline, late: false, overdueDays: 0 })
})

test('an approval is what papers wait for, and another shop’s are nobody’s', async () => {
  const { orderId } = await preparingOrder(backend)
  await inTenant(1, () =>
    db().update(application).set({ status: 'wait_risk' }).where(eq(application.id, orderId)),
  )
  await expect(upload(orderId, 'compulsory_policy')).rejects.toThrow('422 审批通过至结清前')
})

test('a policy that ended passes no more with the one that takes its place, so that the insurance stays', async () => {
  const { orderId } = await preparingOrder(backend, ['first_payment', 'gps'])
  await submitted(orderId)
  await clerk().call(papers.pass, await on(orderId))
  await inTenant(1, () =>
    db()
      .update(insurancePolicy)
      .set({ endDate: '2020-01-01' })
      .where(and(eq(insurancePolicy.orderId, orderId), eq(insurancePolicy.insType, '1'))),
  )
  await watchPolicies.run({}, job)
  await upload(orderId, 'compulsory_policy')
  await clerk().call(papers.savePolicy, { ...(await on(orderId)), ...testPolicy('compulsory') })
  await shop().call(papers.submit, await on(orderId))
  await clerk().call(papers.pass, await on(orderId))
  await watchPolicies.run({}, job)
  const { setStatus, policies } = await read(orderId)
  expect(setStatus).toBe('通过')
  expect(policies.map(({ status }) => status).sort()).toEqual(['已到期', '通过', '通过'])
})

test('a policy that came back and ended meanwhile is renewed before its papers are handed in again', async () => {
  const { orderId } = await preparingOrder(backend)
  await submitted(orderId)
  await judge(orderId, 'commercial_policy', '看不清')
  await clerk().call(papers.giveBack, { ...(await on(orderId)), reason: '商业险保单看不清' })
  await inTenant(1, () =>
    db().update(insurancePolicy).set({ endDate: '2020-01-01' }).where(eq(insurancePolicy.orderId, orderId)),
  )
  await upload(orderId, 'commercial_policy')
  await expect(shop().call(papers.submit, await on(orderId))).rejects.toThrow(
    '422 保单、抵押或车辆登记信息未填完整',
  )
})

test('policies that came back are in review again with their papers', async () => {
  const { orderId } = await preparingOrder(backend)
  await submitted(orderId)
  await judge(orderId, 'commercial_policy', '看不清')
  await clerk().call(papers.giveBack, { ...(await on(orderId)), reason: '商业险保单看不清' })
  await upload(orderId, 'commercial_policy')
  await shop().call(papers.submit, await on(orderId))
  const { policies } = await read(orderId)
  expect(new Set(policies.map(({ status }) => status))).toEqual(new Set(['待审核']))
})

test('a policy that ends takes the insurance of an order with it, and of a loan says so alone', async () => {
  const { orderId } = await preparingOrder(backend, ['first_payment', 'gps'])
  const loan = await preparingOrder(backend, ['first_payment', 'gps'])
  for (const id of [orderId, loan.orderId]) {
    await submitted(id)
    await clerk().call(papers.pass, await on(id))
    await inTenant(1, () =>
      db()
        .update(insurancePolicy)
        .set({ endDate: '2020-01-01' })
        .where(and(eq(insurancePolicy.orderId, id), eq(insurancePolicy.insType, '1'))),
    )
  }
  await inTenant(1, () =>
    db().update(application).set({ status: 'released' }).where(eq(application.id, loan.orderId)),
  )
  await watchPolicies.run({}, job)
  // Twice is as good as once.
  await watchPolicies.run({}, job)
  const after = await read(orderId)
  expect(after).toMatchObject({ setStatus: '已失效', order: { status: 'preparing' } })
  expect(after.policies.map(({ status }) => status).sort()).toEqual(['已到期', '通过'])
  expect(await itemOf(orderId, 'compulsory_policy')).toMatchObject({ itemStatus: '不合格' })
  expect(await itemOf(orderId, 'commercial_policy')).toMatchObject({ itemStatus: '通过' })
  const kept = await read(loan.orderId)
  expect(kept).toMatchObject({ setStatus: '通过' })
  expect(kept.policies.map(({ status }) => status).sort()).toEqual(['已到期', '通过'])
})

test('who has to renew a policy of a loan hears of it a month before and when it has ended, each once', async () => {
  const { orderId } = await preparingOrder(backend, ['first_payment', 'gps'])
  await submitted(orderId)
  await clerk().call(papers.pass, await on(orderId))
  await inTenant(1, () =>
    db().update(application).set({ status: 'released' }).where(eq(application.id, orderId)),
  )
  const endOn = (day: string) =>
    inTenant(1, () =>
      db()
        .update(insurancePolicy)
        .set({ endDate: day })
        .where(and(eq(insurancePolicy.orderId, orderId), eq(insurancePolicy.insType, '1'))),
    )
  const told = async () => {
    const rows = await inTenant(1, () =>
      db().select().from(notification).where(eq(notification.orderId, orderId)).orderBy(notification.id),
    )
    return [
      ...new Set(
        rows.flatMap(({ title }) =>
          title.includes('保单') ? [title.endsWith('已到期') ? 'ended' : 'soon'] : [],
        ),
      ),
    ]
  }
  const today = businessDate(new Date())
  await endOn(addDays(today, 31))
  await watchPolicies.run({}, job)
  expect(await told()).toEqual([])
  await endOn(addDays(today, 30))
  await watchPolicies.run({}, job)
  await watchPolicies.run({}, job)
  expect(await told()).toEqual(['soon'])
  await endOn(addDays(today, -1))
  await watchPolicies.run({}, job)
  expect(await told()).toEqual(['soon', 'ended'])
  // Its clerk has the customer renew it, and who reviews papers makes those void: each is told once, as of each thing.
  const tellsOf = async (account: string) => {
    const { data } = await backend.as(account).call(messages.list, { kind: 'notice', length: 100 })
    return data.filter(({ orderId: of, title }) => of === orderId && title.includes('保单')).length
  }
  expect([await tellsOf('entry_clerk'), await tellsOf('material_clerk')]).toEqual([2, 2])
  const count = await inTenant(1, () => db().$count(notification, eq(notification.orderId, orderId)))
  await watchPolicies.run({}, job)
  expect(await inTenant(1, () => db().$count(notification, eq(notification.orderId, orderId)))).toBe(count)
})

test('policies of several loans are told in one message, whose list has them until they are renewed', async () => {
  const loans: number[] = []
  for (let at = 0; at < 2; at++) {
    const { orderId } = await preparingOrder(backend, ['first_payment', 'gps'])
    await submitted(orderId)
    await clerk().call(papers.pass, await on(orderId))
    loans.push(orderId)
  }
  const [first = 0] = loans
  const today = businessDate(new Date())
  const set = (orders: number[], values: Partial<typeof insurancePolicy.$inferInsert>) =>
    inTenant(1, () =>
      db().update(insurancePolicy).set(values).where(inArray(insurancePolicy.orderId, orders)),
    )
  await inTenant(1, () =>
    db().update(application).set({ status: 'released' }).where(inArray(application.id, loans)),
  )
  await set(loans, { endDate: addDays(today, -1) })
  const told = async (account: string) =>
    (await backend.as(account).call(messages.list, { kind: 'notice', length: 100 })).data.filter(
      ({ title, orderId }) => title.includes('笔贷款') || loans.includes(orderId ?? 0),
    )
  await watchPolicies.run({}, job)
  await watchPolicies.run({}, job)
  const [message, ...more] = (await told('material_clerk')).filter(({ title }) => title.includes('保单'))
  expect(message).toMatchObject({
    title: '2 笔贷款的保单已到期',
    opens: 'insuranceMaterials',
    orderId: null,
  })
  expect(more).toEqual([])
  const listed = async (renewal: 'due' | 'ended') =>
    (await clerk().call(papers.insuranceList, { renewal, setStatus: 'all', length: 100 })).data
      .map(({ id }) => id)
      .filter((id) => loans.includes(id))
      .sort((a, b) => a - b)
  expect([await listed('due'), await listed('ended')]).toEqual([loans, loans])
  // Renewed, and another one that ends soon.
  await clerk().call(papers.expire, { ...(await on(first)), reason: '续保' })
  for (const [need, paper] of [
    ['compulsory', 'compulsory_policy'],
    ['commercial', 'commercial_policy'],
  ] as const) {
    await upload(first, paper)
    await clerk().call(papers.savePolicy, { ...(await on(first)), ...testPolicy(need) })
  }
  await set(
    loans.filter((id) => id !== first),
    { endDate: addDays(today, 3), status: '将到期' },
  )
  expect([await listed('due'), await listed('ended')]).toEqual([loans.slice(1), []])
})

test('papers whose policy ended while they waited do not pass, and go back', async () => {
  const { orderId } = await preparingOrder(backend)
  await submitted(orderId)
  await endOn(orderId, '1', addDays(businessDate(new Date()), -1))
  await expect(clerk().call(papers.pass, await on(orderId))).rejects.toThrow('422 提交后保单已到期')
  await judge(orderId, 'compulsory_policy', '已到期')
  await clerk().call(papers.giveBack, { ...(await on(orderId)), reason: '交强险已到期' })
  expect(await read(orderId)).toMatchObject({ setStatus: '退回' })
})

test('a policy ends with its day also while the terms are judged anew, unless another one covers what it did', async () => {
  const judgedAnew = await preparingOrder(backend, ['first_payment', 'gps'])
  const covered = await preparingOrder(backend, ['first_payment', 'gps'])
  for (const { orderId } of [judgedAnew, covered]) {
    await fillPapers(backend, orderId, 'insurance')
    if (orderId === covered.orderId)
      await clerk().call(papers.savePolicy, {
        ...(await on(orderId)),
        ...testPolicy('compulsory'),
        endDate: addDays(businessDate(new Date()), 500),
      })
    await shop().call(papers.submit, await on(orderId))
    await clerk().call(papers.pass, await on(orderId))
  }
  await changeOrder(judgedAnew.orderId, { status: 'wait_risk' })
  await inTenant(1, () =>
    db()
      .update(insurancePolicy)
      .set({ endDate: '2020-01-01' })
      .where(
        and(
          inArray(insurancePolicy.orderId, [judgedAnew.orderId, covered.orderId]),
          eq(insurancePolicy.insType, '1'),
          lt(insurancePolicy.endDate, addDays(businessDate(new Date()), 400)),
        ),
      ),
  )
  await watchPolicies.run({}, job)
  expect(await read(covered.orderId)).toMatchObject({ setStatus: '通过', order: { status: 'wait_release' } })
  await changeOrder(judgedAnew.orderId, { status: 'preparing' })
  const ended = await read(judgedAnew.orderId)
  expect(ended).toMatchObject({ setStatus: '已失效' })
  expect(ended.order.milestones).not.toContain('insurance')
})

describe('an order that came back behind its approval and is entered again', () => {
  const returned = async () => {
    const { orderId, ...rest } = await preparingOrder(backend)
    for (const kind of ['insurance', 'mortgage'] as const) {
      await submitted(orderId, kind)
      await clerk().call(papers.pass, await on(orderId, kind))
    }
    const before = await read(orderId)
    await changeOrder(orderId, { status: 'risk_returned' })
    const { order, values } = await shop().call(applications.getEntry, { orderId })
    const enter = (changed: (values: EntryValues) => void) => {
      const draft = entryDraft(values)
      changed(draft)
      return shop().call(applications.submitFirst, {
        orderId,
        rowVersion: order.rowVersion,
        values: draft,
        confirmDti: true,
        eventId: newEvent(),
      })
    }
    const approvedAgain = async () => {
      await changeOrder(orderId, { status: 'preparing' })
      return { insurance: await read(orderId), mortgage: await read(orderId, 'mortgage') }
    }
    return { ...rest, orderId, before, enter, approvedAgain }
  }

  test('keeps what was typed and judged of its policies, and each fee once', async () => {
    const { orderId, before, enter, approvedAgain } = await returned()
    const paidAt = new Date().toISOString()
    await changeOrder(orderId, { firstPaymentAt: paidAt })
    const fees = await feesOf(orderId)
    await enter(() => undefined)
    const { insurance, mortgage } = await approvedAgain()
    expect([insurance.setStatus, mortgage.setStatus]).toEqual(['通过', '通过'])
    expect(insurance.policies).toEqual(before.policies)
    const now = await feesOf(orderId)
    expect(now.map(({ feeCode }) => feeCode)).toEqual(fees.map(({ feeCode }) => feeCode))
    for (const { chargeMode, status, amount, receivedAmount } of now)
      if (chargeMode === 'upfront') expect([status, receivedAmount]).toEqual(['已收', amount])
  })

  test('with another car asks for its papers anew, once no device sits in the former one', async () => {
    const { orderId, enter, approvedAgain } = await returned()
    const vin = fakeVin(77, 2024)
    await inTenant(1, () =>
      db().insert(gpsDevice).values({
        deviceNo: 'FITTED-77',
        deviceType: 'wired',
        vendor: 'V',
        status: '已安装',
        orderId,
        createdBy: 1,
      }),
    )
    const otherCar = () => enter(({ vehicle: car }) => Object.assign(car, { vin }))
    await expect(otherCar()).rejects.toThrow('FITTED-77')
    await inTenant(1, () =>
      db().update(gpsDevice).set({ status: '已拆除' }).where(eq(gpsDevice.deviceNo, 'FITTED-77')),
    )
    await otherCar()
    const { insurance, mortgage } = await approvedAgain()
    expect([insurance.setStatus, mortgage.setStatus]).toEqual(['已失效', '已失效'])
    expect(insurance.policies.every(({ policyNo }) => policyNo === null)).toBe(true)
    expect(insurance.order.milestones).not.toContain('insurance')
    expect(mortgage.order.milestones).not.toContain('mortgage')
    expect(mortgage.mortgage).toMatchObject({ status: '退回', doneAt: null, regNo: null })
    // The certificate of the former car is none of this one.
    expect(mortgage.formLacks).toEqual(['regNo'])
    // They are collected as the first ones were.
    await submitted(orderId, 'mortgage')
    await clerk().call(papers.pass, await on(orderId, 'mortgage'))
    expect((await read(orderId, 'mortgage')).mortgage).toMatchObject({ status: '已抵押' })
  })
})
