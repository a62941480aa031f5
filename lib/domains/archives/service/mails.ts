import { and, asc, eq, inArray, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, oneOf, textIn, to } from '../../../platform/db/list-conditions.ts'
import { badInput, notFound, refused, taken } from '../../../platform/errors.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { subject } from '../../../platform/subject.ts'
import { courier } from '../../couriers/table.ts'
import { sysUser } from '../../identity/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { nextMailNo } from '../../orders/service/number-series.ts'
import { application } from '../../orders/table.ts'
import { archives as calls, type MailRow, type MailView } from '../contract.ts'
import { type MailStep, mailFits, mailStateOf, resultFits } from '../rules/mail.ts'
import { readCode } from '../rules/papers.ts'
import { archive, archiveMail, archiveMailOrder, type MailItems } from '../table.ts'
import { bookArchive, lockArchives, papersOf, type Stand, standsOf } from './archive-record.ts'
import { askTracks } from './tracks.ts'

/** 邮寄: parcels with the papers of up to fifty orders, from a draft to their check. */

export type Mail = typeof archiveMail.$inferSelect

/** A parcel shows to whoever may see all of its orders, and to whoever made it. */
const mailScope = ({ actor }: Pick<Call, 'actor'>) => {
  const seen = orderScope(actor)
  if (!seen) return undefined
  const orders = db().select({ id: application.id }).from(application).where(seen)
  const others = db()
    .select({ id: archiveMailOrder.mailId })
    .from(archiveMailOrder)
    .where(notInArray(archiveMailOrder.orderId, orders))
  const own = db()
    .select({ id: archiveMailOrder.mailId })
    .from(archiveMailOrder)
    .where(inArray(archiveMailOrder.orderId, orders))
  return and(inArray(archiveMail.id, own), notInArray(archiveMail.id, others))
}

export const mailSubject = subject({
  noun: 'archive_mail',
  nameOf: ({ id }: Mail) => id,
  async lock(id: number, call: Call): Promise<Mail | undefined> {
    const [row] = await db()
      .select()
      .from(archiveMail)
      .where(and(eq(archiveMail.id, id), eq(archiveMail.tenantId, call.tenantId), mailScope(call)))
      .for('update')
    return row
  },
  shown: ({ status, fromName, toName, toAddress }) => ({ status, fromName, toName, toAddress }),
})

const orderCount = sql<number>`(select count(*)::int from archive_mail_order o
  where o.tenant_id = archive_mail.tenant_id and o.mail_id = archive_mail.id)`

const rowOf = (row: Mail, count: number): MailRow => ({
  id: row.id,
  rowVersion: row.rowVersion,
  mailNo: row.mailNo,
  direction: row.direction,
  orderCount: count,
  fromName: row.fromName,
  toName: row.toName,
  expressCompany: row.expressCompany,
  expressNo: row.expressNo,
  sentAt: row.sentAt,
  receivedAt: row.receivedAt,
  status: row.status,
  checkResult: row.checkResult,
  createdAt: row.createdAt,
})

export const mailList = defineList(calls.mails, {
  table: archiveMail,
  scope: { rows: mailScope },
  filters: {
    status: oneOf(archiveMail.status),
    sentFrom: from(archiveMail.sentAt),
    sentTo: to(archiveMail.sentAt),
  },
  search: (q) =>
    or(
      textIn(archiveMail.mailNo, archiveMail.expressNo, archiveMail.fromName)(q),
      inArray(
        archiveMail.id,
        db()
          .select({ id: archiveMailOrder.mailId })
          .from(archiveMailOrder)
          .innerJoin(application, eq(application.id, archiveMailOrder.orderId))
          .where(textIn(application.orderNo, application.customerName)(q)),
      ),
    ),
  rows: async (ids) => {
    const rows = await db()
      .select({ row: archiveMail, count: orderCount })
      .from(archiveMail)
      .where(inArray(archiveMail.id, ids))
    return rows.map(({ row, count }) => rowOf(row, count))
  },
})

const sender = alias(sysUser, 'sender')
const receiver = alias(sysUser, 'receiver')
const checker = alias(sysUser, 'checker')

