import { say } from '../../../i18n/say.ts'
import { change } from '../../../platform/change-row.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { ChangeLine } from '../../../platform/changes/rules/pending-change.ts'
import type { Call } from '../../../platform/context.ts'
import { refusedBy } from '../../../platform/errors.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { dayText } from '../rules/day.ts'
import { moneyOf } from '../rules/exact.ts'
import { type FactInput, factBody } from '../rules/fact-input.ts'
import { figureNames, moneyFigures } from '../rules/figures.ts'
import { loanAccount } from '../table.ts'
import type { Loan } from './loan-record.ts'
import { type Preview, previewFact } from './preview-fact.ts'

/** Facts that a second person checks: judged when they are made and again when they are checked, by the same rule. */

type Said = { valueDate: string; fact: FactInput; reason: string }
type Kind = 'loanFact' | 'loanPayout' | 'writeOff'

/** @throws 422 where the fact cannot be booked */
export async function proposeFact(kind: Kind, { valueDate, fact, reason }: Said, call: Call, loan: Loan) {
  const preview = await previewFact(loan, factBody(fact), valueDate, await bookDays(call))
  if (preview.refusal) throw refusedBy(preview.refusal)
  await propose(
    kind,
    {
      aboutId: loan.id,
      orderId: loan.orderId,
      title: loan.loanNo,
      amount: 'amount' in fact ? fact.amount : null,
      reason,
      content: { valueDate, fact, lastFactNo: preview.lastFactNo },
      lines: linesOf(loan, { valueDate, fact }, preview),
    },
    call,
  )
  // Whoever has the loan open in another window sees that it is another one now.
  await change(loanAccount, loan, {}, { after: { valueDate, reason, ...fact } })
  return { loanId: loan.id, status: loan.status, rowVersion: loan.rowVersion + 1 }
}

/** The fact, and each figure of the loan that it changes beside what it was. */
function linesOf(loan: Loan, { valueDate, fact }: Omit<Said, 'reason'>, preview: Preview): ChangeLine[] {
  const { before, after } = preview.change
  return [
    { field: 'loanNo', kind: 'text', value: loan.loanNo },
    { field: 'customerName', kind: 'text', value: loan.customerName },
    { field: 'factKind', kind: 'text', value: factText(fact, preview) },
    ...('amount' in fact ? [{ field: 'factAmount', kind: 'money', value: fact.amount } as const] : []),
    { field: 'factDay', kind: 'text', value: valueDate },
    ...figureNames.flatMap((name): ChangeLine[] =>
      before[name] === after[name]
        ? []
        : [
            {
              field: name,
              kind: moneyFigures.has(name) ? 'money' : 'text',
              value: after[name],
              was: before[name],
            },
          ],
    ),
  ]
}

/** 减免 · 第3期罚息, 冲正 · 还款 1,000.00 (2026-11-28): what is decided, in a line. */
function factText(fact: FactInput, { facts }: Preview): string {
  const name = say(`loans.facts.${fact.kind}`)
  const what = detailOf(fact, facts)
  return what ? `${name} · ${what}` : name
}

function detailOf(fact: FactInput, facts: Preview['facts']): string | undefined {
  switch (fact.kind) {
    case 'fee':
      return fact.periodNo === null ? undefined : say('loans.period', { periodNo: fact.periodNo })
    case 'waiver':
      return `${say('loans.period', { periodNo: fact.periodNo })}${say(`loans.components.${fact.component}`)}`
    case 'deposit':
      return say(`loans.depositMoves.${fact.move}`)
    case 'compensation':
      return say(`loans.compensationMoves.${fact.move}`)
    case 'downgrade':
      return fact.to
    case 'plan':
      return say('loans.morePeriods', { periods: fact.periods })
    case 'reversal': {
      const of = facts.find(({ id }) => id === fact.of)
      const amount = of && 'amount' in of ? ` ${formatMoney(moneyOf(of.amount))}` : ''
      return of && `${say(`loans.facts.${of.kind}`)}${amount} (${dayText(of.day)})`
    }
    default:
      return undefined
  }
}
