import { type SQL, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { standardTelTargets, type TelState, type TelTarget } from '../../configuration/rules/tel-check.ts'
import { linkedPerson } from '../../customers/table.ts'
import { templates } from '../../orders/rules/entry/templates.ts'
import { application } from '../../orders/table.ts'
import type { FirstRow } from '../contract.ts'
import { telVerify } from '../table.ts'
import { targetOfRole } from './tel-checks.ts'

/** 电核 of many orders at once: what `readTel` says of one, as the pool filters and shows it. A test holds them together. */

const list = (targets: readonly TelTarget[]) => sql`${sql.param([...targets])}::text[]`
const own = templates.filter(({ telTargets }) => telTargets !== undefined)
const standard = list(standardTelTargets)
const wanted =
  own.length === 0
    ? standard
    : sql`case ${application.templateCode} ${sql.join(
        own.map(({ code, telTargets = [] }) => sql`when ${code} then ${list(telTargets)}`),
        sql` `,
      )} else ${standard} end`

const targetOf = sql`case ${linkedPerson.role} ${sql.join(
  Object.entries(targetOfRole).map(([role, target]) => sql`when ${role} then ${target}`),
  sql` `,
)} end`

/**
 * The people whom the template wants called, of an order of the query around, each with whether the last call reached
 * them.
 */
const people = sql`(
  select who.target, coalesce((
      select ${telVerify.result} in ('pass', 'doubt') from ${telVerify}
      where ${telVerify.tenantId} = ${application.tenantId} and ${telVerify.orderId} = ${application.id}
        and ${telVerify.target} = who.target and ${telVerify.phone} = who.phone
      order by ${telVerify.id} desc limit 1), false) as reached
  from (
    select 'customer' as target, ${application.mobile} as phone
    union all
    select ${targetOf}, ${linkedPerson.mobile} from ${linkedPerson}
    where ${linkedPerson.tenantId} = ${application.tenantId} and ${linkedPerson.applicationId} = ${application.id}
    union all
    select 'employer', ${application.entryValues} -> 'employment' ->> 'employerTel'
  ) as who
  where who.target = any(${wanted}) and who.phone <> ''
) as called`

const anybody = (condition: SQL) => sql`exists (select from ${people} where ${condition})`
const reached = anybody(sql`called.reached`)
const waiting = anybody(sql`not called.reached`)

const states: Record<TelState, SQL> = {
  none: sql`not ${reached} and ${waiting}`,
  part: sql`${reached} and ${waiting}`,
  done: sql`not ${waiting}`,
}
export const telFilters = {
  tel: (state: TelState) => states[state],
  telWaits: (target: TelTarget) => anybody(sql`not called.reached and called.target = ${target}`),
}

/** Everything that the pool shows of it, by order. */
export async function readTelStates(ids: readonly number[]): Promise<ReadonlyMap<number, FirstRow['tel']>> {
  const summary = sql`(
    select json_build_object(
      'done', count(*) filter (where called.reached),
      'count', count(*),
      'waits', coalesce(json_agg(distinct called.target) filter (where not called.reached), '[]'))
    from ${people})`
  const rows = await db()
    .select({ id: application.id, tel: sql<FirstRow['tel']>`${summary}` })
    .from(application)
    .where(sql`${application.id} = any(${sql.param([...ids])}::bigint[])`)
  return new Map(rows.map(({ id, tel }) => [id, tel]))
}
