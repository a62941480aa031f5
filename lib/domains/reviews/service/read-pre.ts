import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { isRecord, maskRecord } from '../../../platform/mask-values.ts'
import { readMaterials } from '../../materials/service/material-sets.ts'
import {
  findOrder,
  readCustomer,
  readHeader,
  readLinkedPersons,
  readProgress,
  readRisks,
} from '../../orders/service/read-order.ts'
import type { reviews } from '../contract.ts'
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
