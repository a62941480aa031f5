import { parentPort, workerData } from 'node:worker_threads'
import { type TableRefusal, tableRefusalOf, tableRows } from '../../../platform/files/table-rows.ts'
import { type ImportKind, importLimits, mostRows } from '../rules/import-kinds.ts'
import {
  type ImportChoices,
  type ImportColumns,
  type ImportHeads,
  type ReadImport,
  readRows,
} from '../rules/import-rows.ts'
import { importRules } from '../rules/import-rules.ts'

/** The thread that reads one file of rows, and ends with it; see read-import.ts. */

export type ImportQuestion = {
  kind: ImportKind
  /** A file as it came, or the rows that were read of it before. */
  source: { bytes: Uint8Array } | { rows: string[][] }
  words: { heads: ImportHeads; choices: ImportChoices }
  columns: ImportColumns | null
  today: string
}
export type ImportAnswer = { rows: string[][]; read: ReadImport } | { refused: TableRefusal }

async function answer({ kind, source, words, columns, today }: ImportQuestion): Promise<ImportAnswer> {
  try {
    const rows =
      'rows' in source
        ? source.rows
        : await tableRows(source.bytes, { ...importLimits, rows: mostRows[kind] + 1 })
    return { rows, read: readRows(importRules[kind], rows, words, columns, today) }
  } catch (error) {
    return { refused: tableRefusalOf(error) }
  }
}

parentPort?.postMessage(await answer(workerData as ImportQuestion))
