import { inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import type { FileExplanation } from '../../../platform/db/list-file.ts'
import { formatMoney, formatPercent } from '../../../rules/money-text.ts'
import { dictLabel } from '../../configuration/rules/dictionaries.ts'
import type { QuoteLine } from '../rules/entry/quote-lines.ts'
import { application } from '../table.ts'
import { explainQuote } from './explain-quote.ts'

/** The computed columns of a list of orders, with the figure and the terms that each of them shows. */
const computed = {
  financeAmount: { figure: 'financeAmount', approved: false },
  monthlyPayment: { figure: 'monthlyPayment', approved: false },
  approvedAmount: { figure: 'financeAmount', approved: true },
} as const
type Computed = keyof typeof computed

const isComputed = (column: string): column is Computed => Object.hasOwn(computed, column)

/** 计算说明 of a file of orders: formula, inputs and rounding, as the page of the order explains them. */
export const quoteExplanation: FileExplanation = {
  of: Object.keys(computed),
  heads: (['order', 'column', 'formula', 'line', 'value'] as const).map((head) =>
    say(`workbook.explained.${head}`),
  ),
  note: say('record.rounding'),
  rows: explainRows,
}

async function explainRows(ids: readonly number[], columns: readonly string[], call: Call) {
  const orders = await db()
    .select({ id: application.id, orderNo: application.orderNo })
    .from(application)
    .where(inArray(application.id, [...ids]))
  const numberOf = new Map(orders.map(({ id, orderNo }) => [id, orderNo]))
  const wanted = columns.filter(isComputed)
  const rows: string[][] = []
  for (const orderId of ids) {
    for (const approved of [false, true]) {
      const those = wanted.filter((column) => computed[column].approved === approved)
      if (those.length === 0) continue
      const { held, lines, feeNames } = await explainQuote({ orderId, approved }, call)
      for (const column of those) {
        const { figure } = computed[column]
        const head = [
          numberOf.get(orderId) ?? '',
          say(`workbook.column.${column}`),
          say(`record.formulas.${figure}`),
        ]
        // An order without a quote, and one whose product was changed since, are told as the page tells them.
        const parts = held
          ? (lines[figure] ?? []).map((line) => [nameOf(line, feeNames), amountOf(line)])
          : [[say('workbook.explained.none'), '']]
        rows.push(...parts.map((part) => [...head, ...part]))
      }
    }
  }
  return rows
}

function nameOf({ of }: QuoteLine, feeNames: Readonly<Record<string, string>>): string {
  if ('line' in of) return say(`record.lines.${of.line}`)
  return 'fee' in of ? (feeNames[of.fee] ?? of.fee) : dictLabel(of.dict, of.code)
}

function amountOf(line: QuoteLine): string {
  const sign = line.minus ? '− ' : ''
  const terms = 'fee' in line.of ? line.of.terms : undefined
  const base = terms?.rate ? `（${formatMoney(terms.base)} × ${formatPercent(terms.rate)}）` : ''
  switch (line.kind) {
    case 'money':
      return `${sign}${formatMoney(line.value)}${base}`
    case 'rate':
      return `${sign}${formatPercent(line.value)}`
    case 'count':
      return say('details.terms', { count: line.value })
    case 'dict':
      return dictLabel(line.dict, line.value)
  }
}
