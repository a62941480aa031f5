import { and, desc, eq, ne } from 'drizzle-orm'
import type { OutputOf } from '../../contracts/endpoint.ts'
import type { reviews } from '../../contracts/reviews.ts'
import type { Order } from '../applications/move-order.ts'
import {
  findOrder,
  readCustomer,
  readHeader,
  readLinkedPersons,
  readProgress,
  readRisks,
} from '../applications/read-order.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { vehicle } from '../db/schema/vehicles.ts'
import { orderScope } from '../identity/data-scope.ts'
import { isRecord, maskRecord } from '../mask-values.ts'
import { readMaterials } from '../materials/material-sets.ts'
import { readChanges } from './read-changes.ts'

type PreReview = OutputOf<typeof reviews.getPre>
type Duplicate = PreReview['duplicates'][number]

const shownDuplicates = 20

/** 预审: everything that one decision needs, masked. */
export async function readPre(orderId: number, call: Call): Promise<PreReview> {
  const order = await findOrder(orderId, call)
  return {
    order: await readHeader(order),
    values: isRecord(order.intakeValues) ? maskRecord(order.intakeValues) : {},
    persons: [await readCustomer(order), ...(await readLinkedPersons(order))],
    duplicates: await readDuplicates(order, call),
    changes: await readChanges(order),
    risks: await readRisks(order),
    materials: (await readMaterials(order.id)).items,
    progress: await readProgress(order),
  }
}

/** Other orders in the caller's scope with the same ID number, mobile or VIN; the strongest match of each counts. */
export async function readDuplicates(order: Order, call: Call): Promise<Duplicate[]> {
  const vin = await vinOf(order)
  const matches = [
    { match: 'idNo', same: eq(application.idNo, order.idNo) },
    { match: 'mobile', same: eq(application.mobile, order.mobile) },
    ...(vin ? [{ match: 'vin', same: eq(vehicle.vin, vin) } as const] : []),
  ] as const
  const found = new Map<number, Duplicate>()
  for (const { match, same } of matches) {
    const rows = await db()
      .select({
        orderId: application.id,
        orderNo: application.orderNo,
        status: application.status,
        createdAt: application.createdAt,
      })
      .from(application)
      .leftJoin(vehicle, eq(vehicle.id, application.vehicleId))
      .where(
        and(
          eq(application.tenantId, call.tenantId),
          ne(application.id, order.id),
          same,
          orderScope(call.actor),
        ),
      )
      .orderBy(desc(application.createdAt))
      .limit(shownDuplicates)
    for (const row of rows) if (!found.has(row.orderId)) found.set(row.orderId, { ...row, match })
  }
  return [...found.values()]
}

async function vinOf({ vehicleId }: Order): Promise<string | null> {
  if (vehicleId === null) return null
  const [row] = await db().select({ vin: vehicle.vin }).from(vehicle).where(eq(vehicle.id, vehicleId))
  return row?.vin ?? null
}
