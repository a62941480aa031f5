import type { ServerMenu } from '../contracts/identity.ts'
import type { Locale } from '../i18n/locale.ts'

/** The menu with every label in the language of the request, where the entry has one in it. */
export function namedIn(locale: Locale, menus: readonly ServerMenu[]): ServerMenu[] {
  return menus.map(({ nameEn, ...menu }) => ({
    ...menu,
    name: (locale === 'en' && nameEn) || menu.name,
    subMenus: namedIn(locale, menu.subMenus),
  }))
}
