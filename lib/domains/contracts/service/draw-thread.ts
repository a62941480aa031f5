import { parentPort } from 'node:worker_threads'
import { type ContractPaper, textsOf } from '../rules/contract-text.ts'
import { drawLabels, type Label } from './draw-labels.ts'
import { type DrawnPaper, drawPaper } from './draw-paper.ts'
import { lackingSigns } from './paper-fonts.ts'
import { openSeal, type SealSource } from './seal/open-seal.ts'
import { coveredHash, layOutSeal, sealFile, sealHash, timeStamped, withSeal } from './seal/seal-file.ts'
import { type Stamps, stampPaper } from './stamp-paper.ts'

/** The thread that draws contracts and seals them; see draw-contract.ts. */

/** The look of a contract before its seal. */
export type SealPlace = {
  /** The contract as it was made. */
  bytes: Uint8Array
  stamps: Stamps
  reason: string
  /** The time when the last person signed, ISO. */
  at: string
}
export type SealOrder = SealPlace & { source: SealSource }

export type DrawQuestion = { id: number } & (
  | { paper: ContractPaper; madeAt: string }
  | { labels: readonly Label[]; madeAt: string }
  | { seal: SealOrder }
  | { layOut: SealPlace }
  | { laidOut: Uint8Array; cms: Uint8Array; company: string }
  | { unstamped: Uint8Array }
  | { sealed: Uint8Array; token: Uint8Array }
  | { warm: true }
)
export type DrawAnswer = { id: number } & (
  | (Omit<DrawnPaper, 'bytes'> & { bytes: Uint8Array })
  | { sealed: Uint8Array; about: string }
  | { labels: Uint8Array }
  | { lacking: string[] }
  | { warm: true }
  | { failed: string }
)

/** Nobody's: what the thread reads and compiles for it the next one has. */
const firstPaper: ContractPaper = {
  title: '融资租赁合同',
  contractNo: 'BLQ-HZ-0000-000000',
  company: '合同',
  blocks: [
    { kind: 'heading', text: '第一条 租赁物' },
    { kind: 'text', text: '承租人与出租人订立本合同，融资额人民币壹佰元整（100.00元）。'.repeat(60) },
    { kind: 'table', rows: [['承租人姓名', '证件号码']] },
    { kind: 'rows', head: ['期次', '金额'], rows: [['1', '1,000.00']] },
    { kind: 'signatures', parties: ['承租人', '出租人'] },
  ],
}

async function answer(question: DrawQuestion) {
  if ('seal' in question) return seal(question.seal)
  if ('layOut' in question) return layOut(question.layOut)
  if ('cms' in question) {
    const { laidOut, cms, company } = question
    return sealedAnswer(await withSeal(Buffer.from(laidOut), cms, company))
  }
  if ('unstamped' in question) return sealedAnswer(Buffer.from(question.unstamped))
  if ('warm' in question) {
    await drawPaper(firstPaper, new Date(0).toISOString())
    return { warm: true as const }
  }
  if ('labels' in question)
    return { labels: new Uint8Array(await drawLabels(question.labels, question.madeAt)) }
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

async function layOut({ bytes, stamps, reason, at }: SealPlace) {
  const laidOut = await layOutSeal(await stampPaper(bytes, stamps), { reason, at: new Date(at) })
  return { sealed: new Uint8Array(laidOut), about: coveredHash(laidOut) }
}

const sealedAnswer = (sealed: Buffer) => ({ sealed: new Uint8Array(sealed), about: sealHash(sealed) })

parentPort?.on('message', async (question: DrawQuestion) => {
  const { id } = question
  const answered = await answer(question).catch((error: unknown) => ({
    failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }))
  parentPort?.postMessage({ id, ...answered } satisfies DrawAnswer)
})
