import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { mustBeWired } from '../../../platform/outside/outbox.ts'
import { hasItem } from '../../configuration/service/bank-words.ts'
import type { papers } from '../../materials/contract/papers.ts'
import { lenderOf } from '../../materials/service/mortgages.ts'
import { insuredOf } from '../../materials/service/policies.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import { boundTo, isAbandoned, isFailed, isToSupplement, submissionFindings } from '../rules/underwriting.ts'
import { underwriting } from '../table.ts'
import { askInsurer } from './ask-insurer.ts'
import {
  moveUnderwriting,
  requireUnderwritingStep,
  type Trial,
  type Underwriting,
  underwritingOf,
} from './underwriting-record.ts'

type Submission = ParsedInputOf<typeof papers.submitInsurer>

/** 提交保司: for the first time, again with what the insurer missed or where it failed, or to another insurer. */
export async function submitToInsurer(
  { insurer, startDate }: Submission,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof papers.submitInsurer>> {
  const state = await underwritingOf(order, call)
  requireUnderwritingStep('submit', state, call)
  const found = submissionFindings({ insurer, startDate }, call.today)
  if (Object.keys(found).length > 0) throw badInput(found)
  if (!(await hasItem('insurer', insurer))) throw badInput({ insurer: 'rules.code' })
  const { trial, rows } = state
  if (!trial) throw refused('underwriting.refusals.noPremium')
  if (rows[0] && isAbandoned(rows[0]))
    rows[0] = await moveUnderwriting(
      rows[0],
      '提交失败',
      { answeredAt: call.now.toISOString(), silent: false },
      call,
    )
  const before = rows[0]
  if ((boundTo(before) ?? insurer) !== insurer)
    throw badInput({ insurer: 'underwriting.refusals.otherInsurer' })
  mustBeWired('insurer')
  const row = await writeSubmission(rows, trial, { insurer, startDate }, order, call)
  await askInsurer(row, order)
  await audit({ before: toldOf(before), after: toldOf(row) })
  return answerOf(await updateOrder(order, call, {}))
}

async function writeSubmission(
  [before, ...older]: readonly Underwriting[],
  { sumInsured, premium, premiumRate, years, planCode }: Trial,
  { insurer, startDate }: Pick<Submission, 'insurer' | 'startDate'>,
  order: Order,
  call: Call,
): Promise<Underwriting> {
  const submitted = {
    insurer,
    startDate,
    sumInsured,
    premium,
    premiumRate,
    years,
    planCode,
    ...(await insuredOf(order)),
    beneficiary: (await lenderOf(order)) || null,
    submittedAt: call.now.toISOString(),
    submittedBy: call.actor.id,
    answeredAt: null,
    reply: null,
    silent: false,
    outdated: false,
  }
  // Everything that never got to its insurer goes to it as the same submission, asked once more.
  if (before && isFailed(before.status) && !before.outdated && before.insurer === insurer)
    return moveUnderwriting(before, '已提交', { ...submitted, asks: before.asks + 1 }, call)
  if (before && isToSupplement(before.status))
    return moveUnderwriting(before, '已提交', { ...submitted, round: before.round + 1, asks: 1 }, call)
  const number = (before ? 1 : 0) + older.length + 1
  const [row] = await db()
    .insert(underwriting)
    .values({
      ...submitted,
      orderId: order.id,
      status: '已提交',
      createdBy: call.actor.id,
      submitNo: `${order.orderNo}-B${number}`,
    })
    .returning()
  if (!row) throw new Error('the submission was not written')
  return row
}

/** 再次询问, once nobody asks by himself any more: under the same number, so that it is looked at once. */
export async function askInsurerAgain(
  _input: unknown,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof papers.askInsurer>> {
  const state = await underwritingOf(order, call)
  requireUnderwritingStep('ask', state, call)
  mustBeWired('insurer')
  const [before] = state.rows
  if (!before) throw refused('underwriting.refusals.notSilent')
  const [row] = await db()
    .update(underwriting)
    .set({
      silent: false,
      asks: before.asks + 1,
      ...changedBy(underwriting, call),
    })
    .where(and(eq(underwriting.id, before.id), eq(underwriting.asks, before.asks)))
    .returning()
  if (!row) throw new Error(`submission ${before.submitNo} moved while its order was locked`)
  await askInsurer(row, order)
  await audit({ before: toldOf(before), after: { ...toldOf(row), asks: row.asks } })
  return answerOf(await updateOrder(order, call, {}))
}

const answerOf = ({ id, rowVersion }: Order) => ({ orderId: id, rowVersion })

const toldOf = (row: Underwriting | undefined) =>
  row && {
    submitNo: row.submitNo,
    round: row.round,
    insurer: row.insurer,
    premium: row.premium,
    sumInsured: row.sumInsured,
    startDate: row.startDate,
    status: row.status,
  }
