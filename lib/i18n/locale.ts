/** Languages of the interface. The choice is a cookie; no URL carries it. */
export const locales = ['zh-CN', 'en'] as const
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'zh-CN'
export const localeCookie = 'nlos-locale'

/** The locale of a cookie value; whatever is none of ours is the default. */
export function parseLocale(value: string | undefined): Locale {
  return locales.find((locale) => locale === value) ?? defaultLocale
}