export async function readMail({ id }: ParsedInputOf<typeof calls.mail>, call: Call): Promise<MailView> {
  const [found] = await db()
    .select({
      row: archiveMail,
      courierName: courier.name,
      sentByName: sender.name,
      receivedByName: receiver.name,
      checkedByName: checker.name,
    })
    .from(archiveMail)
    .leftJoin(courier, eq(courier.code, archiveMail.expressCompany))
    .leftJoin(sender, eq(sender.id, archiveMail.sentBy))
    .leftJoin(receiver, eq(receiver.id, archiveMail.receivedBy))
    .leftJoin(checker, eq(checker.id, archiveMail.checkedBy))
    .where(and(eq(archiveMail.id, id), eq(archiveMail.tenantId, call.tenantId), mailScope(call)))
  if (!found) throw notFound()
  const { row, ...names } = found
  const files = await db()
    .select({
      id: archive.id,
      archiveNo: archive.archiveNo,
      orderId: archive.orderId,
      orderNo: application.orderNo,
      customerName: application.customerName,
      status: archive.status,
    })
    .from(archiveMailOrder)
    .innerJoin(archive, eq(archive.orderId, archiveMailOrder.orderId))
    .innerJoin(application, eq(application.id, archive.orderId))
    .where(eq(archiveMailOrder.mailId, id))
    .orderBy(asc(archive.id))
  const papers = await papersOf(files.map((file) => file.id))
  const listed = (archiveId: number, itemNo: number) =>
    row.itemList.some((one) => one.archiveId === archiveId && one.items.includes(itemNo))
  return {
    ...rowOf(row, files.length),
    ...names,
    fromMobile: row.fromMobile,
    toAddress: row.toAddress,
    bouncedAt: row.bouncedAt,
    checkedAt: row.checkedAt,
    checkNote: row.checkNote,
    track: row.track,
    trackedAt: row.trackedAt,
    archives: files.map((file) => ({
      ...file,
      items: (papers.get(file.id) ?? []).filter(({ itemNo, itemStatus }) =>
        row.status === '草稿' ? itemStatus === '应收' || itemStatus === '遗失' : listed(file.id, itemNo),
      ),
    })),
  }
}

export const readCouriers = () =>
  db()
    .select({ code: courier.code, name: courier.name })
    .from(courier)
    .where(eq(courier.state, 'active'))
    .orderBy(asc(courier.code))

/** @throws 400 for a courier that is none, or brings nothing any more */
async function requireCourier(code: string): Promise<void> {
  const found = (await readCouriers()).find((one) => one.code === code)
  if (!found) throw badInput({ courier: 'archives.refusals.courier' })
}

function requireStep(step: MailStep, row: Mail): void {
  if (!mailFits(step, row)) throw refused('archives.refusals.mailState', { status: row.status })
}

const written = ({ id, rowVersion }: Mail) => ({ id, rowVersion: rowVersion + 1 })

/** Writes facts of a parcel, and the state that follows from them. */
async function setMail(row: Mail, facts: Partial<Mail>, after: object): Promise<void> {
  const status = mailStateOf({ ...row, ...facts })
  await change(
    archiveMail,
    row,
    { ...facts, status },
    { before: { status: row.status }, after: { status, ...after } },
  )
}

/** @throws 400 that names what is no order with a file, or not one that the caller sees */
async function ordersOf(numbers: readonly string[], { tenantId, actor }: Call): Promise<number[]> {
  const wanted = [...new Set(numbers.map((text) => readCode(text)?.archiveNo ?? text.toUpperCase()))]
  const found = await db()
    .select({ orderId: archive.orderId, orderNo: application.orderNo, archiveNo: archive.archiveNo })
    .from(archive)
    .innerJoin(application, eq(application.id, archive.orderId))
    .where(
      and(
        eq(archive.tenantId, tenantId),
        or(inArray(sql`upper(${application.orderNo})`, wanted), inArray(archive.archiveNo, wanted)),
        orderScope(actor),
      ),
    )
  const unknown = wanted.filter(
    (text) => !found.some(({ orderNo, archiveNo }) => orderNo.toUpperCase() === text || archiveNo === text),
  )
  if (unknown.length > 0)
    throw badInput({ orders: { key: 'archives.refusals.noArchive', params: { orders: unknown.join('、') } } })
  return found.map(({ orderId }) => orderId)
}

export async function saveMail(
  { id: _id, eventId: _, rowVersion: _version, orders, ...values }: ParsedInputOf<typeof calls.saveMail>,
  call: Call,
  row: Mail | undefined,
) {
  const orderIds = await ordersOf(orders, call)
  if (row) {
    requireStep('save', row)
    await db().delete(archiveMailOrder).where(eq(archiveMailOrder.mailId, row.id))
    await db()
      .insert(archiveMailOrder)
      .values(orderIds.map((orderId) => ({ mailId: row.id, orderId, createdBy: call.actor.id })))
    await change(archiveMail, row, values)
    return written(row)
  }
  const mailNo = await nextMailNo(call.today)
  const [made] = await db()
    .insert(archiveMail)
    .values({ ...values, mailNo, direction: '门店→总部', createdBy: call.actor.id })
    .returning({ id: archiveMail.id })
  if (!made) throw new Error('the parcel was not written')
  await db()
    .insert(archiveMailOrder)
    .values(orderIds.map((orderId) => ({ mailId: made.id, orderId, createdBy: call.actor.id })))
  await audit({ object: `archive_mail:${made.id}`, after: { mailNo, orders: orderIds.length, ...values } })
  return { id: made.id, rowVersion: 1 }
}

