import { cleanAmount, cleanMoment, cleanReference, cleanText } from '../../../rules/clean-value.ts'
import { isIsoDate } from '../../../rules/iso-date.ts'
import { compareMoney, toMoney } from '../../../rules/money.ts'
import { type Direction, flowLimits } from './fund-flow.ts'

/** 对账单: the rows of a bank's file as lines of an account, and why a row is none. Pure, the same in the thread and in tests. */

export const statementLimits = { bytes: 10 * 1024 * 1024, rows: 20_000, columns: 60, cell: 500 } as const

/** Rows above the head that say whose account it is. */
const mostPreamble = 20

/**
 * The way in which the amount is written: beside its direction, in a column for each, or below zero for what went out.
 */
export const statementFields = [
  'flowNo',
  'date',
  'time',
  'direction',
  'amount',
  'income',
  'expense',
  'counterparty',
  'counterAccount',
  'summary',
  'balance',
] as const
export type StatementField = (typeof statementFields)[number]

/** The head of the column that each field is read from. */
export type StatementColumns = Partial<Record<StatementField, string>>

/** The names that banks give them; of several that a file has, the first counts. */
const usualHeads: Readonly<Record<StatementField, readonly string[]>> = {
  flowNo: [
    '流水号',
    '交易流水号',
    '银行流水号',
    '核心流水号',
    '交易流水',
    '账户明细编号-交易流水号',
    '凭证号',
    '交易编号',
  ],
  date: ['交易时间', '交易日期', '记账日期', '入账日期', '日期'],
  time: ['交易时间', '时间'],
  direction: ['收付', '借贷标志', '借贷', '收支类型', '交易方向', '方向'],
  amount: ['金额', '交易金额', '发生额'],
  income: ['收入', '收入金额', '贷方发生额', '贷方金额', '贷方发生额（收入）', '转入金额'],
  expense: ['支出', '支出金额', '借方发生额', '借方金额', '借方发生额（支取）', '转出金额'],
  counterparty: ['对方户名', '对方账户名称', '对方名称', '交易对手', '对方单位名称'],
  counterAccount: ['对方账号', '对方账户', '对方帐号', '交易对手账号'],
  summary: ['摘要', '附言', '用途', '备注', '交易摘要'],
  balance: ['余额', '账户余额', '本次余额'],
}

const headOf = (cell: string): string => cleanText(cell).replace(/\s+/g, '')
const headsOf = (row: readonly string[]): string[] => row.map(headOf)

/** The fields without which a row is no line. */
export const lacksOf = (columns: StatementColumns): StatementField[] => [
  ...(['flowNo', 'date'] as const).filter((field) => !columns[field]),
  ...(columns.amount || (columns.income && columns.expense) ? [] : (['amount'] as const)),
]

/** Everything that the heads of a file most likely are. */
export function guessColumns(heads: readonly string[]): StatementColumns {
  const columns: StatementColumns = {}
  for (const field of statementFields) {
    const head = usualHeads[field].find((name) => heads.includes(name))
    if (head !== undefined && !(field === 'time' && columns.date === head)) columns[field] = head
  }
  // A column for each direction says more than a sum beside them.
  if (columns.income && columns.expense) {
    delete columns.amount
    delete columns.direction
  }
  return columns
}

/** The row that names the columns: the first that has the mapped ones, or else the one with the most known heads. */
export function headRow(rows: readonly (readonly string[])[], columns?: StatementColumns): number {
  const first = rows.slice(0, mostPreamble).map(headsOf)
  const mapped = columns && Object.values(columns)
  if (mapped) {
    const at = first.findIndex((heads) => mapped.every((head) => heads.includes(head)))
    if (at >= 0) return at
  }
  const known = first.map((heads) => Object.keys(guessColumns(heads)).length)
  const most = Math.max(0, ...known)
  return most < 3 ? -1 : known.indexOf(most)
}

export const statementFindings = [
  'flowNo',
  'flowNoLong',
  'rounded',
  'double',
  'time',
  'ahead',
  'direction',
  'amount',
  'balance',
  'long',
  'differs',
] as const
export type StatementFinding = (typeof statementFindings)[number]

export type StatementLine = {
  flowNo: string
  /** As an instant. */
  happenedAt: string
  bizDay: string
  direction: Direction
  amount: string
  counterparty: string
  counterAccount: string
  summary: string
  balanceAfter: string | null
}
/** A row by its number in the file, from 1 on. */
export type RightRow = { row: number; line: StatementLine }
export type WrongRow = { row: number; finding: StatementFinding; value: string }

export type ReadStatement = {
  /** The columns of the file. */
  heads: string[]
  columns: StatementColumns
  /** Everything that has no column: then no row is read. */
  lacks: StatementField[]
  right: RightRow[]
  wrong: WrongRow[]
}

const inWords = /^(收|收入|贷|贷方|C|CR|来账|转入|\+)$/i
const outWords = /^(付|支|支出|付出|借|借方|D|DR|往账|转出|-)$/i

type Amount = { direction: Direction; amount: string } | { finding: 'direction' | 'amount'; value: string }

const plainAmount = /^\d{1,16}(\.\d{1,2})?$/
const isZero = (text: string) => /^0*(\.0*)?$/.test(text)

