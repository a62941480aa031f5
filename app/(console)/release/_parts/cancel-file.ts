import { verb } from '@/components/verb/verb'
import { type PaymentFileRow, paymentFiles } from '@/lib/domains/payment-files/contract'
import { cancelPermit, paymentFileLimits } from '@/lib/domains/payment-files/rules/payment-file'

/** The reason why , as each verb that takes something of a file back asks it. */
export const whyField = (label: 'paymentFiles.reason' | 'paymentFiles.bankConfirms') => ({
  kind: 'text' as const,
  label,
  required: true as const,
  maxLength: paymentFileLimits.reason,
})

/** 作废文件, in the list and in the head of the file. */
export const cancelFile = verb(paymentFiles.cancel, {
  label: 'paymentFiles.cancel',
  tone: 'danger',
  name: ({ fileNo }: PaymentFileRow) => fileNo,
  words: ({ fileNo }: PaymentFileRow) => ({ fileNo }),
  permit: (row: PaymentFileRow) => cancelPermit('cancel', row),
  ask: 'paymentFiles.cancelTitle',
  note: 'paymentFiles.cancelNote',
  fields: { reason: whyField('paymentFiles.reason') },
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
  fields: { reason: whyField('paymentFiles.bankConfirms') },
  input: ({ id }, { reason }) => ({ fileId: id, reason }),
  done: 'paymentFiles.askedCancel',
})
