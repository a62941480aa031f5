import { sum } from '../../../rules/money.ts'

/** 付款文件: payments of the releases that go to the bank as a file, and what its answer says of each. */

export const paymentFileStates = ['待回盘', '部分回盘', '已回盘', '已作废'] as const
export type PaymentFileState = (typeof paymentFileStates)[number]

/** Payments of one file. */
export const mostOfFile = 500
export const answerBytes = 512 * 1024
export const paymentFileLimits = { reason: 200 } as const

/** The columns of a file, and those that are asked of its answer. */
export const fileColumns = ['放款单号', '付款账户', '收款户名', '收款账号', '开户行', '金额', '附言'] as const
export const answerColumns = ['放款单号', '金额', '结果', '银行流水号', '付款时间', '失败原因'] as const
export type AnswerRow = Record<(typeof answerColumns)[number], string>

export const lineResults = ['成功', '失败'] as const
export type LineResult = (typeof lineResults)[number]

/** The reason why a line of an answer is not booked. */
export const answerFindings = [
  'unknown',
  'otherFile',
  'double',
  'amount',
  'result',
  'reference',
  'long',
  'rounded',
  'taken',
  'time',
  'early',
  'late',
  'reason',
  'answered',
  'contradicts',
  'cancelled',
] as const
export type AnswerFinding = (typeof answerFindings)[number]

export type AnswerLine = {
  payNo: string
  amount: string
  result: string
  bankReference: string
  /** As an instant; empty where it is none. */
  paidAt: string
  reason: string
  finding: AnswerFinding | null
}

/** The values of an answer by its head; null where the head lacks a column. */
export function answerRows(rows: readonly (readonly string[])[]): AnswerRow[] | null {
  const [head = [], ...body] = rows
  if (answerColumns.some((column) => !head.includes(column))) return null
  return body.map(
    (row) =>
      Object.fromEntries(
        answerColumns.map((column) => [column, row[head.indexOf(column)] ?? '']),
      ) as AnswerRow,
  )
}

/** True where what an answer says of an amount is one, behind its cleaner. */
export const isAnswerAmount = (text: string): boolean => /^\d{1,16}(\.\d{1,2})?$/.test(text)

/**
 * True where a line tells people that the bank says something else than the books: what it did with a file that was
 * given up is in none of them, and its payments go into another file.
 */
export const isToTell = ({ finding, result }: AnswerLine, isCancelled: boolean): boolean =>
  finding === 'contradicts' || (isCancelled && finding !== 'answered' && result === '成功')

/** The lines of an answer that are booked. */
export const rightLines = <L extends Pick<AnswerLine, 'finding'>>(lines: readonly L[]): L[] =>
  lines.filter(({ finding }) => finding === null)

/** Those of them that are not in the books yet, by the payments of their file. */
export const unbookedLines = <L extends Pick<AnswerLine, 'finding' | 'payNo'>>(
  answer: readonly L[],
  lines: readonly { payNo: string; result: string | null }[],
): L[] => {
  const open = new Set(lines.flatMap(({ payNo, result }) => (result === null ? payNo : [])))
  return rightLines(answer).filter(({ payNo }) => open.has(payNo))
}

/** The number and the sum of a booking of lines, by what becomes of them. */
export function bookingOf(lines: readonly Pick<AnswerLine, 'result' | 'amount'>[]) {
  const [paid, failed] = [
    lines.filter(({ result }) => result === '成功'),
    lines.filter(({ result }) => result !== '成功'),
  ]
  const amountOf = (some: typeof lines) => sum(some.map(({ amount }) => amount))
  return {
    count: lines.length,
    paid: paid.length,
    paidAmount: amountOf(paid),
    failed: failed.length,
    failedAmount: amountOf(failed),
  }
}

/** Everything that the bank may still answer. */
export const isOpenFile = (status: PaymentFileState): boolean => status === '待回盘' || status === '部分回盘'
export const isCancelledFile = (status: PaymentFileState): boolean => status === '已作废'
export const isPaidLine = (result: LineResult): boolean => result === '成功'

type Answered = { result: LineResult | null }

export const stateOfFile = (lines: readonly Answered[]): PaymentFileState => {
  const open = lines.filter(({ result }) => result === null).length
  return open === lines.length ? '待回盘' : open === 0 ? '已回盘' : '部分回盘'
}

const ok = { ok: true } as const

/**
 * A file goes to the bank until that says anything of it: handed in once more, what it paid, or refused, might be paid again.
 *
 * @param hasWord a line is answered, or an answer was read that nobody refused, whatever of it is booked
 */
export function downloadPermit({ status, hasWord }: Pick<CancelFacts, 'status'> & { hasWord: boolean }) {
  if (isCancelledFile(status))
    return { ok: false as const, reason: 'paymentFiles.refusals.isCancelled' as const }
  return hasWord ? { ok: false as const, reason: 'paymentFiles.refusals.wasAnswered' as const } : ok
}

type CancelStep = 'cancel' | 'askCancel'
type CancelFacts = {
  status: PaymentFileState
  answered: number
  failed: number
  downloaded: boolean
  /** Everything that the bank did with one of its payments waits for a second person; lists do not know. */
  registered?: boolean
}

/**
 * A file can be given up while the bank has paid nothing of it: by one person as long as nobody took it from here. One
 * that was downloaded may be with the bank, and its payments would be made again: two people say that it is not. What
 * failed of it stays so: a bank that takes no file because of one payment gets the others in another one.
 */
export function cancelPermit(
  step: CancelStep,
  { status, answered, failed, downloaded, registered }: CancelFacts,
) {
  const refuse = <const K extends string>(reason: K) => ({ ok: false as const, reason })
  if (status === '已作废') return refuse('paymentFiles.refusals.isCancelled')
  if (answered > failed) return refuse('paymentFiles.refusals.isAnswered')
  if (registered) return refuse('paymentFiles.refusals.isRegistered')
  if (step === 'cancel') return downloaded ? refuse('paymentFiles.refusals.isDownloaded') : ok
  return downloaded ? ok : refuse('paymentFiles.refusals.notDownloaded')
}
