import { collectCodeSent } from '../collect/code-sent.ts'
import { smsSent } from '../sms/sms-sent.ts'

/** Who handles which answers, by the kind of record that the call is about. Each once, in the transaction that ends it. */
export const answers = {
  collectCode: collectCodeSent,
  sms: smsSent,
}

export type AnswerKind = keyof typeof answers
