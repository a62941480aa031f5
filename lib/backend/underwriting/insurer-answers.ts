import { eq } from 'drizzle-orm'
import { zhCN } from '../../i18n/zh-cn.ts'
import { formatMoney } from '../../rules/money-text.ts'
import { type InsurerResult, isUnderway, resultStates } from '../../rules/underwriting.ts'
import { type Order, updateOrder } from '../applications/move-order.ts'
import { recordAudit } from '../audit.ts'
import { type Call, withCall } from '../context.ts'
import { systemCall } from '../contracts/signing/system-call.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { underwriting } from '../db/schema/underwriting.ts'
import { isNumberTaken, performancePolicy, takePolicy } from '../materials/policies.ts'
import { sendBackPapers } from '../materials/review-papers.ts'
import { answered, type OutsideCall } from '../outside/answered.ts'
import type { AnswerOf } from '../outside/ports.ts'
import { roundKey } from './ask-insurer.ts'
import { showSubmitter, tellSubmitter } from './tell-submitter.ts'
import { moveUnderwriting, type Underwriting } from './underwriting-record.ts'

/**
 * What an insurer answers, each once and in nobody's name. An answer to a round that is over changes nothing; silence
 * is no answer: the submission waits, and can be asked for again under its number.
 */
export const insurerAnswered = answered<'insurer'>({
  purpose: 'underwriting.purpose',
  done: (said, call) => onWaiting(call, (order, row, by) => takeResult(order, row, said, by)),
  failed: (reply, call) =>
    onWaiting(call, (order, row, by) => takeResult(order, row, { result: 'rejected', reply }, by)),
  thinks: (call) =>
    onWaiting(call, async (_order, row, by) => {
      if (row.status !== '已提交') return
      await moveUnderwriting(row, '核保中', {}, by)
      await showSubmitter(row.submittedBy)
    }),
  dead: (reason, call) =>
    onWaiting(call, async (order, row, by) => {
      await db().update(underwriting).set({ silent: true }).where(eq(underwriting.id, row.id))
      const { orderNo, customerName: name } = order
      await tellSubmitter(
        order,
        row,
        {
          title: zhCN('underwriting.toldSilent', { orderNo }),
          body: zhCN('underwriting.toldSilentBody', { name, reason }),
        },
        by,
      )
    }),
})

/** The submission that a call was of, and its order, both locked: where it still waits for this answer. */
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
  if (!isUnderway(row.status) || !key.startsWith(roundKey(row))) return
  const call = systemCall(tenantId, new Date())
  await withCall(call, () => run(order, row, call))
}

type Said = Partial<AnswerOf<'insurer'>> & { result: InsurerResult }

async function takeResult(order: Order, row: Underwriting, heard: Said, by: Call): Promise<void> {
  const said = await sensible(order, row, heard)
  const isPolicy = said.result === 'underwritten'
  const reply = said.reply || null
  const looked = row.status === '已提交' ? await moveUnderwriting(row, '核保中', {}, by) : row
  const taken = await moveUnderwriting(
    looked,
    resultStates[said.result],
    {
      ...{ answeredAt: by.now.toISOString(), reply, silent: false },
      ...(isPolicy && {
        ...{ policyNo: said.policyNo ?? null, endDate: said.endDate ?? null },
        ...{ startDate: said.startDate ?? row.startDate, premium: said.premium ?? row.premium },
      }),
    },
    by,
  )
  // Of an order that is void nothing counts any more: the submitter is told to have it undone.
  const counts = order.status !== 'voided'
  if (isPolicy && counts) await takePolicy(order, taken, by)
  if (said.result === 'supplement' && counts)
    await sendBackPapers(order, 'insurer', reply ?? zhCN('underwriting.results.supplement'), by)
  if (counts) await updateOrder(order, by, {})
  await recordAudit(
    {
      action: 'paper.insurer_answer',
      object: `application:${order.id}`,
      before: { submitNo: row.submitNo, status: row.status, premium: row.premium },
      after: {
        ...{ submitNo: row.submitNo, status: taken.status, policyNo: taken.policyNo, reply },
        ...{ premium: taken.premium, startDate: taken.startDate, endDate: taken.endDate },
      },
    },
    { actorId: 0, ip: '', now: by.now },
  )
  await tell(order, taken, said.result, by)
}

/** A policy whose number another order has is none: it is for a person to ask about. */
async function sensible(order: Order, row: Underwriting, said: Said): Promise<Said> {
  const { result, policyNo } = said
  if (result !== 'underwritten' || !policyNo) return said
  const own = await performancePolicy(order.id)
  if (!(await isNumberTaken(row.insurer, policyNo, own?.id))) return said
  return { result: 'supplement', reply: zhCN('underwriting.numberTaken', { policyNo }) }
}

async function tell(order: Order, row: Underwriting, result: InsurerResult, by: Call): Promise<void> {
  const { orderNo, customerName: name } = order
  const words = { name, orderNo, policyNo: row.policyNo ?? '', premium: formatMoney(row.premium) }
  const told =
    result === 'underwritten'
      ? zhCN('underwriting.toldPolicy', words)
      : zhCN('underwriting.toldBody', {
          name,
          reply: row.reply ?? zhCN(`underwriting.results.${result}`),
        })
  await tellSubmitter(
    order,
    row,
    {
      title: zhCN(`underwriting.told.${result}`, { orderNo }),
      body: order.status === 'voided' ? `${told}${zhCN('underwriting.toldVoid')}` : told,
    },
    by,
  )
}
