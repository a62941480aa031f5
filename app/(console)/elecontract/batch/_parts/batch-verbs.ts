import { verb } from '@/components/verb/verb'
import { type BatchRow, contractBatches } from '@/lib/domains/contracts/contract/batches'

/** Everything that can be done with a batch, in the list and in its own page. */

const nameOf = ({ id }: BatchRow) => String(id)
const shared = { name: nameOf, input: ({ id }: BatchRow) => ({ id }) }

export const batchVerbs = {
  stop: verb(contractBatches.stop, {
    ...shared,
    label: 'contractBatch.stop',
    tone: 'danger',
    of: ({ state }: BatchRow) => state === 'running',
    ask: 'contractBatch.stopTitle',
    note: 'contractBatch.stopNote',
    words: ({ id }) => ({ id }),
    done: 'contractBatch.stopped',
  }),
  resume: verb(contractBatches.resume, {
    ...shared,
    label: 'contractBatch.resume',
    main: true,
    of: ({ state }: BatchRow) => state === 'stopped',
    ask: 'contractBatch.resumeTitle',
    note: 'contractBatch.resumeNote',
    words: ({ id, waiting }) => ({ id, count: waiting }),
    done: 'contractBatch.resumed',
  }),
  again: verb(contractBatches.again, {
    ...shared,
    label: 'contractBatch.again',
    of: ({ state, hindered, failed }: BatchRow) => state !== 'running' && hindered + failed > 0,
    ask: 'contractBatch.againTitle',
    note: 'contractBatch.againNote',
    words: ({ hindered, failed }) => ({ count: hindered + failed }),
    done: 'contractBatch.againDone',
  }),
}
