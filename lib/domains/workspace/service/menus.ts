import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Actor } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import type { ServerMenu, TopMenu } from '../../identity/contract.ts'
import { sysMenu } from '../../identity/table.ts'
import { standardTemplate, templates } from '../../orders/rules/entry/templates.ts'
import { product } from '../../products/table.ts'

type Row = Awaited<ReturnType<typeof readMenus>>[number]

/** The actor's menu as a tree, or the part below one entry. An entry whose parent is not for the actor is not either. */
async function menuTree(actor: Actor, parentId: number | undefined): Promise<ServerMenu[]> {
  const rows = await readMenus(actor)
  const below = (id: number | null): ServerMenu[] =>
    rows.filter((row) => row.parentId === id).map((row) => ({ ...entryOf(row), subMenus: below(row.id) }))
  return parentId === undefined ? below(null) : reachable(rows, parentId) ? below(parentId) : []
}

/** The top entries alone. */
async function topMenus(actor: Actor): Promise<TopMenu[]> {
  return (await readMenus(actor, isNull(sysMenu.parentId))).map(entryOf)
}

async function readMenus({ roles }: Actor, where?: SQL) {
  const { id, parentId, name, url, icon, remark, keepAlive, external } = sysMenu
  const rows = await db()
    .select({ id, parentId, name, url, icon, remark, roles: sysMenu.roles, keepAlive, external })
    .from(sysMenu)
    .where(and(eq(sysMenu.enabled, true), where))
    .orderBy(asc(sysMenu.sort), asc(id))
    .prepare('menu')
    .execute()
  const sold = await soldTemplates()
  return rows.filter(
    (row) => (row.roles === null || row.roles.some((role) => roles.includes(role))) && isSold(row.url, sold),
  )
}

/** True where an address is no page of one entry template, or of one that is sold; an intake takes whatever is. */
function isSold(url: string, sold: ReadonlySet<string>): boolean {
  const [, area = '', code = ''] = /^\/(create|record)\/(\w+)$/.exec(url) ?? []
  const isOfAll = area === 'create' && code === standardTemplate.code
  return isOfAll || sold.has(code) || !templates.some((one) => one.code === code)
}

/** The templates of the products on offer: a menu shows only what the tenant sells. */
async function soldTemplates(): Promise<ReadonlySet<string>> {
  const rows = await db()
    .selectDistinct({ code: product.templateCode })
    .from(product)
    .where(eq(product.status, '已上架'))
  return new Set(rows.map(({ code }) => code))
}

function reachable(rows: readonly Row[], id: number): boolean {
  let row = rows.find((candidate) => candidate.id === id)
  while (row && row.parentId !== null) {
    const { parentId } = row
    row = rows.find((candidate) => candidate.id === parentId)
  }
  return row !== undefined
}

const entryOf = ({ id, name, url, icon, remark, roles, keepAlive, external }: Row) => ({
  id,
  name,
  url,
  icon,
  remark,
  meta: {
    ...(roles !== null && { roles }),
    ...(!keepAlive && { keepAlive }),
    ...(external && { external }),
  },
})

/** The calls of the menu; which entries somebody has depends on what the tenant sells. */
export const menuHandlers = {
  menus: ({ parentId }, { actor }) => menuTree(actor, parentId),

  topMenus: (_input, { actor }) => topMenus(actor),
} satisfies Pick<HandlersOf<Contracts['identity']>, 'menus' | 'topMenus'>
