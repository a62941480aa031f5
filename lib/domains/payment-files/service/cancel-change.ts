import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { audit } from '../../../platform/audit.ts'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { cancelPermit, unbookedLines } from '../rules/payment-file.ts'
import { paymentFile, paymentFileLine } from '../table.ts'
import {
  answersOf,
  changeFile,
  isRegistered,
  linesOf,
  lockFile,
  type PaymentFile,
  saidOfLine,
  wasDownloaded,
} from './file-record.ts'

/** 作废付款文件: its payments wait for another file, so the bank must never run this one. */

/** True where a file, which is locked, may be given up by this step. */
export async function mayCancel(step: 'cancel' | 'askCancel', { id, status }: PaymentFile) {
  const lines = await linesOf(id)
  const paid = lines.filter(({ line }) => line.result === '成功').length
  const answers = await answersOf(id)
  // Everything that was read of the bank and is not in the books yet is an answer too, also while it is just booked.
  const said = answers.flatMap((answer) => answer.lines)
  const toBook = unbookedLines(said, lines.map(saidOfLine)).length
  const downloads = await db().$count(
    paymentFile,
    and(eq(paymentFile.id, id), wasDownloaded(paymentFile.id, paymentFile.tenantId)),
  )
  return cancelPermit(step, {
    status,
    answered: paid + toBook,
    failed: 0,
    downloaded: downloads > 0,
    registered: await isRegistered(id),
  })
}

export async function giveUpFile(
  file: PaymentFile,
  reason: string,
  call: Call,
): Promise<{ id: number; rowVersion: number }> {
  await db().update(paymentFileLine).set({ live: false }).where(eq(paymentFileLine.fileId, file.id))
  const set = { status: '已作废' as const, cancelledAt: call.now.toISOString(), cancelledBy: call.actor.id }
  await audit({
    action: 'payment_file.cancel',
    object: `payment_file:${file.id}`,
    before: { status: file.status },
    after: { status: set.status, reason },
  })
  return changeFile(file, { ...set, cancelReason: reason }, call)
}

export const fileCancelChange = changeKind({
  content: z.object({ fileNo: z.string(), reason: z.string() }),
  lock: lockFile,
  async judge(_content, file: PaymentFile) {
    const permit = await mayCancel('askCancel', file)
    return permit.ok ? undefined : permit.reason
  },
  async apply({ reason }, file, _approved, call) {
    await giveUpFile(file, reason, call)
  },
  // The file is as it was.
  leave: async () => undefined,
})
