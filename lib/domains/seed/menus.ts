import { say } from '../../i18n/say.ts'
import type { MenuIconName } from '../../menu-icons.ts'
import { href } from '../../routes.ts'
import {
  accessOf,
  type MenuGroup,
  menuGroups,
  type Screen,
  type ScreenKey,
  screenKeys,
  screens,
} from '../../screens.ts'
import type { Permission } from '../identity/rules/roles.ts'

export type MenuSeed = {
  name: string
  url: string
  icon: MenuIconName
  /** The registered screen of a path that no folder serves. */
  remark?: string
  /** Holders of any of these see it; everybody without. */
  for?: readonly Permission[] | undefined
  below?: readonly MenuSeed[]
}

/** In each group its screens, then the groups in it. */
function menuBelow(group?: string): MenuSeed[] {
  const own = screenKeys.flatMap((key) => {
    const { menu } = screens[key]
    return menu && menu.in === group ? [entryOf(key, menu)] : []
  })
  const inner = Object.entries<MenuGroup>(menuGroups).filter(([, one]) => one.in === group)
  return [...own, ...inner.map(([key, one]) => groupOf(key, one))]
}

function entryOf(key: ScreenKey, { icon, for: narrower }: NonNullable<Screen['menu']>): MenuSeed {
  const access = accessOf(key)
  return {
    name: say(`routes.${key}`),
    url: href(key),
    icon,
    for: narrower ? [narrower] : access === 'session' ? undefined : access,
  }
}

/** It shows to whoever sees one of its entries. */
function groupOf(key: string, { name, url, icon }: MenuGroup): MenuSeed {
  const below = menuBelow(key)
  const isForAll = below.some((entry) => entry.for === undefined)
  const any = below.flatMap((entry) => entry.for ?? [])
  return { name, url, icon, below, for: isForAll ? undefined : any }
}

/** The menu that the rows of lib/screens.ts make: what every tenant is given. */
export const menuTree: readonly MenuSeed[] = menuBelow()
