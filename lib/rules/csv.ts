import { plainLine } from './shown-text.ts'

/** Comma-separated values (RFC 4180), as banks and spreadsheets write and read them. */

/** Nothing begins as a formula does: a tab before it makes it text. */
const csvPlain = (value: string): string => {
  const text = plainLine(value)
  return /^[=+\-@ ]/.test(text) ? `\t${text}` : text
}

/** The same, and a number with many digits stays one. */
export const csvText = (value: string): string => (/^\d{10,}$/.test(value) ? `\t${value}` : csvPlain(value))

const quoted = (value: string) => (/[",\r\n\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** With the mark that says UTF-8: without it spreadsheets read Chinese as something else. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`

/** For importers that take whatever stands in quotes as text, and a tab as a sign of it. */
export const csvQuoted = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map((value) => `"${csvPlain(value).replaceAll('"', '""')}"`).join(',')}\r\n`).join('')}`

/** A file as banks write it: UTF-8, or the national encoding. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** The rows of a text, with what stands around a value to make it text taken away; empty rows are none. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let value = ''
  let inQuotes = false
  const endValue = () => {
    // `="…"` is how others keep a spreadsheet from counting.
    row.push(
      value
        .trim()
        .replace(/^="(.*)"$/, '$1')
        .replace(/^['\t\s]+/, ''),
    )
    value = ''
  }
  const endRow = () => {
    endValue()
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }
  const body = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < body.length; at++) {
    const sign = body[at]
    if (inQuotes) {
      if (sign !== '"') value += sign
      else if (body[at + 1] === '"') {
        value += '"'
        at++
      } else inQuotes = false
    } else if (sign === '"' && value.trim() === '') {
      value = ''
      inQuotes = true
    } else if (sign === ',') endValue()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') value += sign
  }
  if (value !== '' || row.length > 0) endRow()
  return rows
}
