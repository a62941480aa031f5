import { customPinyin, pinyin } from 'pinyin-pro'
import type { ServerMenu } from '../domains/identity/contract.ts'
import { BoundedMap } from './bounded-map.ts'
import { oncePerProcess } from './once-per-process.ts'

/** Words of the trade that a dictionary of everyday Chinese reads otherwise: 还 is huán wherever money goes back. */
const words = {
  还款: 'huán kuǎn',
  还清: 'huán qīng',
  待还: 'dài huán',
  应还: 'yīng huán',
  已还: 'yǐ huán',
  代还: 'dài huán',
  贷还: 'dài huán',
  重出: 'chóng chū',
}

const known = oncePerProcess('menu-pinyin', () => {
  customPinyin(words)
  return new BoundedMap<string>(5000)
})

/**
 * A label in pinyin without tones, and its initials: `还款计划` is `huankuanjihua hkjh`. Other letters and digits stay,
 * in lower case.
 */
export function pinyinOf(label: string): string {
  const before = known.get(label)
  if (before !== undefined) return before
  const read = (pattern: 'pinyin' | 'first') =>
    pinyin(label, { pattern, toneType: 'none', nonZh: 'consecutive' }).replace(/\s+/g, '').toLowerCase()
  const text = `${read('pinyin')} ${read('first')}`
  known.set(label, text, Number.POSITIVE_INFINITY)
  return text
}

/** The menu with the pinyin of every label: what the browser searches, without the dictionary. */
export function withPinyin(menus: readonly ServerMenu[]): ServerMenu[] {
  return menus.map((menu) => ({
    ...menu,
    // Everything that shows a page is the server's business.
    remark: '',
    pinyin: menu.pinyin ?? pinyinOf(menu.name),
    subMenus: withPinyin(menu.subMenus),
  }))
}
