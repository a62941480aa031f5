import { cardChecked, cardConsented } from '../cards/card-answers.ts'
import { collectCodeSent } from '../collect/code-sent.ts'
import { sealStamped } from '../contracts/seal/time-stamp.ts'
import { signingSmsAnswered } from '../contracts/signing/tell-signing.ts'
import { interviewLinkSent } from '../interviews/link-sent.ts'
import { smsSent } from '../sms/sms-sent.ts'

/** Who handles which answers, by the kind of record that the call is about. Each once, in the transaction that ends it. */
export const answers = {
  collectCode: collectCodeSent,
  sms: smsSent,
  signing: signingSmsAnswered,
  seal: sealStamped,
  cardCheck: cardChecked,
  cardConsent: cardConsented,
  interviewLink: interviewLinkSent,
}

export type AnswerKind = keyof typeof answers
