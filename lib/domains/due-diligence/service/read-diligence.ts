import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Actor, Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, oneOf, to } from '../../../platform/db/list-conditions.ts'
import { chinaTime } from '../../../platform/db/list-file.ts'
import { quickSearch } from '../../../platform/db/quick-search.ts'
import { notFound } from '../../../platform/errors.ts'
import { storedAnswer } from '../../../platform/files/file-store.ts'
import type { FileAnswer } from '../../../platform/handler.ts'
import { shop } from '../../channels/table.ts'
import { applicant } from '../../customers/table.ts'
import { sysUser } from '../../identity/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { application } from '../../orders/table.ts'
import { attachment } from '../../system/table.ts'
import {
  dueDiligence as calls,
  type DiligencePhoto,
  type DiligenceRow,
  type DiligenceView,
} from '../contract.ts'
import type { Answers } from '../rules/diligence-form.ts'
import { openStatuses } from '../rules/due-diligence.ts'
import { dueDiligence, dueDiligencePhoto } from '../table.ts'

/** Everything that is read of 尽调: the list, one visit, those of an order, and what an officer takes along. */

export type Diligence = typeof dueDiligence.$inferSelect

/** Orders that a condition finds. */
const ofOrders = (condition: SQL | undefined): SQL | undefined =>
  condition &&
  inArray(dueDiligence.orderId, db().select({ id: application.id }).from(application).where(condition))

/** The visits of the orders that somebody sees; an officer who sees his own alone, of one order not a colleague's. */
export const diligenceScope = (actor: Actor): SQL | undefined =>
  actor.dataScope === 'self' && !actor.permissions.has('diligence:order')
    ? eq(dueDiligence.assigneeId, actor.id)
    : ofOrders(orderScope(actor))

/** The first visit of an order that is neither finished nor cancelled: it holds the approval back (T13). */
export async function openDueDiligence(orderId: number): Promise<Diligence | undefined> {
  const [open] = await db()
    .select()
    .from(dueDiligence)
    .where(and(eq(dueDiligence.orderId, orderId), inArray(dueDiligence.status, [...openStatuses])))
    .orderBy(asc(dueDiligence.id))
    .limit(1)
  return open
}

const assignee = alias(sysUser, 'assignee')
const orderedBy = alias(sysUser, 'ordered_by')
const returnedBy = alias(sysUser, 'returned_by')
const closedBy = alias(sysUser, 'closed_by')

const shown = {
  diligence: dueDiligence,
  orderNo: application.orderNo,
  customerName: application.customerName,
  assigneeName: assignee.name,
  orderedByName: sql<string>`coalesce(${orderedBy.name}, '')`,
  returnedByName: returnedBy.name,
  closedByName: closedBy.name,
}

const select = (where: SQL | undefined) =>
  db()
    .select(shown)
    .from(dueDiligence)
    .innerJoin(application, eq(application.id, dueDiligence.orderId))
    .leftJoin(assignee, eq(assignee.id, dueDiligence.assigneeId))
    .leftJoin(orderedBy, eq(orderedBy.id, dueDiligence.createdBy))
    .leftJoin(returnedBy, eq(returnedBy.id, dueDiligence.returnedBy))
    .leftJoin(closedBy, eq(closedBy.id, dueDiligence.closedBy))
    .where(where)
    .orderBy(desc(dueDiligence.id))
type Shown = Awaited<ReturnType<typeof select>>[number]

const rowOf = ({ diligence, orderNo, customerName, assigneeName, orderedByName }: Shown): DiligenceRow => ({
  ...diligence,
  orderNo,
  customerName,
  assigneeName,
  orderedByName,
})

