import type { OutputOf } from '../../contracts/endpoint.ts'
import type { reviews } from '../../contracts/reviews.ts'
import { entryOf } from '../applications/form-values.ts'
import { readQuote } from '../applications/order-quote.ts'
import { findOrder, readHeader, readProgress, readRisks } from '../applications/read-order.ts'
import type { Call } from '../context.ts'
import { maskRecord } from '../mask-values.ts'
import { readMaterials } from '../materials/material-sets.ts'
import { readChanges } from './read-changes.ts'
import { readTel } from './tel-checks.ts'

/** 初审: everything that one decision needs, masked. */
export async function readFirst(orderId: number, call: Call): Promise<OutputOf<typeof reviews.getFirst>> {
  const order = await findOrder(orderId, call)
  return {
    order: await readHeader(order),
    values: maskRecord(entryOf(order)),
    quote: await readQuote(order, call),
    tel: await readTel(order),
    changes: await readChanges(order),
    risks: await readRisks(order),
    materials: (await readMaterials(order.id)).items,
    progress: await readProgress(order),
  }
}
