import { pinyin } from 'pinyin-pro'

const readings = new Map<string, string>()

/** A label in pinyin without tones, and its initials: 重庆市 is `chongqingshi cqs`. */
export function pinyinOf(label: string): string {
  const known = readings.get(label)
  if (known !== undefined) return known
  const read = (pattern: 'pinyin' | 'first') =>
    pinyin(label, { pattern, toneType: 'none', nonZh: 'consecutive', v: true })
      .replace(/\s+/g, '')
      .toLowerCase()
  const reading = `${read('pinyin')} ${read('first')}`
  readings.set(label, reading)
  return reading
}