const list = defineList(calls.list, {
  table: dueDiligence,
  scope: { rows: ({ actor }) => diligenceScope(actor) },
  filters: {
    status: oneOf(dueDiligence.status),
    assigneeId: is(dueDiligence.assigneeId),
    kind: is(dueDiligence.kind),
    result: is(dueDiligence.result),
    region: (code) => sql`${code} = any(${dueDiligence.region})`,
    createdFrom: from(dueDiligence.createdAt),
    createdTo: to(dueDiligence.createdAt),
    order: is(dueDiligence.orderId),
  },
  search: async (q) => {
    const number = q.toUpperCase()
    if (/^DD\d+$/.test(number)) return sql`starts_with(${dueDiligence.ddNo}, ${number})`
    return ofOrders((await quickSearch(q))?.where)
  },
  sorts: {
    createdAt: dueDiligence.createdAt,
    visitAt: dueDiligence.visitAt,
    submittedAt: dueDiligence.submittedAt,
  },
  rows: async (ids) => (await select(inArray(dueDiligence.id, ids))).map(rowOf),
})

export const listDiligence = list.page

export const exportDiligence = list.file({
  list: 'dueDiligence',
  title: say('routes.dueDiligence'),
  columns: {
    ddNo: { title: say('dueDiligence.ddNo'), value: ({ ddNo }) => ddNo },
    orderNo: { title: say('dueDiligence.orderNo'), value: ({ orderNo }) => orderNo },
    customerName: { title: say('dueDiligence.customerName'), value: ({ customerName }) => customerName },
    kind: { title: say('dueDiligence.kind'), value: ({ kind }) => say(`dueDiligence.kinds.${kind}`) },
    reason: {
      title: say('dueDiligence.reason'),
      value: ({ reason }) => say(`dueDiligence.reasons.${reason}`),
    },
    status: {
      title: say('dueDiligence.status'),
      value: ({ status }) => say(`dueDiligence.statuses.${status}`),
    },
    assigneeName: { title: say('dueDiligence.assignee'), value: ({ assigneeName }) => assigneeName },
    visitAt: {
      title: say('dueDiligence.visitAt'),
      value: ({ visitAt }) => (visitAt === null ? null : chinaTime(visitAt)),
    },
    result: {
      title: say('dueDiligence.result'),
      value: ({ result }) => (result === null ? null : say(`dueDiligence.results.${result}`)),
    },
    orderedByName: { title: say('dueDiligence.orderedBy'), value: ({ orderedByName }) => orderedByName },
    createdAt: { title: say('dueDiligence.createdAt'), value: ({ createdAt }) => chinaTime(createdAt) },
    submittedAt: {
      title: say('dueDiligence.submittedAt'),
      value: ({ submittedAt }) => (submittedAt === null ? null : chinaTime(submittedAt)),
    },
  },
})

/** @throws 404 for one that is not there or not the caller's to see */
export async function readDiligence({ id }: { id: number }, call: Call): Promise<DiligenceView> {
  return viewOf(await findShown(id, diligenceScope(call.actor)))
}

async function findShown(id: number, scope: SQL | undefined): Promise<Shown> {
  const [row] = await select(and(eq(dueDiligence.id, id), scope))
  if (!row) throw notFound()
  return row
}

async function viewOf(row: Shown): Promise<DiligenceView> {
  const { diligence, returnedByName, closedByName } = row
  const { returnReason, returnNote, returnedAt, closedAt, closeNote } = diligence
  return {
    ...rowOf(row),
    answers: allAnswers(diligence),
    photos: await readPhotos(diligence.id),
    returned:
      returnReason && returnedAt
        ? { reason: returnReason, note: returnNote, by: returnedByName ?? '', at: returnedAt }
        : null,
    closed: closedAt ? { note: closeNote, by: closedByName ?? '', at: closedAt } : null,
  }
}

/** Those that have a column of their own among the others. */
export function allAnswers({ answers, homeOk, workOk, carOk, report, result }: Diligence): Answers {
  const own = Object.entries({ homeOk, workOk, carOk, report, result })
  return { ...answers, ...Object.fromEntries(own.flatMap(([code, value]) => (value ? [[code, value]] : []))) }
}

