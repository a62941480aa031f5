import { like, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { startSession } from '../../identity/service/sessions.ts'
import { issueToken } from '../../identity/service/tokens.ts'
import { sysUser } from '../../identity/table.ts'
import type { Caller, TestBackend } from '../../testing.ts'

/**
 * Everything that happens at once needs many orders in one state and many people: copies in the database, however one
 * gets there.
 */

/** Copies of rows of the tenant with other values: text of SQL by column; `n` counts from 1. */
async function copyRows(table: string, where: string, count: number, change: Record<string, string>) {
  const changed = Object.entries(change).flatMap(([name, value]) => [`'${name}'`, value])
  const { rows } = await db().execute<{ names: string }>(sql`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_name = ${table} and column_name <> 'id' and is_generated = 'NEVER'`)
  const names = rows[0]?.names ?? ''
  await db().execute(
    sql.raw(`insert into ${table} (${names}) select ${names.replace(/(^|, )/g, '$1copy.')}
      from ${table} t, generate_series(1, ${count}) n,
        jsonb_populate_record(t, jsonb_build_object(${changed.join(', ')})) copy
      where ${where}`),
  )
}

/** The order and as many like it, each with its timeline, its open task, the calls about it and an empty folder of papers. */
export const copyOrder = (orderId: number, count: number): Promise<number[]> =>
  inTenant(1, async () => {
    await copyRows('application', `t.id = ${orderId}`, count, { order_no: "t.order_no || '-' || n" })
    const { rows } = await db().execute<{ id: number }>(sql`
      select c.id from application c join application o on c.order_no like o.order_no || '-%'
      where o.id = ${orderId} order by c.id`)
    const copies = rows.map(({ id }) => Number(id))
    const nth = `('{${copies.join()}}'::bigint[])[n]`
    for (const [table, which] of [
      ['review_task', 't.finished_at is null'],
      ['review_log', 'true'],
      ['tel_verify', 'true'],
      ['material_set', 'true'],
    ] as const)
      await copyRows(table, `t.order_id = ${orderId} and ${which}`, count, { order_id: nth })
    return [orderId, ...copies]
  })

/**
 * People like one account, signed in as the door would have it: a login by password is slowed down long before the
 * hundredth.
 */
export async function peopleLike(backend: TestBackend, account: string, count: number): Promise<Caller[]> {
  const tokens = await inTenant(1, async () => {
    const change = { account: `'${account}-' || n`, mobile: 'null' }
    await copyRows('sys_user', `t.account = '${account}'`, count, change)
    const users = await db()
      .select()
      .from(sysUser)
      .where(like(sysUser.account, `${account}-%`))
    const made: string[] = []
    for (const { id: userId } of users) {
      const sessionId = await startSession(userId, { ip: '192.0.2.1', userAgent: '' })
      made.push(await issueToken({ userId, sessionId, ip: '192.0.2.1' }))
    }
    return made
  })
  return tokens.map((token) => backend.withToken(token, { tenant: 'blq' }))
}
