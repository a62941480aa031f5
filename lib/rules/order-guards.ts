/**
 * Guards and effects of the order machine by name (domain.md 2.1). The machine only names them; `where` says who can
 * judge a guard, and `message` is what is shown when it fails (a catalogue key; several texts are given by the rule
 * itself where it is null).
 */

type GuardDefinition = { where: 'machine' | 'entry' | 'database' | 'review'; message: string | null }

export const guards = {
  G1: { where: 'entry', message: null },
  G2: { where: 'database', message: 'order.guard.liveOrder' },
  G3: { where: 'database', message: 'order.guard.blacklisted' },
  G4: { where: 'entry', message: 'rules.completeField' },
  G5: { where: 'entry', message: null },
  G6: { where: 'entry', message: null },
  G7: { where: 'entry', message: 'rules.uploadMaterial' },
  G8: { where: 'entry', message: 'rules.aprOverCap' },
  G9: { where: 'review', message: 'order.guard.approvedOverApplied' },
  G10: { where: 'database', message: 'order.guard.contractNotReady' },
  shopOpen: { where: 'database', message: 'order.guard.shopNotOpen' },
  unclaimed: { where: 'machine', message: 'order.refusal.claimedByOther' },
  mine: { where: 'machine', message: 'order.refusal.notMine' },
  notDecidedBefore: { where: 'machine', message: 'order.refusal.decidedBefore' },
  opinion: { where: 'review', message: 'order.guard.opinion' },
  reasons: { where: 'review', message: 'order.guard.reasons' },
  reasonDetail: { where: 'review', message: 'order.guard.reasonDetail' },
  phoneChecked: { where: 'database', message: 'order.guard.phoneChecked' },
  dueDiligenceDone: { where: 'database', message: 'order.guard.dueDiligenceDone' },
  riskLimit: { where: 'machine', message: 'order.refusal.riskLimit' },
  firstReconsider: { where: 'database', message: 'order.guard.reconsider' },
  termsOnlyFall: { where: 'review', message: null },
  allSigned: { where: 'database', message: 'order.guard.allSigned' },
  funderReady: { where: 'database', message: 'order.guard.funderReady' },
  funderAmount: { where: 'review', message: 'order.guard.funderAmount' },
  otherFunder: { where: 'database', message: 'order.guard.otherFunder' },
  gatesOpen: { where: 'database', message: 'order.guard.gatesOpen' },
  gateClosed: { where: 'database', message: null },
  makerNotChecker: { where: 'database', message: 'order.guard.makerNotChecker' },
  payPassword: { where: 'review', message: 'order.guard.payPassword' },
  oneLivePayment: { where: 'database', message: 'order.guard.oneLivePayment' },
  amountAsShown: { where: 'database', message: 'order.guard.amountAsShown' },
  bankReference: { where: 'review', message: 'order.guard.bankReference' },
  payeeCorrected: { where: 'database', message: 'order.guard.payeeCorrected' },
  noRepayment: { where: 'database', message: 'order.guard.noRepayment' },
  adminConfirmed: { where: 'review', message: 'order.guard.adminConfirmed' },
  loanClosed: { where: 'database', message: 'order.guard.loanClosed' },
  voidReason: { where: 'review', message: 'order.guard.voidReason' },
  moneyReturned: { where: 'database', message: 'order.guard.moneyReturned' },
} as const satisfies Record<string, GuardDefinition>

export type GuardName = keyof typeof guards

/** What a transition does beside moving the order. Every one of them also logs and bumps the row version. */
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
  | 'voidContracts'
  | 'clearEcontract'
  | 'clearFunder'
  | 'generateContracts'
  | 'sendSigningSms'
  | 'setEcontract'
  | 'changeMilestone'
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
  | 'returnGps'
  | 'cancelFunder'
