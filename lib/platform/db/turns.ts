import { sql } from 'drizzle-orm'
import { db } from './client.ts'

/** The work that calls do one after another although no row stands for it that they could lock. */
export type Subject =
  | 'bank-reference'
  | 'captcha'
  | 'channel-quota'
  | 'collect-code-address'
  | 'collect-code-mobile'
  | 'customer'
  | 'draft'
  | 'export'
  | 'login-account'
  | 'login-address'
  | 'menu'
  | 'period'
  | 'preference'
  | 'repayment'
  | 'row-import'
  | 'sms-mobile'
  | 'staff'
  | 'view'

/**
 * Waits until no other transaction has the turn of this subject and key, and keeps it until the own transaction ends.
 * Whoever takes several takes them in one order, or two calls wait for each other crosswise. Two keys meet by chance
 * once in 2⁶⁴ and then wait for nothing, no more.
 *
 * Source: PostgreSQL 15, 9.27.10 Advisory Lock Functions.
 */
export async function takeTurn(subject: Subject, ...key: (string | number)[]): Promise<void> {
  await takeTurns(subject, [key])
}

/** The same of many keys, in the order that everybody takes them in. */
export async function takeTurns(
  subject: Subject,
  keys: readonly (readonly (string | number)[])[],
): Promise<void> {
  const texts = JSON.stringify(keys.map((key) => JSON.stringify([subject, ...key])))
  await db().execute(sql`select pg_advisory_xact_lock(number) from (
    select distinct hashtextextended(text, 0) as number from jsonb_array_elements_text(${texts}::jsonb) text order by 1) numbers`)
}
