import { collectCodeSent } from '../collect/code-sent.ts'

/** Who handles which answers, by the kind of record that the call is about. Each once, in the transaction that ends it. */
export const answers = {
  collectCode: collectCodeSent,
}

export type AnswerKind = keyof typeof answers