/** Everything that is shown of a photo. */
export const photoColumns = {
  id: dueDiligencePhoto.id,
  subject: dueDiligencePhoto.subject,
  takenAt: dueDiligencePhoto.takenAt,
  latitude: dueDiligencePhoto.latitude,
  longitude: dueDiligencePhoto.longitude,
  accuracy: dueDiligencePhoto.accuracy,
  noPlace: dueDiligencePhoto.noPlace,
}

export const readPhotos = (id: number): Promise<DiligencePhoto[]> =>
  db()
    .select(photoColumns)
    .from(dueDiligencePhoto)
    .where(eq(dueDiligencePhoto.dueDiligenceId, id))
    .orderBy(asc(dueDiligencePhoto.takenAt), asc(dueDiligencePhoto.id))

/** The visits of an order for its case, and where another one would go. */
export async function readOfOrder(
  { orderId }: { orderId: number },
  call: Call,
): Promise<OutputOf<typeof calls.ofOrder>> {
  const order = await findOrder(orderId, call)
  const items: DiligenceView[] = []
  for (const row of await select(eq(dueDiligence.orderId, order.id))) items.push(await viewOf(row))
  return { status: order.status, region: await regionOf(order), items }
}

/** Province and city where the customer lives, else of the shop. */
async function regionOf({ id, shopId }: Order): Promise<string[]> {
  const [lives] = await db()
    .select({ region: applicant.liveRegion })
    .from(applicant)
    .where(eq(applicant.orderId, id))
  const [sold] = await db().select({ region: shop.region }).from(shop).where(eq(shop.id, shopId))
  const region = lives?.region && lives.region.length > 1 ? lives.region : sold?.region
  return (region ?? []).slice(0, 2)
}

/** Everything that the officer takes along; whoever reads addresses in clear is noted. */
export async function readTask(
  { id }: ParsedInputOf<typeof calls.task>,
  call: Call,
): Promise<OutputOf<typeof calls.task>> {
  const row = await findShown(id, eq(dueDiligence.assigneeId, call.actor.id))
  const { orderId, parts } = row.diligence
  const [person] = await db()
    .select({ applicant, order: application, shopName: shop.name, shopAddress: shop.address })
    .from(application)
    .innerJoin(applicant, eq(applicant.orderId, application.id))
    .innerJoin(shop, eq(shop.id, application.shopId))
    .where(eq(application.id, orderId))
  if (!person) throw notFound()
  const { liveAddress, idAddress, employerName, employerAddress, employerTel } = person.applicant
  const home = { name: person.order.customerName, address: liveAddress ?? idAddress ?? '' }
  // A car stands where its owner lives; the shop that sold it is asked where it is not there.
  const places = {
    home: { ...home, phone: person.order.mobile },
    work: { name: employerName ?? '', address: employerAddress ?? '', phone: employerTel ?? '' },
    car: { ...home, phone: person.order.mobile },
  }
  await audit({ object: `due_diligence:${id}`, after: { orderId, parts } })
  return {
    ...(await viewOf(row)),
    mobile: person.order.mobile,
    places: parts.map((part) => ({ part, ...places[part] })),
  }
}

/** The bytes of a photo, for those who may read its visit. */
export async function readPhoto(
  { id, photoId, thumb }: ParsedInputOf<typeof calls.photo>,
  call: Call,
): Promise<FileAnswer> {
  const { actor } = call
  const inCase = actor.permissions.has('order:internal')
    ? ofOrders(orderScope(actor) ?? sql`true`)
    : undefined
  const [file] = await db()
    .select({ hash: attachment.fileId, mime: attachment.mime, name: attachment.name })
    .from(dueDiligencePhoto)
    .innerJoin(dueDiligence, eq(dueDiligence.id, dueDiligencePhoto.dueDiligenceId))
    .innerJoin(attachment, eq(attachment.id, dueDiligencePhoto.attachmentId))
    .where(and(eq(dueDiligence.id, id), eq(dueDiligencePhoto.id, photoId), inCase ?? diligenceScope(actor)))
  if (!file) throw notFound()
  return storedAnswer(call.tenantId, file, thumb !== undefined)
}
