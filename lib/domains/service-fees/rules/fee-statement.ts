import { cleanAmount, cleanReference, foldNumber } from '../../../rules/clean-value.ts'
import { toMoney } from '../../../rules/money.ts'
import { keyOf, type TheirLine } from './fee-batch.ts'

/** 资方对账单: the lines of a funder's statement, and why a row is none. */

const usualHeads = {
  loanNo: ['借据号', '借据编号', '贷款编号', '合同号'],
  periodNo: ['期次', '期数', '期号', '期次号'],
  amount: ['服务费', '资方应付', '应付金额', '应付服务费', '金额'],
} as const
type Field = keyof typeof usualHeads
const fields = Object.keys(usualHeads) as Field[]

export const feeFindings = ['loanNo', 'periodNo', 'amount', 'double'] as const
export type FeeFinding = (typeof feeFindings)[number]
export type WrongFeeRow = { row: number; finding: FeeFinding; value: string }

const mostPreamble = 20

/** @returns null where no row names the three columns */
export function readFeeStatement(
  rows: readonly (readonly string[])[],
): { lines: TheirLine[]; wrong: WrongFeeRow[] } | null {
  const placesOf = (row: readonly string[]) =>
    fields.map((field) =>
      row.findIndex((cell) => (usualHeads[field] as readonly string[]).includes(cell.trim())),
    )
  const at = rows.slice(0, mostPreamble).findIndex((row) => placesOf(row).every((place) => place >= 0))
  const head = rows[at]
  if (!head) return null
  const [loanAt = 0, periodAt = 0, amountAt = 0] = placesOf(head)
  const lines: TheirLine[] = []
  const wrong: WrongFeeRow[] = []
  const seen = new Set<string>()
  rows.slice(at + 1).forEach((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return
    const row = at + index + 2
    const loanNo = cleanReference(cells[loanAt] ?? '')
    const period = foldNumber(cells[periodAt] ?? '')
    const amount = cleanAmount(cells[amountAt] ?? '')
    const line = { loanNo, periodNo: Number(period), amount }
    if (loanNo === '' || loanNo.length > 40)
      wrong.push({ row, finding: 'loanNo', value: loanNo.slice(0, 60) })
    else if (!/^[1-9]\d{0,2}$/.test(period))
      wrong.push({ row, finding: 'periodNo', value: period.slice(0, 60) })
    else if (!/^\d{1,13}(\.\d{1,2})?$/.test(amount))
      wrong.push({ row, finding: 'amount', value: amount.slice(0, 60) })
    else if (seen.has(keyOf(line))) wrong.push({ row, finding: 'double', value: keyOf(line) })
    else {
      seen.add(keyOf(line))
      lines.push({ ...line, amount: toMoney(amount) })
    }
  })
  return { lines, wrong }
}
