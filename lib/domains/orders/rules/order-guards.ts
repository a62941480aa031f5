import type { Permission } from '../../identity/rules/roles.ts'

/**
 * Guards and effects of the order machine by name (domain.md 2.1). The machine only names them; `where` says who can
 * judge a guard, and `message` is what is shown when it fails (a catalogue key; several texts are given by the rule
 * itself where it is null).
 */

type GuardDefinition = {
  where: 'machine' | 'entry' | 'database' | 'review'
  message: string | null
  /** Everything that somebody holds who can clear it, where that is not the order's own clerk or reviewer. */
  clears?: Permission
}

export const guards = {
  G1: { where: 'entry', message: null },
  G2: { where: 'database', message: 'machine.guard.liveOrder' },
  G3: { where: 'database', message: 'machine.guard.blacklisted', clears: 'sys:blacklist:save' },
  G4: { where: 'entry', message: 'rules.completeField' },
  G5: { where: 'entry', message: null },
  G6: { where: 'entry', message: null },
  G7: { where: 'entry', message: 'rules.uploadMaterial' },
  G8: { where: 'entry', message: 'rules.aprOverCap' },
  G9: { where: 'review', message: 'machine.guard.approvedOverApplied' },
  G10: { where: 'database', message: 'machine.guard.contractNotReady' },
  shopOpen: { where: 'database', message: 'machine.guard.shopNotOpen' },
  unclaimed: { where: 'machine', message: 'machine.refusal.claimedByOther' },
  mine: { where: 'machine', message: 'machine.refusal.notMine' },
  notDecidedBefore: { where: 'machine', message: 'machine.refusal.decidedBefore' },
  opinion: { where: 'review', message: 'machine.guard.opinion' },
  reasons: { where: 'review', message: 'machine.guard.reasons' },
  reasonDetail: { where: 'review', message: 'machine.guard.reasonDetail' },
  undoReason: { where: 'review', message: 'machine.guard.undoReason' },
  phoneChecked: { where: 'database', message: 'machine.guard.phoneChecked' },
  dueDiligenceDone: { where: 'database', message: 'machine.guard.dueDiligenceDone' },
  riskLimit: { where: 'machine', message: 'machine.refusal.riskLimit' },
  // Too late, asked already, declined, taken up already: each has its own text.
  firstReconsider: { where: 'machine', message: null },
  reconsiderAsked: { where: 'machine', message: 'machine.refusal.chanceNotAsked' },
  newEvidence: { where: 'database', message: 'machine.guard.newEvidence' },
  termsOnlyFall: { where: 'review', message: null },
  allSigned: { where: 'database', message: 'machine.guard.allSigned' },
  funderReady: { where: 'database', message: 'machine.guard.funderReady' },
  funderAmount: { where: 'review', message: 'machine.guard.funderAmount' },
  otherFunder: { where: 'database', message: 'machine.guard.otherFunder' },
  gatesOpen: { where: 'database', message: 'machine.guard.gatesOpen' },
  gateClosedOrReason: { where: 'review', message: 'machine.guard.unreadyReason' },
  makerNotChecker: { where: 'database', message: 'machine.guard.makerNotChecker' },
  payPassword: { where: 'review', message: 'machine.guard.payPassword' },
  oneLivePayment: { where: 'database', message: 'machine.guard.oneLivePayment' },
  amountAsShown: { where: 'database', message: 'machine.guard.amountAsShown' },
  bankReference: { where: 'review', message: 'machine.guard.bankReference' },
  payeeCorrected: { where: 'database', message: 'machine.guard.payeeCorrected' },
  noRepayment: { where: 'database', message: 'machine.guard.noRepayment' },
  adminConfirmed: { where: 'review', message: 'machine.guard.adminConfirmed' },
  loanClosed: { where: 'database', message: 'machine.guard.loanClosed' },
  loanReopened: { where: 'database', message: 'machine.guard.loanReopened' },
  voidReason: { where: 'review', message: 'machine.guard.voidReason' },
  moneyReturned: { where: 'database', message: 'machine.guard.moneyReturned' },
} as const satisfies Record<string, GuardDefinition>

export type GuardName = keyof typeof guards

/** Everything that a transition does beside moving the order. Every one of them also logs and bumps the row version. */
export type EffectName =
  | 'issueOrderNo'
  | 'scenePreCheck'
  | 'sceneRisk'
  | 'enterPool'
  | 'claim'
  | 'release'
  | 'notifyEntryClerk'
  | 'coolingOff'
  | 'freezeProduct'
  | 'snapshotQuote'
  | 'setApprovedTerms'
  | 'markReconsidered'
  | 'notifyRiskManager'
  | 'voidContracts'
  | 'clearEcontract'
  | 'clearFunder'
  | 'generateContracts'
  | 'sendSigningSms'
  | 'setEcontract'
  | 'changeMilestone'
  | 'raiseUnready'
  | 'checkReady'
  | 'createCapitalOrder'
  | 'setFunder'
  | 'returnCapitalSet'
  | 'proposeNextFunder'
  | 'enterReleasePool'
  | 'startPayment'
  | 'openLoan'
  | 'createPostReleaseTasks'
  | 'auditPayee'
  | 'reverseLoan'
  | 'startMortgageRelease'
  | 'refundDeposit'
  | 'removeGps'
  | 'issueCertificate'
  | 'endSettlement'
  | 'returnGps'
  | 'cancelFunder'
