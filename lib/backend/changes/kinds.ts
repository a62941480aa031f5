import type { ChangeKind } from '../../rules/pending-change.ts'
import { accountChange } from '../accounts/account-change.ts'
import { consentChange } from '../capital/consent-change.ts'
import { cardCheck } from '../cards/check-card.ts'
import { failedRefundChange } from '../first-payments/failed-refund.ts'
import { receiptChange, refundChange } from '../first-payments/payment-changes.ts'
import { fileCancelChange } from '../payment-files/cancel-change.ts'
import { bankResultChange } from '../releases/bank-result-change.ts'
import { payeeChange, releaseChange, undoChange } from '../releases/release-changes.ts'
import type { KindRules } from './change-kind.ts'

/** What each kind of change does: a kind of the rules without its row does not compile. */
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
} satisfies Record<ChangeKind, unknown>

/** A kind where its own types do not matter: its content is parsed before it is given. */
export const kindRules = (kind: ChangeKind): KindRules<Record<string, unknown>, unknown> =>
  kinds[kind] as unknown as KindRules<Record<string, unknown>, unknown>
