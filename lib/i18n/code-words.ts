import type { MessageKey, MessageParams, T } from './translator.ts'

/** Codes of the product in words; one that has none, of another version of the program, is shown as it is. */

function wordOf(t: T, words: string, code: string): string {
  const key = `${words}.${code}`
  const word = t(key as MessageKey)
  return word === key ? code : word
}

/** `id_front`: 身份证正面. */
export const materialName = (t: T, code: string): string => wordOf(t, 'materials', code)

/** A code of a dictionary that the product comes with. */
export const dictionaryWord = (t: T, type: string, code: string): string =>
  wordOf(t, `dictionaryItems.${type}`, code)

/** Reasons as they travel, `document/document_unclear`: 资料类 / 证件不清. */
export const reasonText = (t: T, reasons: string): string =>
  reasons
    .split('/')
    .map((code) => wordOf(t, 'reviewReasons', code))
    .join(' / ')

/** What a judgement of lib/rules found; the material that it is about is named by its code. */
export function issueText(t: T, key: string, params?: MessageParams): string {
  const material = params?.material
  const named = material === undefined ? params : { ...params, material: materialName(t, String(material)) }
  return t(key as MessageKey, named)
}
