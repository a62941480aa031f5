import { and, eq, lt, max, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { turnSeconds } from '../rules/login-slowing.ts'
import { loginTurn } from '../table.ts'
import type { Tries } from './login-attempts.ts'

/**
 * Turns at an account whose tries are slowed. Each address stands in the line once, so that nobody who tries without
 * end keeps another one out of it; the line belongs to the account's lock of {@link lockTries}.
 */

/** A turn that nobody takes is over after so many seconds. */
const KEPT = 120
/** Nobody is sent further back than this. */
const LONGEST_WAIT = 900

/** Seconds until the address may try the account; 0 when it is its turn. The first question takes a place. */
export async function secondsToTurn({ account, address }: Tries, failures: number): Promise<number> {
  const ofAccount = eq(loginTurn.account, account)
  await db()
    .delete(loginTurn)
    .where(and(ofAccount, lt(loginTurn.dueAt, sql`now() - make_interval(secs => ${KEPT})`)))
  const wait = sql<number>`greatest(0, ceil(extract(epoch from ${loginTurn.dueAt} - now())))::int`
  const [own] = await db()
    .select({ wait })
    .from(loginTurn)
    .where(and(ofAccount, eq(loginTurn.ip, address)))
  if (own) return own.wait
  const behind = sql`greatest(now(), (${db()
    .select({ at: max(loginTurn.dueAt) })
    .from(loginTurn)
    .where(ofAccount)}))`
  const [taken] = await db()
    .insert(loginTurn)
    .values({
      account,
      ip: address,
      dueAt: sql`least(${behind} + make_interval(secs => ${turnSeconds(failures)}), now() + make_interval(secs => ${LONGEST_WAIT}))`,
    })
    .returning({ wait })
  return taken?.wait ?? LONGEST_WAIT
}

/** The turn is used: whether the password was right or not, the next one is behind the others. */
export async function spendTurn({ account, address }: Tries): Promise<void> {
  await db()
    .delete(loginTurn)
    .where(and(eq(loginTurn.account, account), eq(loginTurn.ip, address)))
}
