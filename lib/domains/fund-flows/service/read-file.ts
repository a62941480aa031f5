import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { holdsNoConnection } from '../../../platform/db/client.ts'
import { badInput, unavailable } from '../../../platform/errors.ts'
import { createLane } from '../../../platform/lane.ts'
import type { StatementAnswer, StatementQuestion } from './statement-thread.ts'

/**
 * Reading a statement takes a core for a second, and a workbook may be made to take all memory there is: a thread of its
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

type Read = Extract<StatementAnswer, { rows: unknown }>

/** @throws 400 for a file that is no statement, or too large a one; 503 when too many wait */
export async function readFile(question: StatementQuestion, tenantId: number): Promise<Read> {
  holdsNoConnection('Reading a statement')
  const answer = await inLane(String(tenantId), () => ask(question))
  if ('refused' in answer) throw badInput({ file: `fundFlows.unread.${answer.refused}` })
  return answer
}

function ask(question: StatementQuestion): Promise<StatementAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(join(import.meta.dirname, 'statement-thread.ts'), {
      execArgv: [],
      resourceLimits: mostMemory,
      workerData: question,
    })
    const end = (answer: StatementAnswer) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(answer)
    }
    const timer = setTimeout(() => end({ refused: 'unreadable' }), limitMs)
    worker.once('message', end)
    worker.once('error', () => end({ refused: 'unreadable' }))
  })
}
