import { parentPort, workerData } from 'node:worker_threads'
import { streamXlsxRows } from 'hucre/xlsx'
import { decodeText, parseCsv } from '../../../rules/csv.ts'
import {
  type ReadStatement,
  readStatement,
  type StatementColumns,
  statementLimits,
} from '../rules/statement.ts'

/** The thread that reads one statement, and ends with it; see read-file.ts. */

export type StatementQuestion = {
  /** A file as it came, or the rows that were read of it before. */
  source: { bytes: Uint8Array } | { rows: string[][] }
  columns: StatementColumns | null
  today: string
}
export type StatementAnswer =
  | { rows: string[][]; read: ReadStatement }
  | { refused: 'empty' | 'tooMany' | 'cell' | 'unreadable' }

class Refusal extends Error {
  readonly why: Extract<StatementAnswer, { refused: unknown }>['refused']
  constructor(why: Refusal['why']) {
    super(why)
    this.why = why
  }
}

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

async function rowsOf(bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = []
  const add = (row: string[]) => {
    if (rows.length >= statementLimits.rows) throw new Refusal('tooMany')
    if (row.length > statementLimits.columns || row.some((cell) => cell.length > statementLimits.cell))
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
  return rows
}

async function answer({ source, columns, today }: StatementQuestion): Promise<StatementAnswer> {
  try {
    const rows = 'rows' in source ? source.rows : await rowsOf(source.bytes)
    if (rows.length === 0) return { refused: 'empty' }
    return { rows, read: readStatement(rows, columns ?? undefined, today) }
  } catch (error) {
    return { refused: error instanceof Refusal ? error.why : 'unreadable' }
  }
}

parentPort?.postMessage(await answer(workerData as StatementQuestion))
