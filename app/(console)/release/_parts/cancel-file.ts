import { verb } from '@/components/verb/verb'
import { type PaymentFileRow, paymentFiles } from '@/lib/contracts/payment-files'
import { cancelPermit, paymentFileLimits } from '@/lib/rules/payment-file'

/** 作废文件, in the list and in the head of the file. */
export const cancelFile = verb(paymentFiles.cancel, {
  label: 'paymentFiles.cancel',
  tone: 'danger',
  name: ({ fileNo }: PaymentFileRow) => fileNo,
  words: ({ fileNo }: PaymentFileRow) => ({ fileNo }),
  permit: (row: PaymentFileRow) => cancelPermit('cancel', row),
  ask: 'paymentFiles.cancelTitle',
  note: 'paymentFiles.cancelNote',
  fields: {
    reason: {
      kind: 'text',
      label: 'paymentFiles.reason',
      required: true,
      maxLength: paymentFileLimits.reason,
    },
  },
  input: ({ id }, { reason }) => ({ fileId: id, reason }),
  done: 'paymentFiles.cancelled',
})

/** The same of one that was downloaded: a second person checks what the bank said. */
export const askCancel = verb(paymentFiles.askCancel, {
  label: 'paymentFiles.askCancel',
  tone: 'danger',
  name: ({ fileNo }: PaymentFileRow) => fileNo,
  words: ({ fileNo }: PaymentFileRow) => ({ fileNo }),
  of: ({ downloaded }: PaymentFileRow) => downloaded,
  permit: (row: PaymentFileRow) => cancelPermit('askCancel', row),
  ask: 'paymentFiles.askCancelTitle',
  note: 'paymentFiles.askCancelNote',
  fields: {
    reason: {
      kind: 'text',
      label: 'paymentFiles.bankConfirms',
      required: true,
      maxLength: paymentFileLimits.reason,
    },
  },
  input: ({ id }, { reason }) => ({ fileId: id, reason }),
  done: 'paymentFiles.askedCancel',
})
