import {
  type AnswerFinding,
  type AnswerLine,
  type AnswerRow,
  isAnswerAmount,
  isPaidLine,
  type LineResult,
  lineResults,
} from '../domains/payment-files/rules/payment-file.ts'
import { type BankResultFinding, bankResultFindings } from '../domains/releases/rules/disbursement.ts'
import { businessDate } from './business-date.ts'
import { cleanAmount, cleanMoment, cleanReference } from './clean-value.ts'
import { isIsoDate } from './iso-date.ts'
import { compareMoney } from './money.ts'

/** 回盘 line by line, by the rule that every outcome of a payment is judged by. */

/** A payment of the file, as its answer is held against it. */
export type FileLine = {
  payNo: string
  amount: string
  checkedAt: string | null
  result: LineResult | null
  bankReference: string | null
}

type Against = {
  lines: readonly FileLine[]
  /** Numbers of the answer that are payments of ours, but of no line of this file. */
  others: ReadonlySet<string>
  /** Payments that have a number of the bank that the answer names. */
  taken: readonly { payNo: string; bankReference: string | null }[]
  now: Date
  /** The file was given up: nothing of it is booked, whatever its bank says. */
  isCancelled: boolean
}

/** As a file says what the rule of outcomes finds: all of it, as the compiler sees to. */
const fileFindings: { [F in keyof BankResultFinding]: Record<BankResultFinding[F], AnswerFinding> } = {
  bankReference: {
    'rules.required': 'reference',
    'releases.refusals.referenceLong': 'long',
    'releases.refusals.referenceRounded': 'rounded',
  },
  paidAt: {
    'form.timeWrong': 'time',
    'releases.refusals.paidLater': 'late',
    'releases.refusals.paidEarlier': 'early',
  },
  reason: { 'rules.required': 'reason' },
}

/** Reads what an answer says line by line, and why a line is not booked. Only a line right in all of it is. */
export function judgeAnswer(
  rows: readonly AnswerRow[],
  { lines, others, taken, now, isCancelled }: Against,
): AnswerLine[] {
  const own = new Map(lines.map((line) => [line.payNo, line]))
  const times = Map.groupBy(rows, ({ 放款单号 }) => 放款单号)
  const said = rows.map((row): Omit<AnswerLine, 'finding'> => {
    const of = own.get(row.放款单号)
    return {
      payNo: row.放款单号,
      amount: cleanAmount(row.金额),
      result: row.结果,
      bankReference: cleanReference(row.银行流水号),
      reason: row.失败原因,
      paidAt: paidInstant(row.付款时间, of?.checkedAt ?? null, now),
    }
  })
  const paid = said.filter(({ result }) => result === '成功')
  const named = Map.groupBy([...paid, ...taken], ({ bankReference }) => bankReference)
  return said.map((line) => {
    const of = own.get(line.payNo)
    const finding = (): AnswerFinding | null => {
      if (!of) return others.has(line.payNo) ? 'otherFile' : 'unknown'
      if ((times.get(line.payNo)?.length ?? 0) > 1) return 'double'
      if (!isAnswerAmount(line.amount) || compareMoney(line.amount, of.amount) !== 0) return 'amount'
      const result = lineResults.find((one) => one === line.result)
      if (!result) return 'result'
      if (of.result !== null)
        return of.result === result && (!isPaidLine(result) || of.bankReference === line.bankReference)
          ? 'answered'
          : 'contradicts'
      if (isCancelled) return 'cancelled'
      const found = bankResultFindings({ ...line, result }, of.checkedAt, now.getTime())
      if (found.bankReference) return fileFindings.bankReference[found.bankReference]
      if (found.paidAt) return fileFindings.paidAt[found.paidAt]
      if (found.reason) return fileFindings.reason[found.reason]
      // Of one receipt two loans would be opened.
      const isTaken = named.get(line.bankReference)?.some(({ payNo }) => payNo !== line.payNo)
      return isPaidLine(result) && isTaken ? 'taken' : null
    }
    return { ...line, finding: finding() }
  })
}

/**
 * The time that a bank writes, in China's, as an instant; empty where it is none. Of a day alone it is noon, or what is
 * nearest to it of the time in which the payment can have gone: the day is what counts, and it is the bank's.
 */
function paidInstant(text: string, checkedAt: string | null, now: Date): string {
  const [date = '', time] = cleanMoment(text).split(' ')
  if (!isIsoDate(date)) return ''
  if (time !== undefined) return /^\d\d:\d\d:\d\d$/.test(time) ? `${date}T${time}+08:00` : ''
  let at = Date.parse(`${date}T12:00:00+08:00`)
  if (checkedAt !== null && businessDate(checkedAt) === date) at = Math.max(at, Date.parse(checkedAt))
  if (businessDate(now) === date) at = Math.min(at, now.getTime())
  return new Date(at).toISOString()
}
