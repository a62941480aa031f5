import { parentPort } from 'node:worker_threads'
import { type ContractPaper, textsOf } from '../../rules/contract-text.ts'
import { type DrawnPaper, drawPaper } from './draw-paper.ts'
import { lackingSigns } from './paper-fonts.ts'
import { openSeal, type SealSource } from './seal/open-seal.ts'
import { sealFile, sealHash, timeStamped } from './seal/seal-file.ts'
import { type Stamps, stampPaper } from './stamp-paper.ts'

/** The thread that draws contracts and seals them; see draw-contract.ts. */

export type SealOrder = {
  /** The contract as it was made. */
  bytes: Uint8Array
  stamps: Stamps
  source: SealSource
  reason: string
  /** When the last person signed, ISO. */
  at: string
}

export type DrawQuestion = { id: number } & (
  | { paper: ContractPaper; madeAt: string }
  | { seal: SealOrder }
  | { sealed: Uint8Array; token: Uint8Array }
)
export type DrawAnswer = { id: number } & (
  | (Omit<DrawnPaper, 'bytes'> & { bytes: Uint8Array })
  | { sealed: Uint8Array; about: string }
  | { lacking: string[] }
  | { failed: string }
)

async function answer(question: DrawQuestion) {
  if ('seal' in question) return seal(question.seal)
  if ('token' in question) return sealedAnswer(timeStamped(Buffer.from(question.sealed), question.token))
  const { paper, madeAt } = question
  const lacking = lackingSigns(textsOf(paper))
  if (lacking.length > 0) return { lacking }
  const drawn = await drawPaper(paper, madeAt)
  return { ...drawn, bytes: new Uint8Array(drawn.bytes) }
}

async function seal({ bytes, stamps, source, reason, at }: SealOrder) {
  const drawn = await stampPaper(bytes, stamps)
  return sealedAnswer(await sealFile(drawn, { signer: await openSeal(source), reason, at: new Date(at) }))
}

const sealedAnswer = (sealed: Buffer) => ({ sealed: new Uint8Array(sealed), about: sealHash(sealed) })

parentPort?.on('message', async (question: DrawQuestion) => {
  const { id } = question
  const answered = await answer(question).catch((error: unknown) => ({
    failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  parentPort?.postMessage({ id, ...answered } satisfies DrawAnswer)
})
