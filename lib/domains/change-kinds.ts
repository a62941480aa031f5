import type { KindRules } from '../platform/changes/change-kind.ts'
import type { ChangeKind } from '../platform/changes/rules/pending-change.ts'
import { archiveLossChange } from './archives/service/loss-change.ts'
import { withdrawalChange } from './balances/service/withdrawal-change.ts'
import { periodChange } from './books/service/period-change.ts'
import { consentChange } from './capital/service/consent-change.ts'
import { cardCheck } from './cards/service/check-card.ts'
import { failedRefundChange } from './first-payments/service/failed-refund.ts'
import { receiptChange, refundChange } from './first-payments/service/payment-changes.ts'
import { flowUnmatchChange } from './fund-flows/service/unmatch-change.ts'
import { termsChange } from './funders/service/terms-change.ts'
import { loanFactChange, loanPayoutChange, writeOffChange } from './loans/service/loan-changes.ts'
import { fileCancelChange } from './payment-files/service/cancel-change.ts'
import { bankResultChange } from './releases/service/bank-result-change.ts'
import { payeeChange, releaseChange, undoChange } from './releases/service/release-changes.ts'
import { accountChange } from './settle-accounts/service/account-change.ts'
import { settlementBookingChange, settlementChange } from './settlements/service/settlement-changes.ts'
import { roleChange } from './staff/service/role-change.ts'
import { userRightsChange } from './staff/service/user-rights-change.ts'
import { unitMoveChange } from './units/service/move-change.ts'

/** The rules of each kind of change: a kind of the rules without its row does not compile. */
const kinds = {
  account: accountChange,
  release: releaseChange,
  bankResult: bankResultChange,
  fileCancel: fileCancelChange,
  payee: payeeChange,
  card: cardCheck,
  receipt: receiptChange,
  refund: refundChange,
  refundFailed: failedRefundChange,
  funder: consentChange,
  undo: undoChange,
  loanFact: loanFactChange,
  loanPayout: loanPayoutChange,
  writeOff: writeOffChange,
  period: periodChange,
  flowUnmatch: flowUnmatchChange,
  settlement: settlementChange,
  settlementBooking: settlementBookingChange,
  withdrawal: withdrawalChange,
  funderTerms: termsChange,
  archiveLoss: archiveLossChange,
  role: roleChange,
  userRights: userRightsChange,
  unitMove: unitMoveChange,
} satisfies Record<ChangeKind, unknown>

/** A kind where its own types do not matter: its content is parsed before it is given. */
export const kindRules = (kind: ChangeKind): KindRules<Record<string, unknown>, unknown> =>
  kinds[kind] as unknown as KindRules<Record<string, unknown>, unknown>
