import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { databaseError } from '../../../platform/db/engine.ts'
import { badInput, notFound } from '../../../platform/errors.ts'
import { storedAnswer } from '../../../platform/files/file-store.ts'
import { takeUpload } from '../../../platform/files/take-upload.ts'
import type { FileAnswer, SlowHandler } from '../../../platform/handler.ts'
import { compareMoney, minus } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { takenAlready } from '../../repayments/service/take-money.ts'
import { keepFile } from '../../system/service/keep-file.ts'
import { attachment } from '../../system/table.ts'
import type { settlements } from '../contract.ts'
import { isPrepayment } from '../rules/settlement.ts'
import { settleApply } from '../table.ts'
import { bookingProposal } from './settlement-changes.ts'
import {
  answerOf,
  lockSettlement,
  moveSettlement,
  readSettlements,
  requireStep,
  type Settlement,
} from './settlement-record.ts'

/** 登记付款: the cashier says what came in, with its proof; a second person books it. */

type Paid = ParsedInputOf<typeof settlements.pay>

/** @throws 400 by field, 422 */
async function requirePayment(
  row: Settlement,
  { paidAmount, paidOn, channel, thirdNo }: Paid,
  call: Call,
): Promise<void> {
  const { today } = await bookDays(call)
  requireStep('pay', row, today)
  if (paidOn !== row.quoteDate)
    throw badInput({ paidOn: { key: 'settlements.refusals.paidOtherDay', params: { day: row.quoteDate } } })
  const over = compareMoney(paidAmount, row.payable)
  if (over < 0)
    throw badInput({
      paidAmount: {
        key: 'settlements.refusals.paidShort',
        params: { short: formatMoney(minus(row.payable, paidAmount)) },
      },
    })
  if (over > 0 && isPrepayment(row.kind)) throw badInput({ paidAmount: 'settlements.refusals.paidOther' })
  const known = await takenAlready(channel, thirdNo, call)
  if (known) throw badInput({ thirdNo: known })
  const own = and(eq(settleApply.channel, channel), eq(settleApply.thirdNo, thirdNo))
  const [same] = await readSettlements(own, undefined)
  if (same && same.id !== row.id && same.status !== '已撤销')
    throw badInput({ thirdNo: { key: 'settlements.refusals.moneyTaken', params: { applyNo: same.applyNo } } })
}

export const pay: SlowHandler<typeof settlements.pay> = {
  async prepare(input, call, upload) {
    // Asked first, and again when it counts: no file is read for an application that waits for no money.
    await inTenant(call.tenantId, async () => {
      const row = await lockSettlement(input.id, call)
      if (!row) throw notFound()
      await requirePayment(row, input, call)
    })
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    return {
      async run(inside, row) {
        await requirePayment(row, input, inside)
        const file = await keepFile(row.orderId, name, clean, inside)
        const { paidAmount, channel, payer, thirdNo } = input
        const money = { channel, payer, thirdNo, proofId: file.id, paidBy: inside.actor.id }
        const said = { paidAmount, channel, payer, thirdNo }
        const paid = { ...money, paidAmount, paidAt: inside.now.toISOString() }
        const moved = await moveSettlement(row, 'pay', inside, paid, said).catch(moneyTaken)
        await propose('settlementBooking', bookingProposal(moved, clean.hash), inside)
        await audit({
          before: { status: row.status },
          after: { status: moved.status, ...said, hash: clean.hash },
        })
        return answerOf(moved)
      },
      settle,
    }
  },
}

/** Of two who register the same money at once the second is told so. */
function moneyTaken(error: unknown): never {
  if (databaseError(error)?.constraint === 'settle_apply_money')
    throw badInput({ thirdNo: 'settlements.refusals.moneyTakenNow' })
  throw error
}

/** @throws 404 */
export async function readProof(
  { id }: ParsedInputOf<typeof settlements.proof>,
  call: Call,
): Promise<FileAnswer> {
  const [row] = await readSettlements(eq(settleApply.id, id), call)
  const [file] = row?.proofId
    ? await db().select().from(attachment).where(eq(attachment.id, row.proofId))
    : []
  if (!file) throw notFound()
  return storedAnswer(call.tenantId, { ...file, hash: file.fileId })
}
