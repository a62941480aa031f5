import { and, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { unitReach, userReach } from '../../domains/identity/service/people-reach.ts'
import { orgUnit, sysUser } from '../../domains/identity/table.ts'
import { orderScope } from '../../domains/orders/service/data-scope.ts'
import { application } from '../../domains/orders/table.ts'
import type { Call } from '../context.ts'
import type { OutputOf, ParsedInputOf } from '../contract/endpoint.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { is, textIn } from '../db/list-conditions.ts'
import { type ChangeRow, changes } from './contract.ts'
import { tieTo } from './order-ties.ts'
import { type ChangeKind, kindsOf } from './rules/pending-change.ts'
import { shownLines } from './shown-lines.ts'
import { pendingChange } from './table.ts'

/** 待我复核, and the changes of one record. */

const { kind, state, madeBy, madeAt, expiresAt, amount } = pendingChange

/** Of kinds that the caller makes or checks, on orders that he sees and people in his reach. */
function inScope({ actor }: Call) {
  const sees = orderScope(actor)
  const kinds = [...kindsOf('make', actor.permissions), ...kindsOf('check', actor.permissions)]
  return and(
    inArray(kind, kinds),
    sees &&
      or(
        isNull(pendingChange.orderId),
        inArray(pendingChange.orderId, db().select({ id: application.id }).from(application).where(sees)),
      ),
    inReach('userRights', sysUser, userReach(actor)),
    inReach('unitMove', orgUnit, unitReach(actor)),
  )
}

/** Of a kind, those alone whose records the caller reaches. */
const inReach = (of: ChangeKind, table: typeof sysUser | typeof orgUnit, reach: SQL | undefined) =>
  reach &&
  or(ne(kind, of), inArray(pendingChange.aboutId, db().select({ id: table.id }).from(table).where(reach)))

/** The changes the caller may decide about now. No kinds make no condition that holds: whoever asks has one. */
const toCheck = (call: Call) =>
  and(
    inScope(call),
    inArray(kind, kindsOf('check', call.actor.permissions)),
    eq(state, 'waiting'),
    ne(madeBy, call.actor.id),
    gt(expiresAt, call.now.toISOString()),
    isNull(tieTo(call.actor.id)),
  )

export const countChanges = async (_input: object, call: Call): Promise<OutputOf<typeof changes.count>> => ({
  count: await db().$count(pendingChange, and(eq(pendingChange.tenantId, call.tenantId), toCheck(call))),
})

export const changeList = defineList(changes.list, {
  table: pendingChange,
  scope: { rows: inScope },
  only: (call, { view }) =>
    view === 'check' ? toCheck(call) : view === 'made' ? eq(madeBy, call.actor.id) : undefined,
  filters: { view: () => undefined, kind: is(kind), state: is(state) },
  search: textIn(pendingChange.title),
  sorts: { madeAt, expiresAt, amount },
  rows: readChanges,
})

export async function changesOf(
  { kind: wanted, aboutId }: ParsedInputOf<typeof changes.of>,
  call: Call,
): Promise<OutputOf<typeof changes.of>> {
  const found = await db()
    .select({ id: pendingChange.id })
    .from(pendingChange)
    .where(and(eq(kind, wanted), eq(pendingChange.aboutId, aboutId), inScope(call)))
    .orderBy(desc(pendingChange.id))
    .limit(20)
  const rows = await readChanges(
    found.map(({ id }) => id),
    call,
  )
  return { data: rows.sort((a, b) => b.id - a.id) }
}

const maker = alias(sysUser, 'maker')
const checker = alias(sysUser, 'checker')
const absent = alias(sysUser, 'absent')

export async function readChanges(ids: number[], { actor }: Pick<Call, 'actor'>): Promise<ChangeRow[]> {
  if (ids.length === 0) return []
  const rows = await db()
    .select({
      change: pendingChange,
      madeByName: maker.name,
      decidedByName: checker.name,
      decidedForName: absent.name,
      tie: tieTo(actor.id),
    })
    .from(pendingChange)
    .innerJoin(maker, eq(maker.id, pendingChange.madeBy))
    .leftJoin(checker, eq(checker.id, pendingChange.decidedBy))
    .leftJoin(absent, eq(absent.id, pendingChange.decidedFor))
    .where(sql`${pendingChange.id} = any(${sql.param([...ids])}::bigint[])`)
  return rows.map(({ change, ...names }) => ({
    ...change,
    ...names,
    lines: shownLines(change),
  }))
}
