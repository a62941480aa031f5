import { funderAnswered, funderCancelled } from '../capital/funder-answers.ts'
import { cardChecked, cardConsented } from '../cards/card-answers.ts'
import { collectCodeSent } from '../collect/code-sent.ts'
import { providerSealed } from '../contracts/seal/provider-seal.ts'
import { sealStamped } from '../contracts/seal/time-stamp.ts'
import { signingSmsAnswered } from '../contracts/signing/tell-signing.ts'
import { gpsHeard } from '../gps/signs.ts'
import { interviewLinkSent } from '../interviews/link-sent.ts'
import { paymentAnswered } from '../releases/bank-answers.ts'
import { smsSent } from '../sms/sms-sent.ts'
import { insurerAnswered } from '../underwriting/insurer-answers.ts'

/** Who handles which answers, by the kind of record that the call is about. Each once, in the transaction that ends it. */
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
  insurer: insurerAnswered,
  gps: gpsHeard,
  funder: funderAnswered,
  funderCancel: funderCancelled,
}

export type AnswerKind = keyof typeof answers
