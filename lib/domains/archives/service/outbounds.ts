import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, oneOf, to } from '../../../platform/db/list-conditions.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { subject } from '../../../platform/subject.ts'
import { courier as courierTable } from '../../couriers/table.ts'
import { sysUser } from '../../identity/table.ts'
import { application } from '../../orders/table.ts'
import { markTask } from '../../releases/service/release-tasks.ts'
import { archives as calls, type OutRow } from '../contract.ts'
import { isFinal, isLate, type OutStep, outCan, outStateOf } from '../rules/outbound.ts'
import { archive, archiveMail, archiveOutbound } from '../table.ts'
import { bookArchive, lockArchive, papersOf, type Stand, standOf } from './archive-record.ts'
import { namesOf, requireKind } from './keep.ts'
import { sentParcel } from './mails.ts'
import { archiveSearch } from './search.ts'

/** 出库: what was asked for is decided by another person, leaves, and comes back or stays with its customer. */

export type Outbound = typeof archiveOutbound.$inferSelect

export const outboundSubject = subject({
  noun: 'archive_outbound',
  nameOf: ({ id }: Outbound) => id,
  async lock(id: number, call: Call): Promise<Outbound | undefined> {
    const wanted = and(eq(archiveOutbound.id, id), eq(archiveOutbound.tenantId, call.tenantId))
    const [named] = await db()
      .select({ archiveId: archiveOutbound.archiveId })
      .from(archiveOutbound)
      .where(wanted)
    // Behind its file, as a loss that is agreed ends it.
    if (!named || !(await lockArchive(named.archiveId, call))) return undefined
    const [row] = await db().select().from(archiveOutbound).where(wanted).for('update')
    return row
  },
  shown: ({ status }) => ({ status }),
})

const applicant = alias(sysUser, 'applicant')
const approver = alias(sysUser, 'approver')

export const outboundList = defineList(calls.outbounds, {
  table: archiveOutbound,
  scope: 'order',
  filters: {
    status: oneOf(archiveOutbound.status),
    dueFrom: from(archiveOutbound.dueBack),
    dueTo: to(archiveOutbound.dueBack),
    late: (late, { today }) => {
      const isOverdue = sql`(status = '已出库' and due_back < ${today})`
      return late === 'late' ? isOverdue : sql`${isOverdue} is not true`
    },
  },
  search: archiveSearch(archiveOutbound.orderId, archiveOutbound.outNo),
  rows: async (ids, { today }): Promise<OutRow[]> => {
    const rows = await db()
      .select({
        row: archiveOutbound,
        archiveNo: archive.archiveNo,
        customerName: application.customerName,
        applicantName: applicant.name,
        approvedByName: approver.name,
      })
      .from(archiveOutbound)
      .innerJoin(archive, eq(archive.id, archiveOutbound.archiveId))
      .innerJoin(application, eq(application.id, archiveOutbound.orderId))
      .innerJoin(applicant, eq(applicant.id, archiveOutbound.applicantId))
      .leftJoin(approver, eq(approver.id, archiveOutbound.approvedBy))
      .where(inArray(archiveOutbound.id, ids))
    const papers = await papersOf([...new Set(rows.map(({ row }) => row.archiveId))])
    return rows.map(({ row, ...names }) => ({
      id: row.id,
      rowVersion: row.rowVersion,
      outNo: row.outNo,
      archiveId: row.archiveId,
      orderId: row.orderId,
      ...names,
      outKind: row.outKind,
      items: (papers.get(row.archiveId) ?? []).filter(({ itemNo }) => row.items.includes(itemNo)),
      applicantId: row.applicantId,
      reason: row.reason,
      refuseReason: row.refuseReason,
      outAt: row.outAt,
      dueBack: row.dueBack,
      backAt: row.backAt ?? row.handedAt,
      broughtBy: row.broughtBy,
      status: row.status,
      late: isLate(row, today),
      mailId: row.mailId,
      createdAt: row.createdAt,
    }))
  },
})

const written = ({ id, rowVersion }: Outbound) => ({ id, rowVersion: rowVersion + 1 })

function requireStep(step: OutStep, row: Outbound, { actor }: Call): void {
  const answer = outCan(step, row, actor)
  if (!answer.ok) throw refused(answer.reason, { status: row.status })
}

/** Writes facts of it, and the state that follows from them. */
async function setOutbound(row: Outbound, facts: Partial<Outbound>, after: object): Promise<void> {
  const status = outStateOf({ ...row, ...facts })
  await change(
    archiveOutbound,
    row,
    { ...facts, status },
    { before: { status: row.status }, after: { status, outNo: row.outNo, ...after } },
  )
}

