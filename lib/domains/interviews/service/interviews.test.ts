import { and, eq } from 'drizzle-orm'
import type { InterviewSignal } from '../../../platform/contract/live.ts'
import { asOwner, db, inTenant } from '../../../platform/db/client.ts'
import { sweepFiles } from '../../../platform/files/sweep-files.ts'
import { listenToEvents } from '../../../platform/live-events.ts'
import { boundOrder } from '../../cards/service/testing.ts'
import { orderContracts } from '../../contracts/contract/orders.ts'
import { contract } from '../../contracts/table/contracts.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { applications } from '../../orders/contract.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application, reviewLog } from '../../orders/table.ts'
import { approvedOrder } from '../../risk/service/testing.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { interviews } from '../contract.ts'
import { interviewConsentVersion } from '../rules/interview.ts'
import { interviewPiece, videoInterview } from '../table.ts'
import { chooseTurn, connectionFor } from './ice-servers.ts'
import {
  fillInterview,
  interviewNow,
  joinedInterview,
  newHold,
  passedInterview,
  pieceNow,
  testPiece,
  versionNow,
} from './testing.ts'

let backend: TestBackend
const heard: { userIds: readonly number[]; data: InterviewSignal }[] = []
beforeAll(async () => {
  backend = await openTestBackend()
  await listenToEvents((event) => {
    if (event?.type === 'interview') heard.push({ userIds: event.userIds, data: event.data })
  })
})
afterAll(() => backend.close())

