import { and, eq } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { settle } from '../../../platform/outside/settle.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { loanAccount } from '../../loans/table.ts'
import { lockAnyOrder } from '../../orders/service/move-order.ts'
import { application } from '../../orders/table.ts'
import { releases } from '../../releases/contract.ts'
import { openReleases, releasedLoan, wireBank } from '../../releases/service/testing.ts'
import { releaseTask } from '../../releases/table.ts'
import type { TestBackend } from '../../testing.ts'
import { archives } from '../contract.ts'
import { archive } from '../table.ts'
import { archiveSettled, archiveVoided, openArchives } from './follow-order.ts'
import {
  archiveNow,
  draftMail,
  filedArchive,
  mailNow,
  newExpressNo,
  openedArchives,
  outboundIn,
  outNow,
  parcelOf,
  place,
  sentMail,
} from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 120_000)
afterAll(() => backend.close())

const keeper = () => backend.as('archivist')
const clerk = () => backend.as('material_clerk')
const refusal = (status: number, message: string) => ({
  status,
  body: expect.objectContaining({ message: expect.stringContaining(message) }),
})

test('a release brings its file with the papers that must be in it', async () => {
  const loanId = await releasedLoan(backend)
  const [loan] = await inTenant(1, () => db().select().from(loanAccount).where(eq(loanAccount.id, loanId)))
  const [made] = await inTenant(1, () =>
    db()
      .select()
      .from(archive)
      .where(eq(archive.orderId, loan?.orderId ?? 0)),
  )
  expect(made).toMatchObject({ status: '待收件', complete: false })
  expect(made?.archiveNo).toMatch(/^DA\d{10}$/)
  const row = await archiveNow(backend, made?.id ?? 0)
  expect(row.items.map(({ docType }) => docType)).toContain('机动车登记证书')
  expect(row.items[0]?.code).toBe(`${row.archiveNo}-01`)
})

test('orders that were released before there were files get theirs once', async () => {
  const [id = 0] = await openedArchives(backend)
  const { orderId } = await archiveNow(backend, id)
  await inTenant(1, async () => {
    await db().execute(`delete from archive_item where archive_id = ${id}`)
    await db().delete(archive).where(eq(archive.id, id))
  })
  // Of a loan that was over before, the customer has them.
  const [over = 0] = await openedArchives(backend)
  const { orderId: overId } = await archiveNow(backend, over)
  await inTenant(1, async () => {
    await db().execute(`delete from archive_item where archive_id = ${over}`)
    await db().delete(archive).where(eq(archive.id, over))
    await db().update(application).set({ status: 'settled' }).where(eq(application.id, overId))
    await db().insert(releaseTask).values({
      orderId: overId,
      kind: 'archive_return',
      dueDay: '2020-01-01',
      doneAt: '2020-01-01T00:00:00Z',
    })
  })
  const run = {
    tenantId: 1,
    signal: new AbortController().signal,
    step: <T>(work: () => Promise<T>) => inTenant(1, work),
    progress: async () => undefined,
    id: 0,
    done: 0,
    total: null,
  }
  for (let times = 0; times < 2; times++) await openArchives.run({}, run as never)
  const rows = await inTenant(1, () => db().select().from(archive).where(eq(archive.orderId, orderId)))
  expect(rows).toHaveLength(1)
  const none = await inTenant(1, () => db().select().from(archive).where(eq(archive.orderId, overId)))
  expect(none).toHaveLength(0)
})

test('a settlement of which no paper ever came asks for none any more, until it is reversed', async () => {
  const [id = 0] = await openedArchives(backend)
  const { orderId } = await archiveNow(backend, id)
  await inTenant(1, async () => {
    await db()
      .insert(releaseTask)
      .values({ orderId, kind: 'archive', dueDay: '2020-01-01' })
      .onConflictDoNothing()
    await archiveSettled(orderId, true, systemCall(1, new Date()))
  })
  expect((await taskOf(orderId, 'archive'))?.endedAt).not.toBeNull()
  await inTenant(1, () => archiveSettled(orderId, false, systemCall(1, new Date())))
  expect((await taskOf(orderId, 'archive'))?.endedAt).toBeNull()
})

