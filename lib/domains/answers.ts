import { trackHeard } from './archives/service/tracks.ts'
import { funderAnswered, funderCancelled } from './capital/service/funder-answers.ts'
import { cardChecked, cardConsented } from './cards/service/card-answers.ts'
import { collectCodeSent } from './collect/service/code-sent.ts'
import { providerSealed } from './contracts/service/seal/provider-seal.ts'
import { sealStamped } from './contracts/service/seal/time-stamp.ts'
import { signingSmsAnswered } from './contracts/service/signing/tell-signing.ts'
import { deductAnswered } from './deductions/service/deduct-answers.ts'
import { gpsHeard } from './gps/service/signs.ts'
import { interviewLinkSent } from './interviews/service/link-sent.ts'
import { paymentAnswered } from './releases/service/bank-answers.ts'
import { smsSent } from './sms/service/sms-sent.ts'
import { insurerAnswered } from './underwriting/service/insurer-answers.ts'

/** The handlers of answers, by the kind of record that the call is about. Each once, in the transaction ending it. */
export const answers = {
  collectCode: collectCodeSent,
  sms: smsSent,
  signing: signingSmsAnswered,
  seal: sealStamped,
  providerSeal: providerSealed,
  cardCheck: cardChecked,
  cardConsent: cardConsented,
  interviewLink: interviewLinkSent,
  payment: paymentAnswered,
  deduct: deductAnswered,
  insurer: insurerAnswered,
  gps: gpsHeard,
  funder: funderAnswered,
  funderCancel: funderCancelled,
  express: trackHeard,
}

export type AnswerKind = keyof typeof answers
