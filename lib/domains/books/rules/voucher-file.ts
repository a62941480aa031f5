/** The voucher file for accounting programs: a row is a line of a voucher, its columns are the tenant's. */

export const fileFields = [
  'bizDate',
  'month',
  'voucherNo',
  'lineNo',
  'memo',
  'accountCode',
  'outsideCode',
  'accountName',
  'debit',
  'credit',
  'loanNo',
  'orderNo',
  'customerName',
  'event',
] as const
export type FileField = (typeof fileFields)[number]

/** A column and the name that it has in the file. */
export type FileColumn = { field: FileField; title: string }

/** Columns of a file stand once each, and there is one at least. */
export const isLayout = (columns: readonly FileColumn[]): boolean =>
  columns.length > 0 && new Set(columns.map(({ field }) => field)).size === columns.length

/** Lines of one file at most. */
export const mostFileLines = 200_000
