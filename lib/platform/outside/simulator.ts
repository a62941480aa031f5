import { eq } from 'drizzle-orm'
import { portOf } from '../../domains/ports.ts'
import { db } from '../db/client.ts'
import type { Outcome, Outgoing } from './outcome.ts'
import type { PortName, Simulated } from './rules/outside.ts'
import { outsideSimulator } from './table.ts'

/**
 * The simulator answers in a demo: at once and rightly, or as a person says on the console's page of outside requests,
 * where the port is set to wait for one.
 */

/** True where the simulator of a port waits for a person, at the tenant of the transaction. */
export async function waitsForPerson(port: PortName): Promise<boolean> {
  const [row] = await db()
    .select({ byHand: outsideSimulator.byHand })
    .from(outsideSimulator)
    .where(eq(outsideSimulator.port, port))
  return row?.byHand ?? false
}

/** The answer that it gives now. */
export async function simulate(
  { port, request }: Pick<Outgoing, 'port' | 'request'>,
  told: Simulated | null,
  byHand: boolean,
  now: Date,
): Promise<Outcome> {
  if (!told && byHand) return { result: 'pending' }
  if (told?.at && new Date(told.at) > now) return { result: 'pending' }
  switch (told?.outcome ?? 'done') {
    case 'done':
      return { result: 'done', answer: await portOf(port).simulate(request) }
    case 'objection':
      return { result: 'done', answer: { result: told?.result, reply: told?.reason } }
    case 'refused':
      return { result: 'refused', reason: told?.reason ?? '' }
    case 'garbage':
      return { result: 'done', answer: { what: 'makes no sense' } }
    case 'fault':
      return { result: 'error', note: 'HTTP 500 (simulated)' }
    default:
      return { result: 'error', note: 'timed out' }
  }
}
