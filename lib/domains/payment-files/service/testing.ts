import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { payingOrder } from '../../releases/service/testing.ts'
import { disbursement } from '../../releases/table.ts'
import type { TestBackend } from '../../testing.ts'
import { paymentFiles } from '../contract.ts'
import { answerColumns } from '../rules/payment-file.ts'

/** Payments of tests that go as files, and what their bank answers. */

/** A checked release that waits for its file, whatever way the tenant pays by. */
export async function unfiledOrder(backend: TestBackend): Promise<number> {
  const orderId = await payingOrder(backend)
  await inTenant(1, () =>
    db().update(disbursement).set({ payBy: 'file' }).where(eq(disbursement.orderId, orderId)),
  )
  return orderId
}

/** Everything that a new file of the account that waits would say. */
export async function fileToMake(backend: TestBackend) {
  const { groups } = await backend.as('cashier').call(paymentFiles.waiting, {})
  const [group] = groups
  if (!group) throw new Error('nothing waits for a file')
  const { payerAccount, count, amount } = group
  return { payerAccount, count, amount }
}

/** A file of all that waits, and of one more. */
export async function madeFile(
  backend: TestBackend,
  payments = 1,
): Promise<{ fileId: number; rowVersion: number }> {
  for (let at = 0; at < payments; at++) await unfiledOrder(backend)
  const { id, rowVersion } = await backend.as('cashier').call(paymentFiles.make, await fileToMake(backend))
  return { fileId: id, rowVersion }
}

/** The same, and somebody took it from here. */
export async function takenFile(
  backend: TestBackend,
  payments = 1,
): Promise<{ fileId: number; rowVersion: number }> {
  const made = await madeFile(backend, payments)
  await backend.as('cashier').raw(paymentFiles.download, { fileId: made.fileId })
  return made
}

/** An answer of the bank as it comes. */
export const answerFile = (...rows: readonly (readonly string[])[]) => ({
  name: '回盘.csv',
  bytes: Buffer.from([answerColumns, ...rows].map((row) => row.join(',')).join('\n')),
})
