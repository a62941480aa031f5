import { eq } from 'drizzle-orm'
import type { Order } from '../applications/move-order.ts'
import { db } from '../db/client.ts'
import { vehicle } from '../db/schema/vehicles.ts'

/** The car of an order; undefined before its entry. */
export async function carOf({
  vehicleId,
}: Pick<Order, 'vehicleId'>): Promise<typeof vehicle.$inferSelect | undefined> {
  if (vehicleId === null) return undefined
  const [car] = await db().select().from(vehicle).where(eq(vehicle.id, vehicleId))
  return car
}