const clerk = () => backend.as('contract_clerk')
const room = (orderId: number) => clerk().call(interviews.get, { orderId })
const until = async (holds: () => boolean) => {
  for (let tries = 0; tries < 100 && !holds(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  expect(holds()).toBe(true)
}

test('an interview from the link to its pass: script, pictures, recording, milestone, and a link that is over', async () => {
  const { orderId } = await approvedOrder(backend)
  expect((await room(orderId)).interview).toBeNull()
  const { id, token, hold, phone } = await joinedInterview(backend, clerk(), orderId)
  const verdict = { passed: true, identityCheck: '一致', reason: '' } as const
  await expect(
    clerk().call(interviews.decide, { ...(await versionNow(clerk(), orderId)), ...verdict }),
  ).rejects.toMatchObject({ status: 422 })
  await clerk().call(interviews.begin, await versionNow(clerk(), orderId))
  const lacks = async () => {
    const answer = await clerk().send(interviews.decide, {
      ...(await versionNow(clerk(), orderId)),
      ...verdict,
      eventId: newHold(),
    })
    return (answer.body as { code?: string }).code
  }
  expect(await lacks()).toBe('interviews.lacks.script')
  await fillInterview(clerk(), orderId)
  const differs = { ...verdict, identityCheck: '不一致' as const }
  await expect(
    clerk().call(interviews.decide, { ...(await versionNow(clerk(), orderId)), ...differs }),
  ).rejects.toMatchObject({ status: 422 })
  await clerk().call(interviews.decide, { ...(await versionNow(clerk(), orderId)), ...verdict })

  const { interview, order } = await room(orderId)
  expect(interview).toMatchObject({
    status: '通过',
    pieces: 1,
    recordedMs: expect.any(Number),
    identityCheck: '一致',
  })
  expect(interview?.snapshots).toHaveLength(2)
  expect(order.milestones).toContain('video')
  const { items } = await clerk().call(attachments.materials, { orderId })
  expect(items.find(({ materialType }) => materialType === 'interview_photo')?.files).toHaveLength(2)
  // The phone is told, and its link is none any more.
  await until(() => heard.some(({ data }) => data.id === id && data.kind === 'end'))
  await expect(
    phone.call(interviews.guestSignal, { token, hold, kind: 'ready', text: '' }),
  ).rejects.toMatchObject({ status: 422 })
})

test('done again is another row: the old one and its recording stay, the milestone goes, contracts wait', async () => {
  const { orderId } = await boundOrder(backend)
  const id = await passedInterview(backend, clerk(), orderId)
  const { obstacles } = await clerk().call(orderContracts.get, { orderId })
  expect(obstacles).toEqual([])
  const again = await clerk().call(interviews.redo, {
    ...(await versionNow(clerk(), orderId)),
    reason: '录像不清',
  })
  const { interview, former, order } = await room(orderId)
  expect(interview).toMatchObject({ id: again.id, status: '重签', pieces: 0 })
  expect(former.map((one) => [one.id, one.status, one.redoReason])).toEqual([[id, '通过', '录像不清']])
  expect(order.milestones).not.toContain('video')
  expect((await clerk().call(orderContracts.get, { orderId })).obstacles).toEqual([
    { key: 'interview', names: '' },
  ])
  const { pieces } = await clerk().call(interviews.recording, { id })
  const file = await clerk().raw(interviews.piece, { id, pieceId: pieces[0]?.id ?? 0 })
  expect(file.headers.get('content-type')).toBe('video/webm')
  expect((await file.arrayBuffer()).byteLength).toBe(68)
})

test('done again while the order waits for its release: the milestone goes, and the order goes back (T20, T27)', async () => {
  const { orderId } = await approvedOrder(backend)
  await passedInterview(backend, clerk(), orderId)
  const standsAt = (status: string) =>
    inTenant(1, () => db().update(application).set({ status }).where(eq(application.id, orderId)))
  await standsAt('releasing')
  const redo = async () => ({ ...(await versionNow(clerk(), orderId)), reason: '资方要求重录' })
  await expect(clerk().call(interviews.redo, await redo())).rejects.toMatchObject({
    body: { code: 'interviews.refusals.orderRedo' },
  })
  await standsAt('wait_release')
  await clerk().call(interviews.redo, await redo())
  const { interview, order, open } = await room(orderId)
  expect({ status: order.status, open, interview: interview?.status }).toEqual({
    status: 'preparing',
    open: true,
    interview: '重签',
  })
  expect(order.milestones).not.toContain('video')
  const events = await inTenant(1, () =>
    db().select({ event: reviewLog.event }).from(reviewLog).where(eq(reviewLog.orderId, orderId)),
  )
  expect(events.slice(-2).map(({ event }) => event)).toEqual(['milestone_clear', 'unready'])
})

test('reviewers see how the interviews of an order went, with their recordings; others do not', async () => {
  const { orderId } = await approvedOrder(backend)
  expect(await clerk().call(interviews.ofOrder, { orderId })).toMatchObject({ interviews: [] })
  const id = await passedInterview(backend, clerk(), orderId)
  const reviewer = backend.as('first_reviewer')
  const seen = await reviewer.call(interviews.ofOrder, { orderId })
  expect(seen.interviews.map((one) => [one.id, one.status])).toEqual([[id, '通过']])
  const { pieces } = await reviewer.call(interviews.recording, { id })
  expect((await reviewer.raw(interviews.piece, { id, pieceId: pieces[0]?.id ?? 0 })).status).toBe(200)
  for (const ask of [interviews.get, interviews.invite])
    expect(await reviewer.send(ask, { orderId, eventId: newHold() })).toMatchObject({ status: 403 })
  expect(await backend.as('shop_user').send(interviews.ofOrder, { orderId })).toMatchObject({ status: 403 })
})

test('the list says who has which, and whom nobody has called', async () => {
  const { orderId } = await approvedOrder(backend)
  const idsOf = async (filter: object) =>
    (await clerk().call(interviews.list, { length: 100, ...filter })).data.map(({ id }) => id)
  expect(await idsOf({ whose: 'pool', interviewStatus: ['待面签'] })).toContain(orderId)
  expect(await idsOf({ whose: 'mine' })).not.toContain(orderId)
  await passedInterview(backend, clerk(), orderId)
  expect(await idsOf({ whose: 'mine', interviewStatus: ['通过'] })).toContain(orderId)
  expect(await idsOf({ whose: 'pool' })).not.toContain(orderId)
  expect(await idsOf({ interviewStatus: ['待面签'] })).not.toContain(orderId)
})

test('nothing begins before the customer agreed, and nobody joins without', async () => {
  const { orderId } = await approvedOrder(backend)
  const { path } = await clerk().call(interviews.invite, { orderId })
  await expect(clerk().call(interviews.begin, await versionNow(clerk(), orderId))).rejects.toMatchObject({
    status: 422,
    body: { code: 'interviews.refusals.noConsent' },
  })
  const token = path.split('t=')[1] ?? ''
  const phone = backend.withToken(undefined)
  const send = (agreed: string) => phone.send(interviews.guestJoin, { token, hold: newHold(), agreed })
  expect(await send('')).toMatchObject({ status: 400 })
  expect(await phone.call(interviews.guestOpen, { token })).toEqual({ state: 'ready' })
  expect(
    await phone.send(interviews.guestSignal, { token, hold: newHold(), kind: 'ready', text: '' }),
  ).toMatchObject({ status: 422 })
  expect(await send(interviewConsentVersion)).toMatchObject({ status: 200 })
})

test('links: guessed, replaced, past their hour, of another tenant', async () => {
  const { orderId } = await approvedOrder(backend)
  const { id, token } = await joinedInterview(backend, clerk(), orderId)
  const stateOf = async (given: string, tenant?: string) =>
    (
      await backend
        .withToken(undefined, tenant ? { tenant } : {})
        .call(interviews.guestOpen, { token: given })
    ).state
  for (const guess of ['', 'a'.repeat(43), `${token}x`, "' or 1=1 --"])
    expect(await stateOf(guess)).toBe('unknown')
  expect(await stateOf(token, 'qhe')).toBe('unknown')
  expect(await stateOf(token)).toBe('ready')
  const past = new Date(Date.now() - 1_000).toISOString()
  await inTenant(1, () =>
    db().update(videoInterview).set({ linkExpiresAt: past }).where(eq(videoInterview.id, id)),
  )
  expect(await stateOf(token)).toBe('expired')
  await clerk().call(interviews.invite, { orderId })
  expect(await stateOf(token)).toBe('unknown')
  // Everything that is kept is a hash.
  const { rows } = await asOwner((connection) =>
    connection.query('SELECT to_json(v)::text FROM video_interview v', [], 'array'),
  )
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a second phone takes the place of the first, which is told and heard no more; a second desk as well', async () => {
  const { orderId } = await approvedOrder(backend)
  const { id, token, hold, phone } = await joinedInterview(backend, clerk(), orderId)
  const desk = newHold()
  await clerk().call(interviews.enter, { id, hold: desk })
  await phone.call(interviews.guestSignal, { token, hold, kind: 'ready', text: 'a' })
  await until(() => heard.some(({ data }) => data.id === id && data.kind === 'ready' && data.text === 'a'))

  const other = newHold()
  await phone.call(interviews.guestJoin, { token, hold: other, agreed: interviewConsentVersion })
  await until(() => heard.some(({ data }) => data.kind === 'taken' && data.text === other))
  for (const call of [interviews.guestSignal, interviews.guestWatch])
    expect(await phone.send(call, { token, hold, kind: 'ready', text: '' })).toMatchObject({
      status: 422,
      body: { code: 'interviewGuest.taken' },
    })
  expect(await phone.call(interviews.guestWatch, { token, hold: other })).toEqual({ interviewId: id })

  const another = newHold()
  await clerk().call(interviews.enter, { id, hold: another })
  await until(() => heard.some(({ data }) => data.kind === 'taken' && data.text === another))
  const signal = { id, kind: 'offer', text: 'v=0' } as const
  expect(await clerk().send(interviews.signal, { ...signal, hold: desk })).toMatchObject({ status: 422 })
  expect(await clerk().send(interviews.signal, { ...signal, hold: another })).toMatchObject({ status: 200 })
})

test('an offer of the size that browsers make arrives whole, to the customer alone', async () => {
  const { orderId } = await approvedOrder(backend)
  const { id } = await joinedInterview(backend, clerk(), orderId)
  const hold = newHold()
  await clerk().call(interviews.enter, { id, hold })
  const lines = Array.from({ length: 260 }, (_, at) => `a=rtpmap:${at} VP8/90000 ${at * 7919}`)
  const text = lines.join('\r\n')
  await clerk().call(interviews.signal, { id, hold, kind: 'offer', text })
  await until(() => heard.some(({ data }) => data.kind === 'offer' && data.text === text))
  expect(heard.find(({ data }) => data.text === text)?.userIds).toEqual([-id])
})

test('pieces: the same one twice is one, others of no recording, of another time, too large or of nobody’s', async () => {
  const { orderId } = await approvedOrder(backend)
  const { id } = await joinedInterview(backend, clerk(), orderId)
  const upload = (change: object, bytes: Buffer = testPiece(), by = clerk()) =>
    by.upload(interviews.addPiece, { ...pieceNow(id), ...change }, { name: 'a.webm', bytes })
  await expect(upload({})).rejects.toMatchObject({ status: 422 })
  await clerk().call(interviews.begin, await versionNow(clerk(), orderId))
  const bytes = testPiece()
  expect(await upload({}, bytes)).toEqual({ pieces: 1 })
  expect(await upload({}, bytes)).toEqual({ pieces: 1 })
  expect(await upload({ pieceNo: 1 })).toEqual({ pieces: 2 })
  // One line of the audit log for the recording, however many pieces it has.
  const noted = await inTenant(1, () =>
    db()
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.object, `video_interview:${id}`), eq(auditLog.action, 'interview.add_piece'))),
  )
  expect(noted).toHaveLength(1)
  await expect(upload({ pieceNo: 2 }, Buffer.from('<html>'))).rejects.toMatchObject({ status: 400 })
  await expect(upload({ pieceNo: 2, startAt: 1 })).rejects.toMatchObject({ status: 422 })
  const large = Buffer.concat([testPiece(), Buffer.alloc(9 * 1024 * 1024)])
  await expect(upload({ pieceNo: 2 }, large)).rejects.toMatchObject({ status: 413 })
  await expect(upload({ pieceNo: 2 }, testPiece(), backend.as('entry_clerk'))).rejects.toMatchObject({
    status: 403,
  })
  expect(await interviewNow(clerk(), orderId)).toMatchObject({ pieces: 2 })
  // Everything that waited in the browser comes after the verdict.
  const fail = { passed: false, identityCheck: '无法核实', reason: '光线太暗' } as const
  await clerk().call(interviews.decide, { ...(await versionNow(clerk(), orderId)), ...fail })
  expect(await upload({ pieceNo: 2 })).toEqual({ pieces: 3 })
  // The sweep leaves what a row names.
  await sweepFiles({ now: Date.now() + 30 * 86_400_000 })
  const { pieces } = await clerk().call(interviews.recording, { id })
  for (const { id: pieceId } of pieces)
    expect((await clerk().raw(interviews.piece, { id, pieceId })).status).toBe(200)
})

