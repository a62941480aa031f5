import { parentPort, workerData } from 'node:worker_threads'
import { batchesOf, type Made } from './order-batches.ts'
import type { NumberedPlan } from './order-plans.ts'
import type { OrderSetting } from './order-story.ts'

/** A thread of order-batches.ts: plans in, rows out, their memory handed over and not copied. */

const port = parentPort
if (!port) throw new Error('The maker of orders runs as a worker thread.')

const setting: OrderSetting = workerData

port.on('message', (plans: NumberedPlan[]) => {
  try {
    const batches = batchesOf(plans, setting)
    port.postMessage(
      { batches } satisfies Made,
      batches.map(({ rows }) => rows.buffer),
    )
  } catch (error) {
    port.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies Made)
  }
})