test('papers are mailed, signed for, ticked by a scanner, chased, and filed', async () => {
  const [first = 0, second = 0] = await openedArchives(backend, 2)
  const mailId = await sentMail(backend, [first, second])
  expect((await archiveNow(backend, first)).status).toBe('在途')
  const mail = await mailNow(backend, mailId)
  expect(mail).toMatchObject({ status: '已寄出', orderCount: 2, courierName: '顺丰' })
  await keeper().call(archives.sign, { id: mailId, rowVersion: mail.rowVersion })
  expect((await archiveNow(backend, second)).status).toBe('已签收')
  const codes = mail.archives.flatMap(({ items }) => items.map(({ code }) => code))
  const [missing = '', ...here] = codes
  for (const code of here) await keeper().call(archives.tick, { id: mailId, code: code.toLowerCase() })
  // Scanned twice, no label, and a paper of another file.
  expect(await keeper().send(archives.tick, tickOf(mailId, here[0] ?? ''))).toEqual(refusal(422, '已扫描过'))
  expect(await keeper().send(archives.tick, tickOf(mailId, 'SF123456'))).toEqual(refusal(422, '不是资料标签'))
  expect(await keeper().send(archives.tick, tickOf(mailId, 'DA2020000001-01'))).toEqual(
    refusal(422, '不在清单中'),
  )
  const checking = await mailNow(backend, mailId)
  const whole = { id: mailId, rowVersion: checking.rowVersion }
  expect(await keeper().send(archives.check, { ...whole, result: '齐全', eventId: event() })).toMatchObject({
    status: 400,
  })
  expect(await keeper().send(archives.check, { ...whole, result: '缺件', eventId: event() })).toMatchObject({
    status: 400,
  })
  await keeper().call(archives.check, { ...whole, result: '缺件', note: '登记证未寄' })
  expect(await mailNow(backend, mailId)).toMatchObject({ status: '核对缺件', checkResult: '缺件' })
  expect(await archiveNow(backend, first)).toMatchObject({ status: '缺件待补', complete: false })
  expect(await archiveNow(backend, second)).toMatchObject({ status: '核对中', complete: true })
  // The missing paper comes later, by another parcel.
  const later = await sentMail(backend, [first], true)
  expect((await mailNow(backend, later)).archives[0]?.items.map(({ code }) => code)).toEqual([missing])
  await keeper().call(archives.tick, { id: later, code: missing })
  await keeper().call(archives.check, {
    id: later,
    rowVersion: (await mailNow(backend, later)).rowVersion,
    result: '齐全',
  })
  const { rowVersion, orderId } = await archiveNow(backend, first)
  await inTenant(1, () =>
    db().insert(releaseTask).values({ orderId, kind: 'archive', dueDay: '2099-01-01' }).onConflictDoNothing(),
  )
  await keeper().call(archives.file, { id: first, rowVersion, ...place })
  expect(await archiveNow(backend, first)).toMatchObject({ status: '已归档', complete: true, ...place })
  expect((await taskOf(orderId, 'archive'))?.doneAt).not.toBeNull()
})

test('a tick that was a mistake is taken back, and a parcel that is refused leaves its papers wanted', async () => {
  const [id = 0] = await openedArchives(backend)
  const mailId = await sentMail(backend, [id], true)
  const code = (await mailNow(backend, mailId)).archives[0]?.items[0]?.code ?? ''
  await keeper().call(archives.tick, { id: mailId, code })
  await keeper().call(archives.tick, { id: mailId, code, here: false })
  expect((await archiveNow(backend, id)).items[0]?.itemStatus).toBe('在途')
  const [other = 0] = await openedArchives(backend)
  const back = await sentMail(backend, [other])
  await keeper().call(archives.bounce, {
    id: back,
    rowVersion: (await mailNow(backend, back)).rowVersion,
    reason: '外包装破损',
  })
  expect(await mailNow(backend, back)).toMatchObject({ status: '拒收退回', checkNote: '外包装破损' })
  expect(await archiveNow(backend, other)).toMatchObject({ status: '待收件', mailId: null })
})

