import { parentPort } from 'node:worker_threads'
import { type ContractPaper, textsOf } from '../../rules/contract-text.ts'
import { type DrawnPaper, drawPaper } from './draw-paper.ts'
import { lackingSigns } from './paper-fonts.ts'
import { type Stamps, stampPaper } from './stamp-paper.ts'

/** The thread that draws contracts, and what is signed into them; see draw-contract.ts. */

export type DrawQuestion = { id: number } & (
  | { paper: ContractPaper; madeAt: string }
  | { bytes: Uint8Array; stamps: Stamps }
)
export type DrawAnswer = { id: number } & (
  | (Omit<DrawnPaper, 'bytes'> & { bytes: Uint8Array })
  | { stamped: Uint8Array }
  | { lacking: string[] }
  | { failed: string }
)

async function answer(question: DrawQuestion) {
  if ('stamps' in question) return { stamped: await stampPaper(question.bytes, question.stamps) }
  const { paper, madeAt } = question
  const lacking = lackingSigns(textsOf(paper))
  if (lacking.length > 0) return { lacking }
  const drawn = await drawPaper(paper, madeAt)
  return { ...drawn, bytes: new Uint8Array(drawn.bytes) }
}

parentPort?.on('message', async (question: DrawQuestion) => {
  const { id } = question
  const answered = await answer(question).catch((error: unknown) => ({
    failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  parentPort?.postMessage({ id, ...answered } satisfies DrawAnswer)
})
