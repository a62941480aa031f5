import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { maskRecord } from '../../../platform/mask-values.ts'
import { readMaterials } from '../../materials/service/material-sets.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import { readQuote } from '../../orders/service/order-quote.ts'
import { findOrder, readHeader, readProgress, readRisks } from '../../orders/service/read-order.ts'
import type { reviews } from '../contract.ts'
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
