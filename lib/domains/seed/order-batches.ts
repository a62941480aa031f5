import { Worker } from 'node:worker_threads'
import type { NumberedPlan } from './order-plans.ts'
import type { OrderSetting } from './order-story.ts'
import { orderTables } from './order-tables.ts'
import { type Batch, collectRows } from './row-collector.ts'
import { addOrder } from './seed-order.ts'

/** Rows of orders, in this thread or in several: they are the same, because each follows from its plan alone. */

/** The rows of some orders. */
export function batchesOf(plans: readonly NumberedPlan[], setting: OrderSetting): Batch[] {
  const rows = collectRows(orderTables)
  for (const plan of plans) addOrder(rows, plan, setting)
  return rows.take()
}

/**
 * The rows of all orders, some at a time and in the order of the plans.
 * @param threads 0 makes them in this one; the others work ahead, two requests each
 * @param chunkSize orders of one request
 */
export async function* orderBatches(
  plans: readonly NumberedPlan[],
  setting: OrderSetting,
  threads: number,
  chunkSize = 1_000,
): AsyncGenerator<Batch[]> {
  const chunks: NumberedPlan[][] = []
  for (let at = 0; at < plans.length; at += chunkSize) chunks.push(plans.slice(at, at + chunkSize))
  if (threads === 0) {
    for (const chunk of chunks) yield batchesOf(chunk, setting)
    return
  }
  const makers = Array.from({ length: threads }, () => startMaker(setting))
  try {
    const ahead: Promise<Batch[]>[] = []
    const ask = (at: number) => {
      const [chunk, maker] = [chunks[at], makers[at % makers.length]]
      if (chunk && maker) ahead.push(maker.make(chunk))
    }
    for (let at = 0; at < 2 * threads; at++) ask(at)
    for (let at = 2 * threads; ahead.length > 0; at++) {
      yield (await ahead.shift()) ?? []
      ask(at)
    }
  } finally {
    await Promise.all(makers.map((maker) => maker.end()))
  }
}

/** Everything that a maker answers: the rows of a request, or why there are none. */
export type Made = { batches: Batch[] } | { error: string }

/** A thread that answers requests one after the other. */
function startMaker(setting: OrderSetting) {
  // The thread needs none of the flags and hooks that the main one was started with.
  const worker = new Worker(new URL('./order-maker.ts', import.meta.url), {
    workerData: setting,
    execArgv: [],
  })
  const waiting: { resolve(batches: Batch[]): void; reject(error: Error): void }[] = []
  worker.on('message', (made: Made) => {
    const asked = waiting.shift()
    if ('error' in made) asked?.reject(new Error(made.error))
    else asked?.resolve(made.batches)
  })
  worker.on('error', (error) => {
    for (const { reject } of waiting.splice(0)) reject(error)
  })
  return {
    make(plans: NumberedPlan[]): Promise<Batch[]> {
      const made = new Promise<Batch[]>((resolve, reject) => waiting.push({ resolve, reject }))
      // Whoever waits for an earlier request hears of the failure first; this one must not count as unhandled.
      made.catch(() => undefined)
      worker.postMessage(plans)
      return made
    },
    end: () => worker.terminate(),
  }
}
