import { asc, eq, inArray } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { publishConfiguration } from '../../../platform/live-events.ts'
import { sysMenu, sysRole } from '../../identity/table.ts'
import type { configuration } from '../contract.ts'
import { placeProblem, skippedAddress } from '../rules/menu-entry.ts'
import {
  type MenuRow,
  menuEntryOf,
  menuFieldsOf,
  orderSiblings,
  readMenuRows,
  requireWayBack,
} from './menu-rows.ts'

/** 菜单管理: each change in a transaction with its audit row, told to whoever is signed in. */

type Calls = typeof configuration
type SaveInput = ParsedInputOf<Calls['saveMenu']>
type Saved = OutputOf<Calls['saveMenu']>

export async function listMenus(): Promise<OutputOf<Calls['menus']>> {
  const roles = await db()
    .select({ code: sysRole.code, name: sysRole.name })
    .from(sysRole)
    .orderBy(asc(sysRole.id))
  return {
    entries: (await readMenuRows()).map(menuEntryOf),
    roles: roles.map(({ code, name }) => ({ code, name })),
  }
}

export async function saveMenu(input: SaveInput, call: Call, before: MenuRow | undefined): Promise<Saved> {
  const rows = await readMenuRows()
  const sent = menuFieldsOf(input)
  if (input.url !== skippedAddress && rows.some(({ id, url }) => id !== input.id && url === input.url)) {
    throw badInput({ url: 'configuration.menuUrlTaken' })
  }
  await requireRoles(input.roles)
  const values = { ...sent, roles: sent.roles.length > 0 ? sent.roles : null }
  const saved = before ? await change(before, values, call) : await add(rows, input, values, call)
  await requireWayBack(rows, call)
  await audit({
    object: `menu:${saved.id}`,
    before: before && menuFieldsOf(menuEntryOf(before)),
    after: sent,
  })
  await publishConfiguration('menu')
  return saved
}

export async function moveMenu(
  { id, parentId = null, at }: WithParent<ParsedInputOf<Calls['moveMenu']>>,
  call: Call,
  before: MenuRow,
): Promise<Saved> {
  const rows = await readMenuRows()
  requirePlace(rows, id, parentId)
  const siblings = rows.filter((row) => row.parentId === parentId && row.id !== id).map((row) => row.id)
  const saved = await change(before, { parentId }, call)
  await orderSiblings(siblings.toSpliced(at, 0, id))
  await requireWayBack(rows, call)
  await audit({
    before: { parentId: before.parentId, sort: before.sort },
    after: { parentId, sort: Math.min(at, siblings.length) },
  })
  await publishConfiguration('menu')
  return saved
}

export async function removeMenu(
  { id }: ParsedInputOf<Calls['removeMenu']>,
  call: Call,
  before: MenuRow,
): Promise<OutputOf<Calls['removeMenu']>> {
  const rows = await readMenuRows()
  if (rows.some(({ parentId }) => parentId === id)) throw refused('configuration.menuHasChildren')
  await db().delete(sysMenu).where(eq(sysMenu.id, id))
  await requireWayBack(rows, call)
  await audit({ before: { parentId: before.parentId, ...menuFieldsOf(menuEntryOf(before)) } })
  await publishConfiguration('menu')
  return {}
}

type WithParent<I extends { parentId?: number | undefined }> = Omit<I, 'parentId'> & {
  parentId?: number | null | undefined
}

/** @throws 404 without the parent, 422 for a place that cannot be */
function requirePlace(rows: readonly MenuRow[], id: number | null, parentId: number | null): void {
  if (parentId !== null && !rows.some((row) => row.id === parentId)) throw notFound()
  const problem = placeProblem(rows, id, parentId)
  if (problem) throw refused(`configuration.${problem}`)
}

/** An entry for roles that are gone would be for nobody. @throws 400 */
async function requireRoles(codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  const known = await db()
    .select({ code: sysRole.code })
    .from(sysRole)
    .where(inArray(sysRole.code, [...codes]))
  if (known.length < new Set(codes).size) throw badInput({ roles: 'configuration.roleUnknown' })
}

async function change(
  { id }: MenuRow,
  values: Partial<typeof sysMenu.$inferInsert>,
  { actor, now }: Call,
): Promise<Saved> {
  const [row] = await db()
    .update(sysMenu)
    .set({
      ...values,
      ...changedBy(sysMenu, { actor, now }),
    })
    .where(eq(sysMenu.id, id))
    .returning({ id: sysMenu.id, rowVersion: sysMenu.rowVersion })
  if (!row) throw notFound()
  return row
}

/** At the end of its parent, or behind a sibling. */
async function add(
  rows: readonly MenuRow[],
  { parentId = null, after }: WithParent<SaveInput>,
  values: Omit<typeof sysMenu.$inferInsert, 'parentId'>,
  { actor }: Call,
): Promise<Saved> {
  requirePlace(rows, null, parentId)
  const siblings = rows.filter((row) => row.parentId === parentId)
  const sort = Math.max(-1, ...siblings.map((row) => row.sort)) + 1
  const [row] = await db()
    .insert(sysMenu)
    .values({ ...values, parentId, sort, createdBy: actor.id, updatedBy: actor.id })
    .returning({ id: sysMenu.id, rowVersion: sysMenu.rowVersion })
  if (!row) throw notFound()
  const behind = siblings.findIndex(({ id }) => id === after) + 1
  if (behind > 0) await orderSiblings(siblings.map(({ id }) => id).toSpliced(behind, 0, row.id))
  return row
}