/** The courier is held, so that of two who name the same number one comes second. @throws 409 for one that another parcel has */
async function requireNumberFree(company: string, expressNo: string): Promise<void> {
  await db().select({ id: courier.id }).from(courier).where(eq(courier.code, company)).for('update')
  const [other] = await db()
    .select({ mailNo: archiveMail.mailNo })
    .from(archiveMail)
    .where(and(eq(archiveMail.expressCompany, company), eq(archiveMail.expressNo, expressNo)))
  if (other) throw taken('archives.refusals.expressTaken', { mailNo: other.mailNo })
}

/** The files of a parcel, locked. */
async function filesOf({ id }: Mail): Promise<Stand[]> {
  const ids = await db()
    .select({ id: archive.id })
    .from(archiveMailOrder)
    .innerJoin(archive, eq(archive.orderId, archiveMailOrder.orderId))
    .where(eq(archiveMailOrder.mailId, id))
  return standsOf(
    await lockArchives(
      ids.map((one) => one.id),
      undefined,
    ),
  )
}

/** @throws 400 for a label that is none of its orders; 422 for a paper that is underway or there already */
export async function send(input: ParsedInputOf<typeof calls.send>, call: Call, row: Mail) {
  requireStep('send', row)
  await requireCourier(input.courier)
  const files = await filesOf(row)
  const itemList = listOf(input.codes, files)
  for (const { archiveId, items } of itemList) {
    const stand = files.find((one) => one.row.id === archiveId)
    if (stand) await bookArchive(stand, { kind: 'mailed', items }, { mailId: row.id }, call)
  }
  // Orders of which no paper went along are none of its own.
  const empty = files.filter((one) => !itemList.some(({ archiveId }) => archiveId === one.row.id))
  if (empty.length > 0)
    await db()
      .delete(archiveMailOrder)
      .where(
        and(
          eq(archiveMailOrder.mailId, row.id),
          inArray(
            archiveMailOrder.orderId,
            empty.map((one) => one.row.orderId),
          ),
        ),
      )
  await requireNumberFree(input.courier, input.expressNo)
  await setMail(
    row,
    {
      itemList,
      expressCompany: input.courier,
      expressNo: input.expressNo,
      sentAt: call.now.toISOString(),
      sentBy: call.actor.id,
    },
    { courier: input.courier, expressNo: input.expressNo, papers: input.codes.length },
  )
  await askTracks([{ id: row.id, expressCompany: input.courier, expressNo: input.expressNo }], call.now)
  return written(row)
}

/** @throws 400 that names labels of no paper of these files */
function listOf(codes: readonly string[], files: readonly Stand[]): MailItems[] {
  const list = new Map<number, Set<number>>()
  const unknown: string[] = []
  for (const text of codes) {
    const code = readCode(text)
    const stand = files.find(({ row }) => row.archiveNo === code?.archiveNo)
    const item = stand?.items.find(({ itemNo }) => itemNo === code?.itemNo)
    if (!stand || !item) unknown.push(text)
    else list.set(stand.row.id, (list.get(stand.row.id) ?? new Set()).add(item.itemNo))
  }
  if (unknown.length > 0)
    throw badInput({ codes: { key: 'archives.refusals.notListed', params: { code: unknown.join('、') } } })
  return [...list].map(([archiveId, items]) => ({ archiveId, items: [...items].sort((a, b) => a - b) }))
}

/** Nothing of a draft happened to its files. */
export async function voidMail(_input: ParsedInputOf<typeof calls.voidMail>, call: Call, row: Mail) {
  requireStep('void', row)
  await setMail(row, { voidedAt: call.now.toISOString() }, { mailNo: row.mailNo })
  return written(row)
}

/** Of what left us nothing follows for the files: their applications keep count. */
export async function sign(_input: ParsedInputOf<typeof calls.sign>, call: Call, row: Mail) {
  requireStep('sign', row)
  if (row.itemList.length > 0)
    for (const stand of await filesOf(row))
      await bookArchive(stand, { kind: 'signed' }, { mailId: row.id }, call)
  await setMail(row, { receivedAt: call.now.toISOString(), receivedBy: call.actor.id }, {})
  return written(row)
}

export async function bounce({ reason }: ParsedInputOf<typeof calls.bounce>, call: Call, row: Mail) {
  requireStep('bounce', row)
  if (row.itemList.length > 0)
    for (const stand of await filesOf(row))
      await bookArchive(stand, { kind: 'bounced' }, { mailId: row.id, note: reason }, call)
  await setMail(row, { bouncedAt: call.now.toISOString(), checkNote: reason }, { reason })
  await tellSender(row, say('archives.bouncedTitle', { mailNo: row.mailNo }), reason, call)
  return written(row)
}

