import { AsyncLocalStorage } from 'node:async_hooks'
import type { Locale } from '../i18n/locale.ts'
import * as en from '../i18n/messages/en/index.ts'
import { type T, translator } from '../i18n/translator.ts'
import { zhCN } from '../i18n/zh-cn.ts'

const translators: Record<Locale, T> = { 'zh-CN': zhCN, en: translator(en) }
const current = new AsyncLocalStorage<Locale>()

/** Runs what answers a request in the language that it asks for. */
export const inLanguage = <R>(locale: Locale, run: () => R): R => current.run(locale, run)

/**
 * The `t` of the request that is being answered; Chinese outside one. For what its caller reads. What is kept for
 * others, such as a message or a file, is said by {@link zhCN}.
 */
export const say: T = (key, params) => translators[spokenLocale()](key, params)

/** The language of {@link say}, for work that goes on behind the call. */
export const spokenLocale = (): Locale => current.getStore() ?? 'zh-CN'