test('a number is a courier’s for one parcel, a paper is in one parcel, and unknown orders are named', async () => {
  const [first = 0, second = 0] = await openedArchives(backend, 2)
  const expressNo = newExpressNo()
  const send = async (mailId: number, courier = 'SF') => {
    const mail = await mailNow(backend, mailId)
    const codes = mail.archives.flatMap(({ items }) => items.map(({ code }) => code))
    return clerk().send(archives.send, {
      courier,
      expressNo,
      codes,
      id: mailId,
      rowVersion: mail.rowVersion,
      eventId: event(),
    })
  }
  // Two drafts of the same order, from two windows.
  const [one, other] = [await draftMail(backend, [first]), await draftMail(backend, [first])]
  const codes = (await mailNow(backend, other)).archives.flatMap(({ items }) => items.map(({ code }) => code))
  expect((await send(one)).status).toBe(200)
  const { rowVersion } = await mailNow(backend, other)
  const again = { id: other, rowVersion, courier: 'SF', expressNo: newExpressNo(), codes, eventId: event() }
  expect(await clerk().send(archives.send, again)).toEqual(refusal(422, '在途'))
  const third = await draftMail(backend, [second])
  expect(await send(third)).toEqual(refusal(409, '该快递单号已用于'))
  expect((await send(third, 'JDL')).status).toBe(200)
  const { orderNo } = await archiveNow(backend, second)
  const wrong = await clerk().send(archives.saveMail, {
    ...parcelOf([orderNo, 'K404']),
    orders: JSON.stringify([orderNo, 'K404']),
    eventId: event(),
  })
  expect(wrong).toMatchObject({ status: 400, body: { fields: { orders: expect.stringContaining('K404') } } })
})

test('papers leave by the word of two, are nobody else’s meanwhile, and somebody else may bring them', async () => {
  const id = await filedArchive(backend)
  const out = await outboundIn(backend, '待审批', {}, id)
  expect(out).toMatchObject({ status: '待审批', outKind: '借阅', late: false })
  // Lent to two at once.
  const { rowVersion } = await archiveNow(backend, id)
  const second = { id, rowVersion, outKind: '诉讼', items: '[1,2]', reason: '立案', eventId: event() }
  expect(await backend.as('collect_manager').send(archives.apply, second)).toEqual(refusal(422, out.outNo))
  expect(await keeper().send(archives.approve, { ...keyOf(out), eventId: event() })).toMatchObject({
    status: 403,
  })
  await backend.as('risk_manager').call(archives.approve, keyOf(out))
  await keeper().call(archives.release, keyOf(await outNow(backend, id)))
  expect(await archiveNow(backend, id)).toMatchObject({ status: '借出' })
  const gone = await outNow(backend, id)
  expect(
    await keeper().send(archives.giveBack, {
      ...keyOf(gone),
      items: '[2]',
      broughtBy: '王五',
      eventId: event(),
    }),
  ).toEqual(refusal(422, '不在该出库单中'))
  await keeper().call(archives.giveBack, { ...keyOf(gone), items: [1], broughtBy: '王五' })
  expect(await outNow(backend, id)).toMatchObject({ status: '已归还', broughtBy: '王五' })
  expect(await archiveNow(backend, id)).toMatchObject({ status: '已归档' })
})

