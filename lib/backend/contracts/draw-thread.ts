import { parentPort } from 'node:worker_threads'
import { type ContractPaper, textsOf } from '../../rules/contract-text.ts'
import { drawPaper } from './draw-paper.ts'
import { lackingSigns } from './paper-fonts.ts'

/** The thread that draws contracts; see draw-contract.ts. */

export type DrawQuestion = { id: number; paper: ContractPaper; madeAt: string }
export type DrawAnswer = { id: number } & ({ bytes: Uint8Array } | { lacking: string[] } | { failed: string })

async function answer({ paper, madeAt }: DrawQuestion) {
  const lacking = lackingSigns(textsOf(paper))
  return lacking.length > 0 ? { lacking } : { bytes: new Uint8Array(await drawPaper(paper, madeAt)) }
}

parentPort?.on('message', async (question: DrawQuestion) => {
  const { id } = question
  const answered = await answer(question).catch((error: unknown) => ({
    failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  parentPort?.postMessage({ id, ...answered } satisfies DrawAnswer)
})