/**
 * A paper of the parcel is there; with `here` false it was ticked by mistake.
 *
 * @throws 422 for a code that names no paper, one that is not in the parcel, or one that is ticked already
 */
export async function tick({ code, here }: ParsedInputOf<typeof calls.tick>, call: Call, row: Mail) {
  requireStep('tick', row)
  const read = readCode(code)
  if (read?.itemNo == null) throw refused('archives.refusals.noCode', { code })
  const files = await filesOf(row)
  const stand = files.find((one) => one.row.archiveNo === read.archiveNo)
  const item = stand?.items.find(({ itemNo }) => itemNo === read.itemNo)
  const isListed = row.itemList.some(
    ({ archiveId, items }) => archiveId === stand?.row.id && items.includes(read.itemNo ?? 0),
  )
  if (!stand || !item || !isListed) throw refused('archives.refusals.notListed', { code })
  if (here && item.itemStatus === '在库')
    throw refused('archives.refusals.ticked', { code, docType: item.docType })
  const kind = here ? 'ticked' : 'unticked'
  await bookArchive(stand, { kind, items: [item.itemNo] }, { mailId: row.id }, call)
  await db()
    .update(archiveMail)
    .set({ rowVersion: row.rowVersion + 1 })
    .where(eq(archiveMail.id, row.id))
  await audit({ after: { code, docType: item.docType, here } })
  return { code, docType: item.docType, customerName: stand.row.customerName }
}

/** @throws 400 for a result that the ticks do not say, or no note about what is missing */
export async function check({ result, note }: ParsedInputOf<typeof calls.check>, call: Call, row: Mail) {
  requireStep('check', row)
  const files = await filesOf(row)
  const missing = files.flatMap((stand) =>
    stand.items
      .filter(({ itemStatus }) => itemStatus === '在途')
      .map(({ docType }) => `${stand.row.archiveNo} ${docType}`),
  )
  if (!resultFits(result, missing.length))
    throw badInput({
      result: { key: 'archives.refusals.result', params: { missing: String(missing.length) } },
    })
  if (result !== '齐全' && note === '') throw badInput({ note: 'rules.required' })
  for (const stand of files) await bookArchive(stand, { kind: 'checked' }, { mailId: row.id, note }, call)
  await setMail(
    row,
    {
      checkedAt: call.now.toISOString(),
      checkedBy: call.actor.id,
      checkResult: result,
      checkNote: note,
    },
    { result, note, missing: missing.join('、') },
  )
  if (missing.length > 0)
    await tellSender(
      row,
      say('archives.missingTitle', { mailNo: row.mailNo, count: missing.length }),
      say('archives.missingBody', { papers: missing.join('、'), note }),
      call,
    )
  return written(row)
}

/** Whoever sent it hears what is wanted of him. */
async function tellSender(row: Mail, title: string, body: string, call: Call): Promise<void> {
  if (row.sentBy === null || row.sentBy === call.actor.id) return
  const [order] = await db()
    .select({ id: archiveMailOrder.orderId })
    .from(archiveMailOrder)
    .where(eq(archiveMailOrder.mailId, row.id))
    .limit(1)
  await sendMessages([
    {
      kind: 'notice',
      userId: row.sentBy,
      orderId: order?.id ?? null,
      title: title.slice(0, 80),
      body: body.slice(0, 500),
      createdAt: call.now.toISOString(),
      createdBy: call.actor.id,
    },
  ])
}

/** A parcel that is sent as soon as it is made: what leaves the archive by a courier. */
export async function sentParcel(
  values: Pick<Mail, 'direction' | 'toName' | 'toAddress'> & { courier: string; expressNo: string },
  orderId: number,
  call: Call,
): Promise<number> {
  const { direction, toName, toAddress, courier: expressCompany, expressNo } = values
  await requireCourier(expressCompany)
  await requireNumberFree(expressCompany, expressNo)
  const at = call.now.toISOString()
  const facts = { sentAt: at, receivedAt: null, bouncedAt: null, voidedAt: null, checkResult: null }
  const [made] = await db()
    .insert(archiveMail)
    .values({
      direction,
      toName,
      toAddress,
      expressCompany,
      expressNo,
      mailNo: await nextMailNo(call.today),
      fromName: call.actor.name,
      fromMobile: '',
      sentAt: at,
      sentBy: call.actor.id,
      status: mailStateOf(facts),
      createdBy: call.actor.id,
    })
    .returning({ id: archiveMail.id })
  if (!made) throw new Error('the parcel was not written')
  await db().insert(archiveMailOrder).values({ mailId: made.id, orderId, createdBy: call.actor.id })
  await askTracks([{ id: made.id, expressCompany, expressNo }], call.now)
  return made.id
}