test('what is late says so, and what has to come back by a day says by which', async () => {
  const id = await filedArchive(backend)
  const out = await outboundIn(backend, '已出库', {}, id)
  await inTenant(1, () =>
    db().execute(`update archive_outbound set due_back = '2020-01-01' where id = ${out.id}`),
  )
  expect((await outNow(backend, id)).late).toBe(true)
  const { data } = await keeper().call(archives.outbounds, { late: 'late' })
  expect(data.map((one) => one.id)).toContain(out.id)
  const { rowVersion } = await archiveNow(backend, id)
  const asked = { id, rowVersion, outKind: '借阅', items: '[2]', reason: '年检', eventId: event() }
  expect(await keeper().send(archives.apply, asked)).toMatchObject({ status: 400 })
})

test('papers of a loan that is paid off go back to its customer, which is the end of its task', async () => {
  const early = await filedArchive(backend)
  const { rowVersion } = await archiveNow(backend, early)
  const back = { outKind: '结清退还', items: '[1,5]', reason: '结清', eventId: event() }
  expect(await keeper().send(archives.apply, { id: early, rowVersion, ...back })).toEqual(
    refusal(422, '借款未结清'),
  )
  const id = await filedArchive(backend, true)
  const { orderId, status } = await archiveNow(backend, id)
  expect(status).toBe('待退还')
  await inTenant(1, () =>
    db().insert(releaseTask).values({ orderId, kind: 'archive_return', dueDay: '2020-01-01' }),
  )
  const order = await inTenant(1, async () => {
    const [row] = await db().select().from(application).where(eq(application.id, orderId))
    return row
  })
  // Nobody says by hand that they went, as long as they lie here.
  const byHand = { kind: 'archive_return', doneOn: '2026-01-01', courier: 'SF', expressNo: 'SF1', note: '' }
  expect(
    await backend.as('postloan').send(releases.finishTask, {
      ...byHand,
      orderId,
      rowVersion: order?.rowVersion,
      eventId: event(),
    }),
  ).toEqual(refusal(422, '仍在档案室'))
  const asked = await outboundIn(backend, '待出库', { outKind: '结清退还', items: [1, 5], dueBack: '' }, id)
  const [expressNo, lastNo] = [newExpressNo(), newExpressNo()]
  await keeper().call(archives.release, { ...keyOf(asked), courier: 'SF', expressNo, toAddress: '示例路9号' })
  const gone = await outNow(backend, id)
  expect(await mailNow(backend, gone.mailId ?? 0)).toMatchObject({ direction: '总部→客户', status: '已寄出' })
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const handed = { broughtBy: '客户本人', handedOn: today }
  await keeper().call(archives.handOver, { ...keyOf(gone), ...handed })
  // The others are still here, and can follow.
  expect(await archiveNow(backend, id)).toMatchObject({ status: '待退还' })
  expect((await taskOf(orderId, 'archive_return'))?.doneAt).toBeNull()
  const { items } = await archiveNow(backend, id)
  const left = items.flatMap(({ itemNo, itemStatus }) => (itemStatus === '在库' ? [itemNo] : []))
  const rest = await outboundIn(backend, '待出库', { outKind: '结清退还', items: left, dueBack: '' }, id)
  await keeper().call(archives.release, {
    ...keyOf(rest),
    courier: 'SF',
    expressNo: lastNo,
    toAddress: '示例路9号',
  })
  await keeper().call(archives.handOver, { ...keyOf(await outNow(backend, id)), ...handed })
  expect(await archiveNow(backend, id)).toMatchObject({ status: '已退还' })
  expect(await taskOf(orderId, 'archive_return')).toMatchObject({
    doneOn: today,
    courier: '顺丰',
    expressNo: lastNo,
  })
})

test('papers of an order that ended after its release was undone go back to the customer', async () => {
  const id = await filedArchive(backend)
  const { orderId } = await archiveNow(backend, id)
  await inTenant(1, () => archiveVoided(orderId, systemCall(1, new Date())))
  expect(await archiveNow(backend, id)).toMatchObject({ status: '待退还', settled: true })
  const out = await outboundIn(backend, '待审批', { outKind: '结清退还', dueBack: '' }, id)
  expect(out).toMatchObject({ outKind: '结清退还', status: '待审批' })
})