function amountOf(cell: (field: StatementField) => string, columns: StatementColumns): Amount {
  const made = (direction: Direction, text: string): Amount =>
    plainAmount.test(text) && !isZero(text)
      ? { direction, amount: toMoney(text) }
      : { finding: 'amount', value: text }
  if (columns.amount === undefined) {
    const [income, expense] = [cleanAmount(cell('income')), cleanAmount(cell('expense'))]
    if (isZero(income) === isZero(expense)) return { finding: 'amount', value: `${income} ${expense}`.trim() }
    return isZero(expense) ? made('收', income) : made('付', expense.replace(/^-/, ''))
  }
  const written = cell('amount').replace(/^[+]/, '')
  const isBelow = written.startsWith('-')
  const amount = cleanAmount(written.replace(/^-/, ''))
  if (columns.direction === undefined) return made(isBelow ? '付' : '收', amount)
  const said = cleanText(cell('direction'))
  const direction = inWords.test(said) ? '收' : outWords.test(said) ? '付' : undefined
  if (!direction) return { finding: 'direction', value: said }
  // A correction of the bank below zero is another movement, which people look at.
  return isBelow && direction === '收' ? { finding: 'amount', value: written } : made(direction, amount)
}

/** As a spreadsheet writes a number with more digits than it keeps. */
const isRounded = (text: string): boolean => /^\d(?:\.\d+)?E\+\d+$/i.test(text)

const moment = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/

/**
 * The lines of a statement.
 *
 * @param columns as they were mapped; guessed where they are not
 * @param today nothing of a statement lies behind it
 */
export function readStatement(
  rows: readonly (readonly string[])[],
  columns: StatementColumns | undefined,
  today: string,
): ReadStatement {
  const at = headRow(rows, columns)
  const heads = at < 0 ? [] : headsOf(rows[at] ?? [])
  const fits = columns && Object.values(columns).every((head) => heads.includes(head))
  const used = fits ? columns : guessColumns(heads)
  const lacks = lacksOf(used)
  const read: ReadStatement = {
    heads: heads.filter((head) => head !== ''),
    columns: used,
    lacks,
    right: [],
    wrong: [],
  }
  if (lacks.length > 0) return read
  const places = new Map(
    Object.entries(used).map(([field, head]) => [field as StatementField, heads.indexOf(head)]),
  )
  const seen = new Set<string>()
  rows.forEach((row, index) => {
    if (index <= at || row.every((cell) => cell.trim() === '')) return
    const cell = (field: StatementField) => (row[places.get(field) ?? -1] ?? '').trim()
    const judged = lineOf(cell, used, today)
    if ('finding' in judged) read.wrong.push({ row: index + 1, ...judged })
    else if (seen.has(judged.flowNo))
      read.wrong.push({ row: index + 1, finding: 'double', value: judged.flowNo })
    else {
      seen.add(judged.flowNo)
      read.right.push({ row: index + 1, line: judged })
    }
  })
  return read
}

function lineOf(
  cell: (field: StatementField) => string,
  columns: StatementColumns,
  today: string,
): StatementLine | Omit<WrongRow, 'row'> {
  const flowNo = cleanReference(cell('flowNo'))
  if (flowNo === '') return { finding: 'flowNo', value: '' }
  if (flowNo.length > flowLimits.flowNo) return { finding: 'flowNoLong', value: flowNo }
  if (isRounded(flowNo)) return { finding: 'rounded', value: flowNo }
  const written = columns.time ? `${cell('date')} ${cell('time')}` : cell('date')
  const at = cleanMoment(written)
  const [bizDay = '', time = '00:00:00'] = at.split(' ')
  if (!moment.test(at) || !isIsoDate(bizDay)) return { finding: 'time', value: written }
  if (bizDay > today) return { finding: 'ahead', value: written }
  const moved = amountOf(cell, columns)
  if ('finding' in moved) return moved
  const balance = cell('balance').replace(/^-/, '')
  const balanceAfter = balance === '' ? null : cleanAmount(balance)
  if (balanceAfter !== null && !plainAmount.test(balanceAfter))
    return { finding: 'balance', value: cell('balance') }
  const [counterparty, counterAccount, summary] = [
    cleanText(cell('counterparty')),
    cleanReference(cell('counterAccount')),
    cleanText(cell('summary')),
  ]
  if (isRounded(counterAccount)) return { finding: 'rounded', value: counterAccount }
  if (
    counterparty.length > flowLimits.name ||
    counterAccount.length > flowLimits.account ||
    summary.length > flowLimits.summary
  )
    return { finding: 'long', value: [counterparty, counterAccount, summary].join(' ').slice(0, 200) }
  const sign = cell('balance').startsWith('-') ? '-' : ''
  return {
    flowNo,
    happenedAt: new Date(`${bizDay}T${time}+08:00`).toISOString(),
    bizDay,
    ...moved,
    counterparty,
    counterAccount,
    summary,
    balanceAfter:
      balanceAfter === null ? null : `${isZero(balanceAfter) ? '' : sign}${toMoney(balanceAfter)}`,
  }
}

type Known = Pick<StatementLine, 'flowNo' | 'direction' | 'amount' | 'bizDay'>

/** The lines held against those that the account has: what is new, what stands there already, and what stands there otherwise. */
export function againstKnown(
  right: readonly RightRow[],
  known: readonly Known[],
): { fresh: RightRow[]; same: number; wrong: WrongRow[] } {
  const own = new Map(known.map((line) => [line.flowNo, line]))
  const fresh: RightRow[] = []
  const wrong: WrongRow[] = []
  for (const one of right) {
    const { flowNo, direction, amount, bizDay } = one.line
    const there = own.get(flowNo)
    if (!there) fresh.push(one)
    else if (
      there.direction !== direction ||
      compareMoney(there.amount, amount) !== 0 ||
      there.bizDay !== bizDay
    )
      wrong.push({ row: one.row, finding: 'differs', value: flowNo })
  }
  return { fresh, same: right.length - fresh.length - wrong.length, wrong }
}
