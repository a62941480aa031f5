import { and, eq } from 'drizzle-orm'
import { writeXlsxStream } from 'hucre/xlsx'
import { db, holdsNoConnection } from '../../../platform/db/client.ts'
import { hashOf } from '../../../platform/files/file-hash.ts'
import type { FileAnswer } from '../../../platform/handler.ts'
import { csvOf, csvQuoted, csvText } from '../../../rules/csv.ts'
import { type FileForm, usualFileForm } from '../../../rules/file-form.ts'
import { paymentSummary } from '../../releases/rules/disbursement.ts'
import { dictItem } from '../../system/table.ts'
import { fileColumns } from '../rules/payment-file.ts'
import type { FiledPayment } from './file-record.ts'

/** 付款文件 as its bank takes it, made from its rows whenever somebody takes it: nothing that lies anywhere is trusted. */

const cellsOf = ({ payment, orderNo }: FiledPayment): string[] => [
  payment.payNo,
  payment.payerAccount,
  payment.payeeName,
  payment.payeeAccount,
  payment.payeeBank,
  payment.amount,
  paymentSummary(orderNo, payment.remark),
]

const tabbed = (cells: readonly string[][]) => csvOf([fileColumns, ...cells.map((row) => row.map(csvText))])

/** Of the rows in one form, whichever form their bank takes: a file that was made keeps it. */
export const hashOfRows = (rows: readonly FiledPayment[]): string =>
  hashOf(Buffer.from(tabbed(rows.map(cellsOf))))

export async function formOf(payerAccount: string): Promise<FileForm> {
  const [account] = await db()
    .select({ form: dictItem.fileForm })
    .from(dictItem)
    .where(and(eq(dictItem.type, 'payer_account'), eq(dictItem.code, payerAccount)))
  return account?.form ?? usualFileForm
}

const csvMime = 'text/csv; charset=utf-8'
const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function fileIn(form: FileForm, fileNo: string, rows: readonly FiledPayment[]): FileAnswer {
  const cells = rows.map(cellsOf)
  if (form === 'xlsx')
    return { mime: xlsxMime, name: `${fileNo}.xlsx`, body: async () => workbookOf(fileNo, cells) }
  const text = form === 'quoted' ? csvQuoted([fileColumns, ...cells]) : tabbed(cells)
  return { mime: csvMime, name: `${fileNo}.csv`, body: Buffer.from(text) }
}

/** All its cells are text, amounts too: nothing rounds them. */
function workbookOf(fileNo: string, cells: readonly string[][]): ReadableStream<Uint8Array> {
  holdsNoConnection('Writing a workbook')
  return writeXlsxStream(cells, {
    name: fileNo,
    columns: fileColumns.map((header) => ({ header, width: 24, numFmt: '@' })),
  })
}