test('a verb on a file and a settlement of its order at once never wait for each other', async () => {
  const id = await filedArchive(backend)
  const { orderId, rowVersion } = await archiveNow(backend, id)
  const held = Promise.withResolvers<void>()
  const apply = Promise.withResolvers<void>()
  const settling = inTenant(1, async () => {
    await lockAnyOrder(orderId, undefined)
    held.resolve()
    await apply.promise
    // The application waits for the order by now, and holds nothing that the settlement goes on to.
    await archiveSettled(orderId, true, systemCall(1, new Date()))
  })
  await held.promise
  const asked = keeper().send(archives.apply, {
    id,
    rowVersion,
    outKind: '诉讼',
    items: '[1]',
    reason: '立案',
    eventId: event(),
  })
  apply.resolve()
  await settling
  expect(await asked).toMatchObject({ status: 409 })
  expect((await archiveNow(backend, id)).status).toBe('待退还')
})

test('a settlement that is reversed leaves the file where it was', async () => {
  const id = await filedArchive(backend, true)
  const { orderId } = await archiveNow(backend, id)
  await inTenant(1, () => archiveSettled(orderId, false, systemCall(1, new Date())))
  expect((await archiveNow(backend, id)).status).toBe('已归档')
})

test('a paper counts as lost when a second person agrees; then nobody waits for it', async () => {
  const id = await filedArchive(backend)
  await outboundIn(backend, '已出库', {}, id)
  const { rowVersion } = await archiveNow(backend, id)
  await keeper().call(archives.lose, { id, rowVersion, items: [1], reason: '借出后遗失' })
  expect((await archiveNow(backend, id)).status).toBe('借出')
  const { data } = await backend.as('risk_manager').call(changes.list, { view: 'check' })
  const change = data.find((one) => one.kind === 'archiveLoss')
  expect(change?.lines.map(({ value }) => value)).toContain('机动车登记证书')
  if (!change) throw new Error('nobody was asked about the loss')
  await backend.as('risk_manager').call(changes.approve, { ids: [change.id], hashes: [change.contentHash] })
  expect(await archiveNow(backend, id)).toMatchObject({ status: '遗失', complete: false })
  expect((await outNow(backend, id)).status).toBe('已归还')
})

test('somebody of a shop sees the files and parcels of its orders alone', async () => {
  const [id = 0] = await openedArchives(backend)
  const mailId = await sentMail(backend, [id])
  await inTenant(1, () =>
    db().execute(`update application set shop_id = (select max(id) from shop where id <> (select s.id from shop s
      join sys_user u on u.org_unit_id = s.org_unit_id where u.account = 'shop_user'))
      where id = (select order_id from archive where id = ${id})`),
  )
  const shop = backend.as('shop_user')
  expect(await shop.send(archives.get, { id })).toMatchObject({ status: 404 })
  expect(await shop.send(archives.mail, { id: mailId })).toMatchObject({ status: 404 })
})

test('labels are a PDF, and of files that are seen alone', async () => {
  const ids = await openedArchives(backend, 2)
  const answer = await keeper().raw(archives.labels, { ids })
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await keeper().raw(archives.labels, { ids: [900_000_000] })).status).toBe(404)
})

const taskOf = (orderId: number, kind: 'archive' | 'archive_return') =>
  inTenant(1, async () => {
    const [task] = await db()
      .select()
      .from(releaseTask)
      .where(and(eq(releaseTask.orderId, orderId), eq(releaseTask.kind, kind)))
    return task
  })
const keyOf = ({ id, rowVersion }: { id: number; rowVersion: number }) => ({ id, rowVersion })
let events = 0
const event = () => `archives-test-${String(events++).padStart(8, '0')}`
const tickOf = (id: number, code: string) => ({ id, code, eventId: event() })