test('what was made to be signed is void when its customer is refused, and the order waits for its contracts again', async () => {
  const { orderId } = await boundOrder(backend)
  await passedInterview(backend, clerk(), orderId)
  const orderNow = async () => {
    const [order] = await inTenant(1, () =>
      db().select().from(application).where(eq(application.id, orderId)),
    )
    return order
  }
  await clerk().call(orderContracts.generate, {
    orderId,
    rowVersion: (await orderNow())?.rowVersion ?? 0,
    eventId: newEvent(),
  })
  const signedAt = new Date().toISOString()
  await inTenant(1, () =>
    db()
      .update(application)
      .set({ status: 'preparing', econtractSignedAt: signedAt })
      .where(eq(application.id, orderId)),
  )
  await clerk().call(interviews.redo, { ...(await versionNow(clerk(), orderId)), reason: '疑似他人代签' })
  await joinedInterview(backend, clerk(), orderId)
  await clerk().call(interviews.begin, await versionNow(clerk(), orderId))
  const fail = { passed: false, identityCheck: '不一致', reason: '不是本人' } as const
  await clerk().call(interviews.decide, { ...(await versionNow(clerk(), orderId)), ...fail })
  const [made] = await inTenant(1, () => db().select().from(contract).where(eq(contract.orderId, orderId)))
  expect(made).toMatchObject({ status: '已作废', voidReason: '视频面签不通过：不是本人' })
  expect(await orderNow()).toMatchObject({ status: 'preparing', econtractSignedAt: null, contractNo: null })
})

