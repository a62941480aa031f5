import type { MessageKey, T } from './translator.ts'

/** Codes of the product in words; one that has none, of another version of the program, is shown as it is. */

function wordOf(t: T, words: string, code: string): string {
  const key = `${words}.${code}`
  const word = t(key as MessageKey)
  return word === key ? code : word
}

/** `id_front`: 身份证正面. */
export const materialName = (t: T, code: string): string => wordOf(t, 'materials', code)

/** Reasons as they travel, `document/document_unclear`: 资料类 / 证件不清. */
export const reasonText = (t: T, reasons: string): string =>
  reasons
    .split('/')
    .map((code) => wordOf(t, 'reviewReasons', code))
    .join(' / ')
