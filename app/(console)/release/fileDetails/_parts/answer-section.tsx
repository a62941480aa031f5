import cards from '@/components/ui/card-table.module.css'
import { Section } from '@/components/ui/section'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText, MoneyText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { paymentFiles } from '@/lib/domains/payment-files/contract'
import { bookingOf, isAnswerAmount, unbookedLines } from '@/lib/domains/payment-files/rules/payment-file'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { formatMoney } from '@/lib/rules/money-text'
import { whyField } from '../../_parts/cancel-file'

type Case = OutputOf<typeof paymentFiles.get>
type Answer = Case['answers'][number]
type AnswerOfFile = Answer & {
  rowVersion: number
  fileId: number
  fileNo: string
  toBook: ReturnType<typeof unbookedLines<Answer['lines'][number]>>
}

export const isOpenAnswer = ({ bookedAt, refusedAt }: Answer) => bookedAt === null && refusedAt === null

const book = verb(paymentFiles.book, {
  label: 'paymentFiles.book',
  main: true,
  of: (answer: AnswerOfFile) => isOpenAnswer(answer),
  permit: ({ toBook }: AnswerOfFile) =>
    toBook.length > 0 ? { ok: true } : { ok: false, reason: 'paymentFiles.refusals.nothingToBook' },
  name: ({ fileNo }: AnswerOfFile) => fileNo,
  words: ({ fileNo, toBook }: AnswerOfFile) => {
    const { paidAmount, failedAmount, ...counts } = bookingOf(toBook)
    return {
      fileNo,
      ...counts,
      paidAmount: formatMoney(paidAmount),
      failedAmount: formatMoney(failedAmount),
    }
  },
  ask: 'paymentFiles.bookQuestion',
  note: 'paymentFiles.bookNote',
  input: ({ fileId, id }) => ({ fileId, answerId: id }),
  done: 'paymentFiles.booking',
})

/** Everything that was read is no answer of the bank's: nothing of it is booked, and it bars nothing any more. */
const refuseAnswer = verb(paymentFiles.refuseAnswer, {
  label: 'paymentFiles.refuseAnswer',
  tone: 'danger',
  of: (answer: AnswerOfFile) => isOpenAnswer(answer),
  name: ({ name }: AnswerOfFile) => name,
  words: ({ name }: AnswerOfFile) => ({ name }),
  ask: 'paymentFiles.refuseAnswerTitle',
  note: 'paymentFiles.refuseAnswerNote',
  fields: { reason: whyField('paymentFiles.reason') },
  input: ({ fileId, id }, { reason }) => ({ fileId, answerId: id, reason }),
  done: 'paymentFiles.answerRefused',
})

/**
 * Everything that the bank said in one file, before it is booked and after. `unfolded` shows the lines of one that is
 * decided.
 */
export function AnswerSection({
  of: { file, lines },
  answer,
  unfolded,
}: {
  of: Case
  answer: Answer
  unfolded: boolean
}) {
  const t = useT()
  const verbs = useVerbs({ book, refuseAnswer })
  const toBook = unbookedLines(answer.lines, lines)
  const table = <AnswerLines answer={answer} of={lines} />
  return (
    <Section
      title={t('paymentFiles.answer', { name: answer.name })}
      actions={
        answer.bookedAt ? (
          <span>
            {t('paymentFiles.booked')} <DateTimeText value={answer.bookedAt} />
          </span>
        ) : answer.refusedAt ? (
          <span>
            {t('paymentFiles.isRefused')} <DateTimeText value={answer.refusedAt} /> {answer.refuseReason}
          </span>
        ) : (
          <VerbButtons
            verbs={verbs
              .of({ ...answer, rowVersion: file.rowVersion, fileId: file.id, fileNo: file.fileNo, toBook })
              .map((one) =>
                one.key === 'book'
                  ? { ...one, label: t('paymentFiles.book', { count: toBook.length }) }
                  : one,
              )}
          />
        )
      }
    >
      {unfolded || isOpenAnswer(answer) ? (
        table
      ) : (
        <details>
          <summary>{t('paymentFiles.answerLines', { count: answer.lines.length })}</summary>
          {table}
        </details>
      )}
      {verbs.dialog}
    </Section>
  )
}

function AnswerLines({ answer, of }: { answer: Answer; of: Case['lines'] }) {
  const t = useT()
  const own = new Map(of.map(({ payNo, amount }) => [payNo, amount]))
  return (
    <table
      className={`${cards.table} ${cards.fitted}`}
      aria-label={t('paymentFiles.answer', { name: answer.name })}
    >
      <thead>
        <tr>
          <th scope="col">{t('releases.payNo')}</th>
          <th scope="col" className={cards.number}>
            {t('paymentFiles.amount')}
          </th>
          <th scope="col">{t('paymentFiles.result')}</th>
          <th scope="col">{t('paymentFiles.paidAt')}</th>
          <th scope="col">{t('releases.bankReference')}</th>
          <th scope="col">{t('paymentFiles.finding')}</th>
        </tr>
      </thead>
      <tbody>
        {answer.lines.map(({ payNo, amount, result, paidAt, bankReference, reason, finding }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may stand there twice, and the list never changes.
          <tr key={at}>
            <td data-label={t('releases.payNo')}>{payNo}</td>
            <td className={cards.number} data-label={t('paymentFiles.amount')}>
              {isAnswerAmount(amount) ? <MoneyText value={amount} /> : amount}
              {finding === 'amount' && <OwnAmount amount={own.get(payNo)} />}
            </td>
            <td data-label={t('paymentFiles.result')}>{result}</td>
            <td data-label={t('paymentFiles.paidAt')}>
              <DateTimeText value={paidAt} />
            </td>
            <td className={cards.long} data-label={t('releases.bankReference')}>
              {bankReference || reason}
            </td>
            <td data-label={t('paymentFiles.finding')}>
              <StatusTag tone={finding === null || finding === 'answered' ? 'passed' : 'rejected'}>
                {finding === null ? t('paymentFiles.right') : t(`paymentFiles.findings.${finding}`)}
              </StatusTag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Everything that the bank should have said. */
function OwnAmount({ amount }: { amount: string | undefined }) {
  const t = useT()
  return amount === undefined ? null : (
    <div>{t('paymentFiles.ownAmount', { amount: formatMoney(amount) })}</div>
  )
}
