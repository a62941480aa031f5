import { eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { vehicle } from '../../vehicles/table.ts'

/** The car of an order; undefined before its entry. */
export async function carOf({
  vehicleId,
}: Pick<Order, 'vehicleId'>): Promise<typeof vehicle.$inferSelect | undefined> {
  if (vehicleId === null) return undefined
  const [car] = await db().select().from(vehicle).where(eq(vehicle.id, vehicleId))
  return car
}