test('a stock-taking finds what is not where it should be, scans a box and a file once, and a person resolves it', async () => {
  const there = await filedArchive(backend)
  const moved = await filedArchive(backend)
  const gone = await filedArchive(backend)
  const own = `九库-${Date.now() % 1000}-1-1`
  for (const id of [there, moved, gone])
    await keeper().call(archives.file, {
      id,
      rowVersion: (await archiveNow(backend, id)).rowVersion,
      boxNo: 'B-901',
      location: own,
    })
  const [foreign = 0] = await openedArchives(backend)
  const { id } = await keeper().call(archives.startTake, { scope: own })
  const scan = async (code: string, boxNo = '') =>
    keeper().send(archives.scanTake, { id, code, boxNo, eventId: event() })
  const noOf = async (of: number) => (await archiveNow(backend, of)).archiveNo
  expect(await scan(await noOf(there))).toEqual(refusal(422, '先扫描盒号'))
  expect((await scan('B-901')).status).toBe(200)
  expect(await scan('B-901')).toEqual(refusal(422, '盒已扫描过'))
  expect((await scan(await noOf(there), 'B-901')).status).toBe(200)
  expect(await scan(await noOf(there), 'B-901')).toEqual(refusal(422, '已扫描过'))
  expect((await scan('B-902')).status).toBe(200)
  expect((await scan(await noOf(moved), 'B-902')).status).toBe(200)
  expect((await scan(await noOf(foreign), 'B-902')).status).toBe(200)
  expect(await scan('DA2001999999', 'B-902')).toEqual(refusal(422, '没有档案'))
  const running = await keeper().call(archives.take, { id })
  expect(running).toMatchObject({ status: '盘点中', boxes: 2, files: 3, expected: 3 })
  await keeper().call(archives.finishTake, { id, rowVersion: running.rowVersion })
  let take = await keeper().call(archives.take, { id })
  expect(take.status).toBe('待处理')
  expect(take.differences.map(({ kind }) => kind).sort()).toEqual(['不应在库', '缺失', '错位'])
  for (const [kind, resolution] of [
    ['错位', '改记'],
    ['缺失', '已找到'],
    ['不应在库', '已归位'],
  ] as const) {
    const one = take.differences.find((difference) => difference.kind === kind)
    const said = { id, rowVersion: take.rowVersion, differenceId: one?.id ?? 0 }
    if (kind === '缺失')
      expect(
        await keeper().send(archives.resolveTake, { ...said, resolution: '改记', eventId: event() }),
      ).toMatchObject({ status: 400 })
    await keeper().call(archives.resolveTake, { ...said, resolution })
    take = await keeper().call(archives.take, { id })
  }
  expect(take.status).toBe('已完成')
  expect((await archiveNow(backend, moved)).boxNo).toBe('B-902')
  expect(await scan('B-903')).toEqual(refusal(422, '已完成盘点'))
})

test('a parcel that is underway is asked about, and what its courier says is shown', async () => {
  const nowhere = { url: new URL('http://127.0.0.1:9/'), key: 'nobody listens there, 32 characters long' }
  wirePorts({ express: nowhere, payment: nowhere, sms: nowhere })
  const [id = 0] = await openedArchives(backend)
  const mailId = await sentMail(backend, [id])
  wireBank()
  const { expressNo } = await mailNow(backend, mailId)
  const asked = await inTenant(1, () =>
    db()
      .select()
      .from(outsideCall)
      .where(and(eq(outsideCall.port, 'express'), eq(outsideCall.aboutId, mailId))),
  )
  expect(asked).toHaveLength(1)
  const events = [
    { at: '2026-01-01T07:00:00Z', text: '已揽收' },
    { at: '2026-01-02T07:00:00Z', text: '派送中' },
  ]
  await inTenant(1, () =>
    settle(
      asked[0]?.id ?? 0,
      { kind: 'callback', ms: 0 },
      {
        result: 'done',
        answer: { parcels: [{ courier: 'SF', expressNo: expressNo ?? '', events }] },
      },
    ),
  )
  const { track, status } = await mailNow(backend, mailId)
  expect(track.map(({ text }) => text)).toEqual(['派送中', '已揽收'])
  expect(status).toBe('已寄出')
})
