import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { type Call, withCall } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { answered, type OutsideCall } from '../../../platform/outside/answered.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { isNumberTaken, performancePolicies, takePolicy } from '../../materials/service/policies.ts'
import { sendBackPapers } from '../../materials/service/review-papers.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import { application } from '../../orders/table.ts'
import type { AnswerOf } from '../../ports.ts'
import { type InsurerResult, isFailed, isUnderway, resultStates } from '../rules/underwriting.ts'
import { underwriting } from '../table.ts'
import { keyOf, roundKey } from './ask-insurer.ts'
import { showSubmitter, tellSubmitter } from './tell-submitter.ts'
import { moveUnderwriting, submissionsOf, type Underwriting } from './underwriting-record.ts'

/**
 * Everything that an insurer answers, each once and in nobody's name. An answer to a round that is over changes
 * nothing; silence is no answer: the submission waits, and can be asked for again under its number.
 */
export const insurerAnswered = answered<'insurer'>({
  purpose: 'underwriting.purpose',
  done: (said, call) => onWaiting(call, (order, row, by) => takeResult(order, row, said, by)),
  // The port did not take it, which is nothing that an insurer said.
  failed: (reason, call) =>
    onWaiting(call, async (order, row, by) => {
      if (keyOf(row) === call.key) await takeFailure(order, row, reason, by)
    }),
  thinks: (call) =>
    onWaiting(call, async (_order, row, by) => {
      if (row.status !== '已提交') return
      await moveUnderwriting(row, '核保中', {}, by)
      await showSubmitter(row.submittedBy)
    }),
  dead: (reason, call) =>
    onWaiting(call, async (order, row, by) => {
      if (isFailed(row.status)) return
      await db().update(underwriting).set({ silent: true }).where(eq(underwriting.id, row.id))
      const { orderNo, customerName: name } = order
      await tellSubmitter(
        order,
        row,
        {
          title: say('underwriting.toldSilent', { orderNo }),
          body: say('underwriting.toldSilentBody', { name, reason }),
        },
        by,
      )
    }),
})

/**
 * The submission that a call was of, and its order, both locked: where it still waits for this answer. So does one whose
 * last question failed, until it is submitted elsewhere: an earlier question may have got there.
 */
async function onWaiting(
  { aboutId, tenantId, key }: OutsideCall,
  run: (order: Order, row: Underwriting, by: Call) => Promise<void>,
): Promise<void> {
  const [found] = await db()
    .select({ orderId: underwriting.orderId })
    .from(underwriting)
    .where(eq(underwriting.id, aboutId))
  const [order] = found
    ? await db().select().from(application).where(eq(application.id, found.orderId)).for('update')
    : []
  const [row] = await db().select().from(underwriting).where(eq(underwriting.id, aboutId)).for('update')
  if (!order || !row) throw new Error(`there is no submission ${aboutId}`)
  const isOpen = isUnderway(row.status) || isFailed(row.status)
  if (!isOpen || !key.startsWith(roundKey(row))) return
  const [newest] = await submissionsOf(order.id)
  if (newest?.id !== row.id) return
  const call = systemCall(tenantId, new Date())
  await withCall(call, () => run(order, row, call))
}

type Said = Partial<AnswerOf<'insurer'>> & { result: InsurerResult }

async function takeResult(order: Order, row: Underwriting, heard: Said, by: Call): Promise<void> {
  const said = await sensible(order, row, heard)
  const isPolicy = said.result === 'underwritten'
  const reply = said.reply || null
  const looked = row.status === '核保中' ? row : await moveUnderwriting(row, '核保中', {}, by)
  const taken = await moveUnderwriting(
    looked,
    resultStates[said.result],
    {
      answeredAt: by.now.toISOString(),
      reply,
      silent: false,
      ...(isPolicy && {
        policyNo: said.policyNo ?? null,
        endDate: said.endDate ?? null,
        startDate: said.startDate ?? row.startDate,
        premium: said.premium ?? row.premium,
      }),
    },
    by,
  )
  // Of an order that is void nothing counts any more, nor what names another car, lender or loan than it has now: the
  // submitter is told to have it undone.
  const counts = order.status !== 'voided'
  const isOfNow = counts && !row.outdated
  const conflict = isPolicy && isOfNow && (await takePolicy(order, taken, by))
  if (conflict) await db().update(underwriting).set({ conflict }).where(eq(underwriting.id, row.id))
  if (said.result === 'supplement' && counts)
    await sendBackPapers(order, 'insurer', reply ?? say('underwriting.results.supplement'), by)
  if (counts) await updateOrder(order, by, {})
  await recordAudit(
    {
      action: 'paper.insurer_answer',
      object: `application:${order.id}`,
      before: { submitNo: row.submitNo, status: row.status, premium: row.premium },
      after: {
        submitNo: row.submitNo,
        status: taken.status,
        policyNo: taken.policyNo,
        reply,
        premium: taken.premium,
        startDate: taken.startDate,
        endDate: taken.endDate,
        ...(conflict && { conflict }),
      },
    },
    { actorId: 0, ip: '', now: by.now },
  )
  await tell(order, taken, conflict ? 'conflict' : said.result, by)
}

/** 提交失败: may be submitted again, to the same insurer or another one. */
async function takeFailure(order: Order, row: Underwriting, reply: string, by: Call): Promise<void> {
  if (isFailed(row.status)) return
  const failed = await moveUnderwriting(
    row,
    '提交失败',
    { answeredAt: by.now.toISOString(), reply, silent: false },
    by,
  )
  if (order.status !== 'voided') await updateOrder(order, by, {})
  await recordAudit(
    {
      action: 'paper.insurer_answer',
      object: `application:${order.id}`,
      before: { submitNo: row.submitNo, status: row.status },
      after: { submitNo: row.submitNo, status: failed.status, reply },
    },
    { actorId: 0, ip: '', now: by.now },
  )
  await tell(order, failed, 'failed', by)
}

/** A policy whose number another order has is none: it is for a person to ask about. */
async function sensible(order: Order, row: Underwriting, said: Said): Promise<Said> {
  const { result, policyNo } = said
  if (result !== 'underwritten' || !policyNo) return said
  const own = await performancePolicies(order.id)
  const isTaken = await isNumberTaken(
    row.insurer,
    policyNo,
    own.map(({ id }) => id),
  )
  if (!isTaken) return said
  return { result: 'supplement', reply: say('underwriting.numberTaken', { policyNo }) }
}

async function tell(
  order: Order,
  row: Underwriting,
  result: InsurerResult | 'conflict' | 'failed',
  by: Call,
): Promise<void> {
  const { orderNo, customerName: name } = order
  const words = { name, orderNo, policyNo: row.policyNo ?? '', premium: formatMoney(row.premium) }
  const told =
    result === 'underwritten' || result === 'conflict'
      ? say(result === 'conflict' ? 'underwriting.toldConflict' : 'underwriting.toldPolicy', words)
      : say('underwriting.toldBody', {
          name,
          reply: row.reply ?? say(`underwriting.statuses.${row.status}`),
        })
  await tellSubmitter(
    order,
    row,
    {
      title: say(`underwriting.told.${result}`, { orderNo }),
      body: [told, whyUndo(order, row, result)].join(''),
    },
    by,
  )
}

/** Everything that was told stands for nothing: why, and that the insurer has to undo it. */
function whyUndo(order: Order, row: Underwriting, result: InsurerResult | 'conflict' | 'failed'): string {
  if (result === 'failed') return ''
  if (order.status === 'voided') return say('underwriting.toldVoid')
  return row.outdated && result === 'underwritten' ? say('underwriting.toldFormer') : ''
}
