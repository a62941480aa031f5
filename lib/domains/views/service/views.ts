import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { refused, taken } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { subject } from '../../../platform/subject.ts'
import type { Contracts } from '../../endpoints.ts'
import { sysUser } from '../../identity/table.ts'
import type { views as calls } from '../contract.ts'
import { mostViews } from '../rules/view.ts'
import { savedView } from '../table.ts'

type View = typeof savedView.$inferSelect

/** A list has no more of them in its menu, one's own and those of others. */
const mostListed = 200

/**
 * Everybody's own views, and those that colleagues share: a shop's people share among themselves, the house among
 * itself, for how it names what it watches is no shop's to read.
 */
function seenBy({ id, shopId, orgUnitId }: Call['actor']) {
  const owner = sql`(select u.org_unit_id from sys_user u where u.id = ${savedView.ownerId})`
  const isColleagues =
    shopId === null
      ? sql`not exists (select from shop s where s.org_unit_id = ${owner})`
      : sql`${owner} = ${orgUnitId}`
  return or(eq(savedView.ownerId, id), and(savedView.shared, isColleagues))
}

async function list(
  { list: name }: ParsedInputOf<typeof calls.list>,
  { actor }: Call,
): Promise<OutputOf<typeof calls.list>> {
  const isOwn = eq(savedView.ownerId, actor.id)
  const rows = await db()
    .select({ view: savedView, owner: sysUser.name, status: sysUser.status })
    .from(savedView)
    .innerJoin(sysUser, eq(sysUser.id, savedView.ownerId))
    .where(and(eq(savedView.list, name), seenBy(actor)))
    .orderBy(desc(isOwn), asc(savedView.name), asc(savedView.id))
    .limit(mostListed)
  return {
    views: rows.map(({ view, owner, status }) => ({
      id: view.id,
      rowVersion: view.rowVersion,
      name: view.name,
      query: { ...view.query },
      columns: mutable(view.columns),
      shared: view.shared,
      own: view.ownerId === actor.id,
      owner,
      left: status === '停用',
    })),
  }
}

const mutable = ({ order, pinned, ...rest }: View['columns']) => ({
  ...rest,
  order: [...order],
  ...(pinned && { pinned: [...pinned] }),
})

/** @throws 409 for a name of one's own that is there, 422 for one more than a menu holds */
async function add(input: ParsedInputOf<typeof calls.add>, { actor }: Call): Promise<{ id: number }> {
  const { eventId: _, ...values } = input
  await takeTurn('view', actor.id)
  const own = await db().$count(
    savedView,
    and(eq(savedView.ownerId, actor.id), eq(savedView.list, values.list)),
  )
  if (own >= mostViews) throw refused('views.full', { max: String(mostViews) })
  const [made] = await db()
    .insert(savedView)
    .values({ ...values, ownerId: actor.id, createdBy: actor.id })
    .onConflictDoNothing()
    .returning({ id: savedView.id })
  if (!made) throw taken('views.taken')
  await audit({ object: `view:${made.id}`, after: { name: values.name, shared: values.shared } })
  return made
}

/** @throws 422 for somebody else's, 409 for a name of one's own that is there */
async function save(input: ParsedInputOf<typeof calls.save>, { actor }: Call, row: View) {
  requireOwn(row, actor)
  const { name, query, columns, shared } = input
  await requireFree(row, name, actor)
  const said = (of: { name: string; shared: boolean }) => ({ name: of.name, shared: of.shared })
  await change(savedView, row, { name, query, columns, shared }, { before: said(row), after: said(input) })
  return {}
}

/** @throws 422 for somebody else's */
async function remove(_input: unknown, { actor }: Call, row: View) {
  requireOwn(row, actor)
  await db().delete(savedView).where(eq(savedView.id, row.id))
  await audit({ before: { name: row.name, shared: row.shared } })
  return {}
}

/** @throws 422 while its owner works here, 409 where the caller has one of that name */
async function takeOver(_input: unknown, { actor }: Call, row: View) {
  const [owner] = await db()
    .select({ status: sysUser.status })
    .from(sysUser)
    .where(eq(sysUser.id, row.ownerId))
  if (owner?.status !== '停用') throw refused('views.ownerStays')
  await requireFree(row, row.name, actor)
  await change(savedView, row, { ownerId: actor.id })
  return {}
}

function requireOwn({ ownerId }: View, actor: Call['actor']): void {
  if (ownerId !== actor.id) throw refused('views.notOwn')
}

async function requireFree(row: View, name: string, actor: Call['actor']): Promise<void> {
  await takeTurn('view', actor.id)
  const others = await db().$count(
    savedView,
    and(
      eq(savedView.ownerId, actor.id),
      eq(savedView.list, row.list),
      eq(savedView.name, name),
      sql`${savedView.id} <> ${row.id}`,
    ),
  )
  if (others > 0) throw taken('views.taken')
}

export const viewSubject = subject({
  noun: 'view',
  nameOf: ({ id }: View) => id,
  /** Of one's own and of those that colleagues share: what others keep to themselves is not there. */
  async lock(id: number, { tenantId, actor }: Call): Promise<View | undefined> {
    const [row] = await db()
      .select()
      .from(savedView)
      .where(and(eq(savedView.id, id), eq(savedView.tenantId, tenantId), seenBy(actor)))
      .for('no key update')
    return row
  },
  shown: ({ name, shared }) => ({ name, shared }),
})

export const viewHandlers: HandlersOf<Contracts['views']> = {
  list,
  add,
  save,
  remove,
  takeOver,
}
