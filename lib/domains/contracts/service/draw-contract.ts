import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { holdsNoConnection } from '../../../platform/db/client.ts'
import { unavailable } from '../../../platform/errors.ts'
import { createLane } from '../../../platform/lane.ts'
import type { ContractPaper } from '../rules/contract-text.ts'
import type { Label } from './draw-labels.ts'
import type { DrawnPaper } from './draw-paper.ts'
import type { DrawAnswer, DrawQuestion, SealOrder, SealPlace } from './draw-thread.ts'

/**
 * Drawing a contract takes a core for a tenth of a second, and the libraries that seal one are large: a thread does it,
 * while this one answers calls.
 */

/** A thread with nothing to do ends after this many ms and gives the fonts' memory back. */
const idleMs = 180_000
const limitMs = 30_000

const inLane = createLane({
  width: 1,
  line: 128,
  placesOfOne: 65,
  patienceMs: 30_000,
  full: () => unavailable('refusals.uploadsBusy', 5),
})

export type Drawn = DrawnPaper | { lacking: string[] }

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last = 0

/**
 * A contract as a PDF, or the signs of it that no font has.
 * @param tenantId whose turn it takes
 * @throws 503 when too many wait
 */
export async function drawContract(paper: ContractPaper, madeAt: string, tenantId = 0): Promise<Drawn> {
  const answer = await inThread({ id: ++last, paper, madeAt }, String(tenantId))
  if ('lacking' in answer) return { lacking: answer.lacking }
  if ('bytes' in answer) return { pages: answer.pages, places: answer.places, bytes: asBuffer(answer.bytes) }
  throw new Error('The thread drew something else.')
}

/** Labels with barcodes as a PDF, by the same thread. @throws 503 when too many wait */
export async function drawLabelSheet(
  labels: readonly Label[],
  madeAt: string,
  tenantId: number,
): Promise<Buffer> {
  const answer = await inThread({ id: ++last, labels, madeAt }, String(tenantId))
  if ('labels' in answer) return asBuffer(answer.labels)
  throw new Error('The thread drew something else.')
}

/** Signs as they are named to people, whose fonts may lack them as well: 𪚥（U+2A6A5）. */
export const signsText = (signs: readonly string[]): string =>
  signs.map((sign) => `${sign}（U+${sign.codePointAt(0)?.toString(16).toUpperCase()}）`).join('、')

/** A sealed contract, and what a time stamp over its seal is about: SHA-256 in hex. */
export type SealedFile = { bytes: Buffer; about: string }

/** A contract with hand signatures drawn in, sealed; what it was before stays at its beginning. */
export const sealContract = (seal: SealOrder): Promise<SealedFile> =>
  askSealed({ id: ++last, seal: { ...seal, bytes: new Uint8Array(seal.bytes) } })

/** The same without a seal, but with its place; about what whoever seals it signs. */
export const layOutContract = (place: SealPlace): Promise<SealedFile> =>
  askSealed({ id: ++last, layOut: { ...place, bytes: new Uint8Array(place.bytes) } })

/** A laid-out contract with a seal that was made elsewhere. @throws when it is no signature of it by this company */
export const takeSeal = (laidOut: Uint8Array, cms: Uint8Array, company: string): Promise<SealedFile> =>
  askSealed({ id: ++last, laidOut: new Uint8Array(laidOut), cms: new Uint8Array(cms), company })

/** A sealed contract as it is: what a time stamp over its seal would be about. */
export const readSeal = (sealed: Uint8Array): Promise<SealedFile> =>
  askSealed({ id: ++last, unstamped: new Uint8Array(sealed) })

/** The same with a time stamp beside the seal. @throws when it is about something else */
export const timeStampContract = (sealed: Uint8Array, token: Uint8Array): Promise<SealedFile> =>
  askSealed({ id: ++last, sealed: new Uint8Array(sealed), token: new Uint8Array(token) })

async function askSealed(question: DrawQuestion): Promise<SealedFile> {
  const answer = await inThread(question)
  if ('sealed' in answer) return { bytes: asBuffer(answer.sealed), about: answer.about }
  throw new Error('The thread drew something else.')
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Everything that jobs seal, of whichever tenant, stands in a line of its own. */
function inThread(question: DrawQuestion, owner = 'seal'): Promise<Exclude<DrawAnswer, { failed: string }>> {
  holdsNoConnection('Drawing a contract')
  return inLane(owner, () => ask(question))
}

function ask(question: DrawQuestion): Promise<Exclude<DrawAnswer, { failed: string }>> {
  const worker = thread ?? startThread()
  clearTimeout(idle)
  worker.ref()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error('drawing a contract took too long')), limitMs)
    const end = () => {
      clearTimeout(timer)
      worker.off('message', hear).off('error', fail)
      worker.unref()
      rest()
    }
    const fail = (error: Error) => {
      end()
      endDrawing()
      reject(error)
    }
    const hear = (answer: DrawAnswer) => {
      if (answer.id !== question.id) return
      end()
      if ('failed' in answer) reject(new Error(answer.failed))
      else resolve(answer)
    }
    worker.on('message', hear).once('error', fail)
    worker.postMessage(question)
  })
}

/**
 * Starts the thread before there is anything to draw: fonts and libraries take it longer than a contract does. Whoever
 * looks at a case whose contracts can be made is about to make them.
 */
export function warmDrawing(): void {
  if (!thread) startThread().postMessage({ id: 0, warm: true } satisfies DrawQuestion)
}

function startThread(): Worker {
  thread = new Worker(join(import.meta.dirname, 'draw-thread.ts'), { execArgv: [] })
  // One that falls while nobody waits for it takes nothing with it.
  thread.on('error', endDrawing).unref()
  rest()
  return thread
}

function rest(): void {
  clearTimeout(idle)
  idle = setTimeout(endDrawing, idleMs).unref()
}

/** Ends the thread; the next contract starts another. */
export function endDrawing(): void {
  clearTimeout(idle)
  void thread?.terminate()
  thread = undefined
}
