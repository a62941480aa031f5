import { parentPort, workerData } from 'node:worker_threads'
import { type TableRefusal, tableRefusalOf, tableRows } from '../../../platform/files/table-rows.ts'
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
export type StatementAnswer = { rows: string[][]; read: ReadStatement } | { refused: TableRefusal }

async function answer({ source, columns, today }: StatementQuestion): Promise<StatementAnswer> {
  try {
    const rows = 'rows' in source ? source.rows : await tableRows(source.bytes, statementLimits)
    return { rows, read: readStatement(rows, columns ?? undefined, today) }
  } catch (error) {
    return { refused: tableRefusalOf(error) }
  }
}

parentPort?.postMessage(await answer(workerData as StatementQuestion))
