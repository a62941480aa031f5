import type { TestBackend } from '../../testing.ts'
import { imports } from '../contract.ts'
import type { ImportKind } from '../rules/import-kinds.ts'

/** Files of rows of tests. */

export const entryHeads = ['号码类型', '号码', '级别', '来源', '原因', '有效期至']

let last = 0
/** A row of the black list that is right, of a number of its own unless told. */
export function entryCells(more: Partial<Record<string, string>> = {}): string[] {
  last += 1
  const usual: Record<string, string> = {
    号码类型: '手机号',
    号码: `1390000${String(last).padStart(4, '0')}`,
    级别: '黑名单',
    来源: '内部',
    原因: '伪造材料',
  }
  return entryHeads.map((head) => more[head] ?? usual[head] ?? '')
}

const csvFile = (heads: readonly string[], rows: readonly (readonly string[])[]) => ({
  name: '名单.csv',
  bytes: Buffer.from([heads, ...rows].map((row) => row.join(',')).join('\r\n')),
})
export const entriesFile = (...rows: string[][]) => csvFile(entryHeads, rows)

/** The steps of somebody who brings files of a kind. */
export function importer(backend: TestBackend, by: string, kind: ImportKind, heads: readonly string[]) {
  const { call, send, upload } = backend.as(by)
  const fileOf = (importId: number) => call(imports.get, { importId })
  const step = (verb: 'book' | 'undo') => async (importId: number) => {
    const { rowVersion } = await fileOf(importId)
    const eventId = `${verb}-rows-of-file-${importId}-${rowVersion}`
    return send(imports[verb], { importId, rowVersion, eventId })
  }
  return {
    /** @returns the id of the import */
    read: async (...rows: string[][]) => (await upload(imports.read, { kind }, csvFile(heads, rows))).id,
    fileOf,
    book: step('book'),
    undo: step('undo'),
  }
}

export const readEntriesOf = (backend: TestBackend, file: { name: string; bytes: Buffer }) =>
  backend.as('risk_manager').upload(imports.read, { kind: 'blacklist' }, file)

/** An import whose rows are in the list. @returns its id and version */
export async function bookedEntries(backend: TestBackend, ...rows: string[][]) {
  const { id: importId, rowVersion } = await readEntriesOf(backend, entriesFile(...rows))
  const booked = await backend.as('risk_manager').call(imports.book, { importId, rowVersion })
  return { importId, rowVersion: booked.rowVersion }
}
