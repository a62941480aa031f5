import { db } from '../../platform/db/client.ts'
import { seat } from '../voice/table.ts'

/** The seats that a tenant starts with: 8001 to 8020, each with its own number as the agent's account. */
export async function seedSeats(): Promise<void> {
  const numbers = Array.from({ length: 20 }, (_, at) => String(8001 + at))
  await db()
    .insert(seat)
    .values(numbers.map((number) => ({ seatsNumber: number, agentAccount: number })))
}
