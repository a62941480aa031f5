import type { IconNode } from 'lucide'
import type { ServerMenu } from '../domains/identity/contract.ts'
import { menuIconOf } from '../menu-icons.ts'

/** The icons that a menu shows, by name: what the browser draws, without all the others. */
export function iconsIn(menus: readonly ServerMenu[]): Record<string, IconNode> {
  const icons: Record<string, IconNode> = {}
  for (const { icon, subMenus } of menus) {
    const drawn = menuIconOf(icon)
    if (drawn) icons[icon] = drawn
    Object.assign(icons, iconsIn(subMenus))
  }
  return icons
}
