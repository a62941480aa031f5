import { audit } from '../../../platform/audit.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { refused } from '../../../platform/errors.ts'
import type { paymentFiles } from '../contract.ts'
import { giveUpFile, mayCancel } from './cancel-change.ts'
import { changeFile, type PaymentFile } from './file-record.ts'

/** 作废 of a file that never left, by one person; of one that was downloaded, by two. */

/** @throws 422 for one that was downloaded, is cancelled or answered */
export async function cancelFile(
  { reason }: ParsedInputOf<typeof paymentFiles.cancel>,
  call: Call,
  file: PaymentFile,
) {
  const permit = await mayCancel('cancel', file)
  if (!permit.ok) throw refused(permit.reason)
  return giveUpFile(file, reason, call)
}

/** @throws 422 for one that was never downloaded, is cancelled or answered */
export async function askCancel(
  { reason }: ParsedInputOf<typeof paymentFiles.askCancel>,
  call: Call,
  file: PaymentFile,
) {
  const permit = await mayCancel('askCancel', file)
  if (!permit.ok) throw refused(permit.reason)
  const { id, fileNo, payerAccount, count, amount } = file
  await propose(
    'fileCancel',
    {
      aboutId: id,
      title: fileNo,
      content: { fileNo, reason },
      reason,
      lines: [
        { field: 'fileNo', kind: 'text', value: fileNo },
        { field: 'payerAccount', kind: 'number', value: payerAccount },
        { field: 'count', kind: 'text', value: String(count) },
        { field: 'amount', kind: 'money', value: amount },
      ],
    },
    call,
  )
  await audit({ after: { fileNo, reason } })
  return changeFile(file, {}, call)
}
