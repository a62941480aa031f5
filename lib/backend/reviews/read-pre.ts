import type { OutputOf } from '../../contracts/endpoint.ts'
import type { reviews } from '../../contracts/reviews.ts'
import {
  findOrder,
  readCustomer,
  readHeader,
  readLinkedPersons,
  readProgress,
  readRisks,
} from '../applications/read-order.ts'
import type { Call } from '../context.ts'
import { isRecord, maskRecord } from '../mask-values.ts'
import { readMaterials } from '../materials/material-sets.ts'
import { readChanges } from './read-changes.ts'

type PreReview = OutputOf<typeof reviews.getPre>

/** 预审: everything that one decision needs, masked. */
export async function readPre(orderId: number, call: Call): Promise<PreReview> {
  const order = await findOrder(orderId, call)
  return {
    order: await readHeader(order),
    values: isRecord(order.intakeValues) ? maskRecord(order.intakeValues) : {},
    persons: [await readCustomer(order), ...(await readLinkedPersons(order))],
    changes: await readChanges(order),
    risks: await readRisks(order),
    materials: (await readMaterials(order.id)).items,
    progress: await readProgress(order),
  }
}
