/**
 * What the audit log notes beside what contracts declare: what nobody called for, and what calls leave that the rule of
 * writes does not hold. The words are `actions.<code>`.
 */
export const otherActions = [
  'identity.login',
  'identity.logout',
  'identity.lock',
  'identity.unlock',
  'identity.unlockRefused',
  'identity.ownInfo',
  'identity.passwordChanged',
  'identity.passwordRefused',
  'identity.payPasswordRefused',
  'identity.firstPassword',
  'customer.create',
  'call.dial',
  'seat.occupy',
  'seat.free',
  'seat.lapse',
  'collect.submit',
  'card.answer',
  'interview.join',
  'notice.send',
  'paper.end_policy',
  'paper.insurer_answer',
  'signing.sign',
  'signing.refuse',
  'signing.expire',
  'change.expire',
  'release.answer',
  'release.returned',
] as const