test('a pass wants all that happened recorded, and says when something was not', async () => {
  const { orderId } = await approvedOrder(backend)
  const { id } = await joinedInterview(backend, clerk(), orderId)
  await clerk().call(interviews.begin, await versionNow(clerk(), orderId))
  await fillInterview(clerk(), orderId)
  const began = Date.now() - 100_000
  await inTenant(1, async () => {
    await db()
      .update(videoInterview)
      .set({ startedAt: new Date(began).toISOString() })
      .where(eq(videoInterview.id, id))
    await db().delete(interviewPiece).where(eq(interviewPiece.interviewId, id))
  })
  const verdict = { passed: true, identityCheck: '一致', reason: '' } as const
  const pass = async () =>
    clerk().send(interviews.decide, {
      ...(await versionNow(clerk(), orderId)),
      ...verdict,
      eventId: newHold(),
    })
  const record = (pieceNo: number, startAt: number, length: number) =>
    clerk().upload(
      interviews.addPiece,
      { ...pieceNow(id, pieceNo), startAt, length },
      { name: 'a.webm', bytes: testPiece() },
    )
  expect(await pass()).toMatchObject({ body: { code: 'interviews.lacks.recording' } })
  // The lines were ticked a hundred seconds after the talk began.
  await record(0, began, 4_000)
  const short = await pass()
  expect(short).toMatchObject({ status: 422, body: { code: 'interviews.lacks.gapAt' } })
  expect((short.body as { message: string }).message).toMatch(/\d\d:\d\d:\d\d 前后/)
  await record(1, began + 90_000, 10_000)
  expect(await pass()).toMatchObject({ status: 200 })
})

