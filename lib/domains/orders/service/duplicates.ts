import { and, desc, eq, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { applicantNumbers, listHits } from '../../blacklist/service/entries.ts'
import { vehicle } from '../../vehicles/table.ts'
import { deadStatuses } from '../rules/order-states.ts'
import { application } from '../table.ts'
import { orderScope } from './data-scope.ts'

/**
 * Everything that is known of an ID number, mobile and VIN: G2, G3 and the cooling-off of T07 ask the whole tenant and
 * answer no more than yes or no, so that a shop learns nothing of another's customer.
 */

export type Marks = { idNo: string; mobile?: string; vin?: string }

const ofVehicle = (vin: string) =>
  inArray(application.vehicleId, db().select({ id: vehicle.id }).from(vehicle).where(eq(vehicle.vin, vin)))

const other = (orderId: number | undefined): SQL | undefined =>
  orderId ? ne(application.id, orderId) : undefined

/** G2: another order of the same ID number or VIN that is not rejected, voided or settled. */
export async function hasLiveOrder({ idNo, vin }: Marks, orderId?: number): Promise<boolean> {
  const found = await db()
    .select({ id: application.id })
    .from(application)
    .where(
      and(
        or(eq(application.idNo, idNo), vin ? ofVehicle(vin) : undefined),
        notInArray(application.status, [...deadStatuses]),
        other(orderId),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Orders of the ID number that are over or refused, of those that the caller may see. */
export async function countFormerOrders({ idNo }: Marks, call: Call, orderId?: number): Promise<number> {
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(application)
    .where(
      and(
        eq(application.idNo, idNo),
        inArray(application.status, [...deadStatuses]),
        other(orderId),
        orderScope(call.actor),
      ),
    )
  return row?.count ?? 0
}

/** G3: a 黑 entry of the lists that is in force. */
export async function isBlacklisted({ vin, ...applicant }: Marks, today: string): Promise<boolean> {
  const hits = await listHits({ ...applicantNumbers(applicant), vin: vin ? [vin] : [] }, today)
  return hits.some(({ level }) => level === '黑')
}

const coolingOffDays = 30

/** The time when the ID number may be submitted again after a rejection (T07, T15); null when it may be now. */
export async function coolingOffUntil({ idNo }: Marks, call: Call, orderId?: number): Promise<Date | null> {
  const [row] = await db()
    .select({ at: application.stageEnteredAt })
    .from(application)
    .where(
      and(
        eq(application.idNo, idNo),
        inArray(application.status, ['pre_rejected', 'risk_rejected']),
        other(orderId),
      ),
    )
    .orderBy(desc(application.stageEnteredAt))
    .limit(1)
  if (!row) return null
  const until = new Date(Date.parse(row.at) + coolingOffDays * 86_400_000)
  return until > call.now ? until : null
}
