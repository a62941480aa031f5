import { and, eq, inArray } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { nextOutNo } from '../../orders/service/number-series.ts'
import { markTask } from '../../releases/service/release-tasks.ts'
import type { archives } from '../contract.ts'
import { isFinal, kindRefusal, mustComeBackBy, type OutKind, openOutStates } from '../rules/outbound.ts'
import { archive, archiveOutbound } from '../table.ts'
import { type Archive, bookArchive, requireFact, type Stand, standOf } from './archive-record.ts'

/** 录入, 归档, 报失 and 出库申请 of one file. */

const written = ({ row }: Stand) => ({ id: row.id, rowVersion: row.rowVersion })

export async function enter(
  { items, secretLevel }: ParsedInputOf<typeof archives.enter>,
  call: Call,
  row: Archive,
) {
  const before = await standOf(row)
  const now = await bookArchive(before, { kind: 'entered', items }, {}, call)
  await db().update(archive).set({ secretLevel }).where(eq(archive.id, row.id))
  await audit({
    before: { status: before.fold.status, secretLevel: row.secretLevel },
    after: { status: now.fold.status, secretLevel, papers: namesOf(now, items) },
  })
  return written(now)
}

/** The task that the release left is done when nothing is missing any more, and all is where it belongs. */
export async function file(
  { boxNo, location }: ParsedInputOf<typeof archives.file>,
  call: Call,
  row: Archive,
) {
  const before = await standOf(row)
  const now = await bookArchive(before, { kind: 'filed', boxNo, location }, {}, call)
  if (now.fold.complete) await markTask(row.orderId, 'archive', call.now.toISOString(), call)
  await audit({
    before: { status: before.fold.status, boxNo: row.boxNo, location: row.location },
    after: { status: now.fold.status, boxNo, location },
  })
  return written(now)
}

/** @throws 422 for a paper that is not with us or lent by us */
export async function lose({ items, reason }: ParsedInputOf<typeof archives.lose>, call: Call, row: Archive) {
  const stand = await standOf(row)
  requireFact({ kind: 'lost', items }, stand)
  await propose(
    'archiveLoss',
    {
      aboutId: row.id,
      orderId: row.orderId,
      title: row.archiveNo,
      content: { items },
      reason,
      lines: [
        { field: 'orderNo', kind: 'text', value: row.orderNo },
        { field: 'customerName', kind: 'text', value: row.customerName },
        { field: 'archiveNo', kind: 'text', value: row.archiveNo },
        { field: 'archivePlace', kind: 'text', value: [row.boxNo, row.location].filter(Boolean).join(' ') },
        { field: 'archiveItems', kind: 'text', value: namesOf(stand, items) },
      ],
    },
    call,
  )
  await audit({ before: { status: row.status }, after: { papers: namesOf(stand, items), reason } })
  const rowVersion = row.rowVersion + 1
  await db().update(archive).set({ rowVersion }).where(eq(archive.id, row.id))
  return { id: row.id, rowVersion }
}

/**
 * @throws 422 for papers that are not there, or that another application names; of a loan that is not paid off none goes
 * back to its customer
 */
export async function apply(
  { outKind, items, reason, dueBack }: ParsedInputOf<typeof archives.apply>,
  call: Call,
  row: Archive,
) {
  if (mustComeBackBy(outKind) && dueBack === '') throw badInput({ dueBack: 'rules.required' })
  if (dueBack !== '' && dueBack < call.today) throw badInput({ dueBack: 'archives.refusals.duePast' })
  const stand = await standOf(row)
  requireKind(outKind, stand)
  requireFact({ kind: 'lent', items }, stand)
  await requireFree(row, items)
  const outNo = await nextOutNo(call.today)
  const [made] = await db()
    .insert(archiveOutbound)
    .values({
      outNo,
      outKind,
      items,
      reason,
      archiveId: row.id,
      orderId: row.orderId,
      applicantId: call.actor.id,
      dueBack: isFinal(outKind) || dueBack === '' ? null : dueBack,
      createdBy: call.actor.id,
      createdAt: call.now.toISOString(),
    })
    .returning({ id: archiveOutbound.id })
  if (!made) throw new Error('the application was not written')
  await audit({ after: { outNo, outKind, papers: namesOf(stand, items), reason, dueBack } })
  // A file of which papers are asked for is another one for a second window.
  const rowVersion = row.rowVersion + 1
  await db().update(archive).set({ rowVersion }).where(eq(archive.id, row.id))
  return { id: row.id, rowVersion }
}

/** @throws 422 where papers of a file that stands so do not leave it for that */
export function requireKind(outKind: OutKind, { row, fold }: Stand): void {
  const why = kindRefusal(outKind, fold)
  if (why) throw refused(why, { archiveNo: row.archiveNo, status: fold.status })
}

/** @throws 422 that names the application that has one of them already */
async function requireFree({ id }: Archive, items: readonly number[]): Promise<void> {
  const open = await db()
    .select({ outNo: archiveOutbound.outNo, items: archiveOutbound.items })
    .from(archiveOutbound)
    .where(and(eq(archiveOutbound.archiveId, id), inArray(archiveOutbound.status, [...openOutStates])))
  const other = open.find((one) => one.items.some((no) => items.includes(no)))
  if (other) throw refused('archives.refusals.asked', { outNo: other.outNo })
}

/** Papers as people call them. */
export const namesOf = ({ items }: Pick<Stand, 'items'>, numbers: readonly number[]): string =>
  items
    .filter(({ itemNo }) => numbers.includes(itemNo))
    .map(({ docType }) => docType)
    .join('、')
