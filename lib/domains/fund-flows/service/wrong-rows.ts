import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/handler.ts'
import { csvOf, csvText } from '../../../rules/csv.ts'
import type { fundFlows } from '../contract.ts'
import { headRow } from '../rules/statement.ts'
import { flowImport } from '../table.ts'

/** 错误行 as a file that is put right and read once more: the head, and each wrong row with its number and its fault. @throws 404 */
export async function wrongRows({
  importId,
}: ParsedInputOf<typeof fundFlows.wrongRows>): Promise<FileAnswer> {
  const [row] = await db()
    .select({
      name: flowImport.name,
      rows: flowImport.rows,
      columns: flowImport.columns,
      wrong: flowImport.wrong,
    })
    .from(flowImport)
    .where(eq(flowImport.id, importId))
  if (!row) throw notFound()
  await audit({ object: `flow_import:${importId}`, after: { count: row.wrong.length } })
  const head = row.rows[headRow(row.rows, row.columns)] ?? []
  const padded = (cells: readonly string[]) => head.map((_, index) => csvText(cells[index] ?? ''))
  const lines = row.wrong.map(({ row: at, finding }) => [
    ...padded(row.rows[at - 1] ?? []),
    String(at),
    say(`fundFlows.findings.${finding}`),
  ])
  const title = say('fundFlows.wrongRows')
  return {
    mime: 'text/csv; charset=utf-8',
    name: `${row.name.replace(/\.[^.]*$/, '')}-${title}.csv`,
    body: Buffer.from(csvOf([[...head, say('fundFlows.row'), say('fundFlows.fault')], ...lines])),
  }
}