test('what waited in a browser is taken behind the verdict for a day, of who had the desk, and noted', async () => {
  const { orderId } = await approvedOrder(backend)
  const id = await passedInterview(backend, clerk(), orderId)
  const upload = (pieceNo: number) =>
    clerk().upload(interviews.addPiece, pieceNow(id, pieceNo), { name: 'a.webm', bytes: testPiece() })
  await upload(21)
  const noted = await inTenant(1, () =>
    db()
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.object, `video_interview:${id}`), eq(auditLog.action, 'interview.add_piece'))),
  )
  expect(noted.map(({ after }) => after)).toContainEqual(expect.objectContaining({ late: true, pieceNo: 21 }))
  // As though a colleague had held it.
  const [former] = await inTenant(1, async () => {
    const ofIt = eq(interviewPiece.interviewId, id)
    const rows = await db().select().from(videoInterview).where(eq(videoInterview.id, id))
    await db().update(interviewPiece).set({ createdBy: 1 }).where(ofIt)
    await db().update(videoInterview).set({ agentId: null }).where(eq(videoInterview.id, id))
    return rows
  })
  await expect(upload(22)).rejects.toMatchObject({ body: { code: 'interviews.refusals.pieceOfOthers' } })
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await inTenant(1, () =>
    db()
      .update(videoInterview)
      .set({ startedAt: ago(26).toISOString(), endedAt: ago(25).toISOString(), agentId: former?.agentId })
      .where(eq(videoInterview.id, id)),
  )
  const late = { ...pieceNow(id, 22), startAt: ago(25.5).getTime() }
  const sent = clerk().upload(interviews.addPiece, late, { name: 'a.webm', bytes: testPiece() })
  await expect(sent).rejects.toMatchObject({ body: { code: 'interviews.refusals.pieceLate' } })
})

test('a snapshot is evidence: it is not taken out of the materials', async () => {
  const { orderId } = await approvedOrder(backend)
  await passedInterview(backend, clerk(), orderId)
  const { interview } = await room(orderId)
  await inTenant(1, () =>
    db().update(application).set({ status: 'risk_returned' }).where(eq(application.id, orderId)),
  )
  const answer = await backend.as('entry_clerk').send(attachments.remove, {
    orderId,
    fileId: interview?.snapshots[0],
    eventId: newHold(),
  })
  expect(answer).toMatchObject({ status: 422, body: { code: 'interviews.refusals.snapshotKept' } })
  // And an order that is back in review is not interviewed.
  expect(await clerk().send(interviews.invite, { orderId, eventId: newHold() })).toMatchObject({
    status: 422,
  })
  const { order } = await backend.as('entry_clerk').call(applications.progress, { orderId })
  expect(order.status).toBe('risk_returned')
})

test('the relay’s credentials end, and are those of coturn', () => {
  expect(connectionFor('V1', new Date(0))).toEqual({ iceServers: [], relayed: false, now: 0 })
  chooseTurn({ urls: ['turn:turn.example.com:3478'], secret: 'north' })
  // printf '14400:V1' | openssl dgst -sha1 -hmac north -binary | base64
  expect(connectionFor('V1', new Date(0))).toEqual({
    relayed: true,
    now: 0,
    iceServers: [
      {
        urls: ['turn:turn.example.com:3478'],
        username: '14400:V1',
        credential: '04j/aKhuN2ipP9P9RHgmDY67y0Y=',
      },
    ],
  })
  chooseTurn(undefined)
})
