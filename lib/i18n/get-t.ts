import { cookies } from 'next/headers'
import { type RouteKey, routes } from '../routes.ts'
import { type Locale, localeCookie, parseLocale } from './locale.ts'
import * as en from './messages/en/index.ts'
import * as zhCN from './messages/zh-CN/index.ts'
import { type Messages, type T, translator } from './translator.ts'

const translators: Record<Locale, T> = { 'zh-CN': translator(zhCN), en: translator(en) }

/** The language of the request, from its cookie. Server components and route handlers only. */
export async function getLocale(): Promise<Locale> {
  return parseLocale((await cookies()).get(localeCookie)?.value)
}

/** The `t` of the request's language. Server components and route handlers only. */
export async function getT(): Promise<T> {
  return translators[await getLocale()]
}

const titlesIn = (t: T): Messages['routes'] =>
  Object.fromEntries(Object.values(routes).map(({ key, titleKey }) => [key, t(titleKey)])) as Record<
    RouteKey,
    string
  >
const titles: Record<Locale, Messages['routes']> = {
  'zh-CN': titlesIn(translators['zh-CN']),
  en: titlesIn(translators.en),
}

/** The titles of all pages in the request's language: browsers have them with the document, whose tabs they name. */
export async function getTitles(): Promise<Messages['routes']> {
  return titles[await getLocale()]
}
