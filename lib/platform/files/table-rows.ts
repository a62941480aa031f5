import { streamXlsxRows } from 'hucre/xlsx'
import { decodeText, parseCsv } from '../../rules/csv.ts'

/** The rows of a file that people bring, xlsx or csv, as texts. It takes a core for a second: threads call it. */

export type TableLimits = { rows: number; columns: number; cell: number }

export const tableRefusals = ['empty', 'tooMany', 'cell', 'unreadable'] as const
export type TableRefusal = (typeof tableRefusals)[number]

class Refusal extends Error {
  readonly why: TableRefusal
  constructor(why: TableRefusal) {
    super(why)
    this.why = why
  }
}

/** The reason why a file has no rows that can be read. */
export const tableRefusalOf = (error: unknown): TableRefusal =>
  error instanceof Refusal ? error.why : 'unreadable'

/** The first bytes of a zip, which an xlsx is. */
const isWorkbook = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

const twoDigits = (number: number) => String(number).padStart(2, '0')

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    const time = [cell.getUTCHours(), cell.getUTCMinutes(), cell.getUTCSeconds()].map(twoDigits).join(':')
    const day = [cell.getUTCFullYear(), twoDigits(cell.getUTCMonth() + 1), twoDigits(cell.getUTCDate())].join(
      '-',
    )
    return `${day} ${time}`
  }
  if (typeof cell !== 'number') return String(cell)
  // A number that a spreadsheet does not keep whole is written so that it is seen.
  if (Math.abs(cell) >= 1e15) return cell.toExponential().replace('e', 'E')
  const cents = Math.round(cell * 100)
  return Math.abs(cell * 100 - cents) < 1e-4 ? String(cents / 100) : String(cell)
}

/** @throws what {@link tableRefusalOf} tells of */
export async function tableRows(bytes: Uint8Array, limits: TableLimits): Promise<string[][]> {
  const rows: string[][] = []
  const add = (row: string[]) => {
    if (rows.length >= limits.rows) throw new Refusal('tooMany')
    if (row.length > limits.columns || row.some((cell) => cell.length > limits.cell))
      throw new Refusal('cell')
    rows.push(row)
  }
  if (isWorkbook(bytes)) {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0 })) {
      // Rows that are empty are left out there, and counted by whoever looks at the sheet.
      while (rows.length < index) add([])
      add(values.map(textOf))
    }
  } else for (const row of parseCsv(decodeText(bytes))) add(row)
  if (rows.length === 0) throw new Refusal('empty')
  return rows
}
