import { Worker } from 'node:worker_threads'
import { holdsNoConnection } from '../db/client.ts'
import { unavailable } from '../errors.ts'
import { createLane } from '../lane.ts'

/**
 * Reading a table takes a core for a second, and a workbook may be made to take all memory there is: a thread of its
 * own does it, which ends with the file and is ended when it takes too much of either.
 */

const limitMs = 30_000
const mostMemory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 } as const

const inLane = createLane({
  width: 1,
  line: 16,
  placesOfOne: 4,
  patienceMs: 60_000,
  full: () => unavailable('refusals.uploadsBusy', 5),
})

type Unread = { refused: 'unreadable' }

/**
 * Asks a thread that answers one question and ends.
 * @param script path of the thread, which posts its answer
 * @throws 503 when too many wait
 */
export async function askTableThread<Answer>(
  script: string,
  question: unknown,
  tenantId: number,
): Promise<Answer | Unread> {
  holdsNoConnection('Reading a table')
  return inLane(String(tenantId), () => ask<Answer>(script, question))
}

function ask<Answer>(script: string, question: unknown): Promise<Answer | Unread> {
  return new Promise((resolve) => {
    const worker = new Worker(script, {
      execArgv: [],
      resourceLimits: mostMemory,
      workerData: question,
    })
    const end = (answer: Answer | Unread) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(answer)
    }
    const timer = setTimeout(() => end({ refused: 'unreadable' }), limitMs)
    worker.once('message', end)
    worker.once('error', () => end({ refused: 'unreadable' }))
  })
}
