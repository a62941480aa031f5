import { type Permission, roleCodes, roles } from '../../rules/roles.ts'
import { db } from '../db/client.ts'
import { sysMenu } from '../db/schema/identity.ts'
import { onlyRow } from './only-row.ts'

export type MenuSeed = {
  name: string
  url: string
  icon: string
  /** The registered screen of a path that no folder serves. */
  remark?: string
  for?: Permission
  below?: MenuSeed[]
}

/** The screens that are built. A group has the URL its screens share; nobody navigates to it. */
const tree: MenuSeed[] = [
  {
    name: '业务办理',
    url: '/business-work',
    icon: 'work',
    below: [
      { name: '首页', url: '/wel/index', icon: 'home' },
      {
        name: '进件管理',
        url: '/create',
        icon: 'intake',
        for: 'order:view',
        below: [
          { name: '进件列表', url: '/create/index', icon: 'list', for: 'order:create' },
          { name: '进件', url: '/create/shenfen', icon: 'person-add', for: 'order:create' },
          { name: '客户审核流程', url: '/create/history', icon: 'history', for: 'order:view' },
        ],
      },
      {
        name: '审核管理',
        url: '/mycheopeone',
        icon: 'review',
        for: 'order:claim_pre',
        below: [{ name: '预审池', url: '/mycheopeone/index', icon: 'pool', for: 'order:claim_pre' }],
      },
      {
        name: '订单管理',
        url: '/order',
        icon: 'order',
        for: 'order:view',
        below: [{ name: '订单查询', url: '/order/query', icon: 'search', for: 'order:view' }],
      },
    ],
  },
]

/** Every entry of the menu that a screen answers. */
export const menuScreens = (entries: readonly MenuSeed[] = tree): MenuSeed[] =>
  entries.flatMap((entry) => (entry.below ? menuScreens(entry.below) : [entry]))

export async function seedMenus(
  entries: readonly MenuSeed[] = tree,
  parentId: number | null = null,
  firstSort = 0,
): Promise<void> {
  for (const [at, entry] of entries.entries()) {
    const { name, url, icon, remark = '', below } = entry
    const allowed = entry.for ? holdersOf(entry.for) : null
    const values = { parentId, name, url, icon, remark, sort: firstSort + at, roles: allowed }
    const { id } = onlyRow(await db().insert(sysMenu).values(values).returning({ id: sysMenu.id }))
    if (below) await seedMenus(below, id)
  }
}

const holdersOf = (permission: Permission): string[] =>
  roleCodes.filter((code) => (roles[code].permissions as readonly Permission[]).includes(permission))