async function fileOf({ archiveId }: Outbound): Promise<Stand> {
  const row = await lockArchive(archiveId, undefined)
  if (!row) throw new Error(`there is no file ${archiveId}`)
  return standOf(row)
}

export async function approve(_input: object, call: Call, row: Outbound) {
  requireStep('approve', row, call)
  await setOutbound(row, { approvedAt: call.now.toISOString(), approvedBy: call.actor.id }, {})
  return written(row)
}

export async function refuse({ reason }: ParsedInputOf<typeof calls.refuse>, call: Call, row: Outbound) {
  requireStep('refuse', row, call)
  await setOutbound(row, { refusedAt: call.now.toISOString(), refuseReason: reason }, { reason })
  return written(row)
}

/** @throws 422 for papers that are not there any more; 400 without the number of the courier that is named */
export async function release(
  { courier, expressNo, toAddress }: ParsedInputOf<typeof calls.release>,
  call: Call,
  row: Outbound,
) {
  requireStep('release', row, call)
  const stand = await fileOf(row)
  requireKind(row.outKind, stand)
  await bookArchive(stand, { kind: 'lent', items: row.items }, { outboundId: row.id }, call)
  const mailId = courier === '' ? null : await parcelOf(row, stand, { courier, expressNo, toAddress }, call)
  await setOutbound(
    row,
    { mailId, outAt: call.now.toISOString(), outBy: call.actor.id },
    { papers: namesOf(stand, row.items), courier, expressNo },
  )
  return written(row)
}

async function parcelOf(
  { outKind, orderId }: Outbound,
  { row }: Stand,
  { courier, expressNo, toAddress }: { courier: string; expressNo: string; toAddress: string },
  call: Call,
): Promise<number> {
  if (expressNo === '') throw badInput({ expressNo: 'rules.required' })
  if (toAddress === '') throw badInput({ toAddress: 'rules.required' })
  const direction = isFinal(outKind) ? '总部→客户' : outKind === '资方调阅' ? '总部→资方' : '总部→门店'
  const toName = row.customerName.slice(0, 30)
  return sentParcel({ direction, toName, toAddress, courier, expressNo }, orderId, call)
}

/** Some may come back before the others: it is over when none is out. @throws 422 for a paper that is not out by it */
export async function giveBack(
  { items, broughtBy }: ParsedInputOf<typeof calls.giveBack>,
  call: Call,
  row: Outbound,
) {
  requireStep('giveBack', row, call)
  const before = await fileOf(row)
  const foreign = items.filter((no) => !row.items.includes(no))
  if (foreign.length > 0) throw refused('archives.refusals.notOut', { items: namesOf(before, foreign) })
  const now = await bookArchive(
    before,
    { kind: 'returned', items },
    { outboundId: row.id, note: broughtBy },
    call,
  )
  const left = row.items.filter((no) => now.fold.items.get(no) === '借出')
  const facts =
    left.length > 0 ? { broughtBy } : { broughtBy, backAt: call.now.toISOString(), backBy: call.actor.id }
  await setOutbound(row, facts, { papers: namesOf(now, items), broughtBy, left: namesOf(now, left) })
  return written(row)
}

/** The papers are the customer's: with the last of them what the settlement left to do is done. */
export async function handOver(
  { broughtBy, handedOn }: ParsedInputOf<typeof calls.handOver>,
  call: Call,
  row: Outbound,
) {
  requireStep('handOver', row, call)
  if (handedOn > call.today) throw badInput({ handedOn: 'releases.refusals.doneLater' })
  const before = await fileOf(row)
  const out = row.items.filter((no) => before.fold.items.get(no) === '借出')
  const now = await bookArchive(
    before,
    { kind: 'handed', items: out },
    { outboundId: row.id, note: broughtBy },
    call,
  )
  const at = call.now.toISOString()
  const way = row.mailId === null ? { courier: '', expressNo: '' } : await wayOf(row.mailId)
  if (now.fold.status === '已退还')
    await markTask(row.orderId, 'archive_return', at, call, { doneOn: handedOn, note: broughtBy, ...way })
  await setOutbound(row, { broughtBy, handedAt: at }, { papers: namesOf(now, out), broughtBy, handedOn })
  return written(row)
}

async function wayOf(mailId: number): Promise<{ courier: string; expressNo: string }> {
  const [found] = await db()
    .select({ code: archiveMail.expressCompany, name: courierTable.name, expressNo: archiveMail.expressNo })
    .from(archiveMail)
    .leftJoin(courierTable, eq(courierTable.code, archiveMail.expressCompany))
    .where(eq(archiveMail.id, mailId))
  return { courier: found?.name ?? found?.code ?? '', expressNo: found?.expressNo ?? '' }
}
