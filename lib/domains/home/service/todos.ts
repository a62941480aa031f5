import { and, asc, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { reasonText } from '../../../i18n/code-words.ts'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { askedDays } from '../../deductions/rules/deduction.ts'
import { diligenceFits, diligenceStatuses } from '../../due-diligence/rules/due-diligence.ts'
import { dueDiligence } from '../../due-diligence/table.ts'
import { isToPay } from '../../first-payments/service/list-payments.ts'
import { fittedStatuses } from '../../gps/rules/gps.ts'
import { gpsDevice } from '../../gps/table.ts'
import { milestoneCodes } from '../../identity/rules/milestones.ts'
import {
  cameBack,
  handedIn,
  kindFacts,
  type PaperKind,
  paperKinds,
  setStatuses,
} from '../../materials/rules/material-sets.ts'
import { materialSet } from '../../materials/table/materials.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application, reviewTask } from '../../orders/table.ts'
import { checking, isClosed, isSilent } from '../../releases/service/read-release.ts'
import type { home } from '../contract.ts'
import { claimedEvents, formEvents, type TodoKind, todoKinds, todos } from '../rules/todos.ts'

/** Past it the number is no longer read, only that there is a lot. */
const countedTodos = 1_000
const shownLacking = 5
/** Papers are sent before their deadline: so many days ahead of it they wait for whoever sends them. */
const sendsWithinDays = 7

const { id, status, stageEnteredAt } = application

/** Orders in a form that the caller, or nobody yet, fills in. */
const inOwnForm = ({ actor }: Call) =>
  or(
    eq(application.createdBy, actor.id),
    eq(application.salesmanId, actor.id),
    eq(application.entryUserId, actor.id),
    isNull(application.entryUserId),
  )

/** Orders in a pool that the caller has claimed. */
const inOwnHands = ({ actor }: Call) => eq(application.claimedBy, actor.id)

/** The few that a query finds are looked up one by one, whatever their orders have become. */
const among = (orderIds: SQL) => sql`${id} = any(array(${orderIds}))`

const ofSets = (kind: PaperKind, condition: SQL | undefined) =>
  among(
    sql`select ${materialSet.orderId} from ${materialSet} where ${and(eq(materialSet.kind, kind), condition)}`,
  )

const visits = ({ actor }: Call) =>
  and(
    eq(dueDiligence.assigneeId, actor.id),
    inArray(
      dueDiligence.status,
      diligenceStatuses.filter((state) => diligenceFits('fill', state) || diligenceFits('resume', state)),
    ),
  )

const record = <K extends string>(keys: readonly K[], of: (key: K) => Waiting) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, Waiting>

/** The orders of its states that a to-do is about: all of them, unless it says so. */
type Waiting = (call: Call) => SQL | undefined
const waiting: Partial<Record<TodoKind, Waiting>> = {
  ...record(formEvents, () => inOwnForm),
  ...record(claimedEvents, () => inOwnHands),
  reconsider: () => and(eq(application.reconsiderAsk, 'asked'), eq(application.isReconsider, false)),
  bank_result: () => isSilent,
  make_payment: () => sql`not ${checking}`,
  refund: () => isToPay,
  check_gps: () =>
    among(
      sql`select ${gpsDevice.orderId} from ${gpsDevice} where ${and(
        inArray(gpsDevice.status, [...fittedStatuses]),
        isNull(gpsDevice.checkedAt),
      )}`,
    ),
  deduct_failed: ({ today }) =>
    among(
      sql`select t.order_id from deduct_task t join repay_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id
        where t.tenant_id = nlos_tenant() and t.given_up and t.day > ${askedDays} * interval '-1 day'
          + coalesce((select b.day from business_day b where b.tenant_id = nlos_tenant()), ${today}::date)
        and p.paid_off_on is null and p.status <> '已作废'`,
    ),
  archive_send: ({ today }) =>
    among(
      sql`select f.order_id from archive f where f.tenant_id = nlos_tenant() and (f.status = '缺件待补'
        or f.status = '待收件' and exists (select from release_task t where t.tenant_id = f.tenant_id
          and t.order_id = f.order_id and t.kind = 'archive' and t.done_at is null and t.ended_at is null
          and t.due_day <= ${today}::date + ${sendsWithinDays}::int))`,
    ),
  archive_keep: () =>
    among(
      sql`select f.order_id from archive f where f.tenant_id = nlos_tenant()
        and f.status in ('已签收', '核对中', '待退还')`,
    ),
  archive_late: ({ today }) =>
    among(
      sql`select o.order_id from archive_outbound o where o.tenant_id = nlos_tenant() and o.status = '已出库'
        and o.due_back < ${today}`,
    ),
  archive_approve: ({ actor }) =>
    among(
      sql`select o.order_id from archive_outbound o where o.tenant_id = nlos_tenant() and o.status = '待审批'
        and o.applicant_id <> ${actor.id}`,
    ),
  diligence: (call) => among(sql`select ${dueDiligence.orderId} from ${dueDiligence} where ${visits(call)}`),
  ...record(
    paperKinds.map((kind) => `review_${kind}` as const),
    (key) =>
      ({ actor }) => {
        const kind = key.slice('review_'.length) as PaperKind
        const others = kindFacts[kind].judgedBy === 'another' ? ne(materialSet.submitBy, actor.id) : undefined
        return ofSets(kind, and(eq(materialSet.status, handedIn), others))
      },
  ),
  ...record(
    paperKinds.map((kind) => `mend_${kind}` as const),
    (key) => () =>
      ofSets(
        key.slice('mend_'.length) as PaperKind,
        inArray(materialSet.status, setStatuses.filter(cameBack)),
      ),
  ),
  ...record(milestoneCodes, (code) => () => isClosed(code)),
}

const todosOf = ({ actor }: Call) => todoKinds.filter((kind) => actor.permissions.has(todos[kind].permission))

const inScope = ({ tenantId, actor }: Call) => and(eq(application.tenantId, tenantId), orderScope(actor))

type Asked = { kinds: readonly TodoKind[]; newest?: boolean; only?: SQL | undefined }

/**
 * Kind by kind and state by state: the index of stages has the orders of one state in their order, so that the oldest
 * are found, and a lot is counted, without reading all that wait. An order that waits for several things is there once,
 * for the first of them.
 */
function found({ kinds, newest = false, only }: Asked, most: number, call: Call) {
  const parts = kinds.map((kind) => {
    const ofState = db()
      .select({ id, since: stageEnteredAt })
      .from(application)
      .where(and(sql`${status} = waiting.state`, inScope(call), waiting[kind]?.(call), only))
      .orderBy(...inOrder(newest, stageEnteredAt, id))
      .limit(most)
      .as('of_state')
    return db()
      .select({ id: ofState.id, since: ofState.since, kind: sql`${todoKinds.indexOf(kind)}::int`.as('kind') })
      .from(sql`unnest(${sql.param([...todos[kind].states])}::text[]) as waiting (state)`)
      .crossJoinLateral(ofState)
  })
  return sql`(select id, since, min(kind) as kind from (${sql.join(parts, sql` union all `)}) as parts (id, since, kind)
    group by id, since)`
}

const inOrder = (newest: boolean, ...columns: readonly (PgColumn | SQL)[]) =>
  columns.map((column) => (newest ? desc(column) : asc(column)))

/** The ids of those that have waited longest, or of the newest, each with what it waits for. */
function page(asked: Asked & { start?: number; length: number }, call: Call) {
  const { start = 0, length, newest = false } = asked
  const rows = sql`${found(asked, start + length, call)} as found`
  return db()
    .select({ id: sql<number>`found.id`.as('page_id'), kind: sql<number>`found.kind`.as('page_kind') })
    .from(rows)
    .orderBy(...inOrder(newest, sql`found.since`, sql`found.id`))
    .offset(start)
    .limit(length)
    .as('page')
}

async function countUpTo(asked: Asked, call: Call): Promise<number> {
  const counted = sql`(select 1 from ${found(asked, countedTodos, call)} as found limit ${countedTodos}) as counted`
  const [total] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(counted)
    .prepare('todo count')
    .execute()
  return total?.count ?? 0
}

/**
 * The code of why an order was returned last; null for one that is not in the hands of who has to mend it. A query of
 * its own, as columns in the text of a field lose their table: `id` would be that of the task.
 */
function lastReason() {
  const reason = db()
    .select({ code: sql`coalesce(${reviewTask.reasonL2}, ${reviewTask.reasonL1})` })
    .from(reviewTask)
    .where(
      and(
        eq(reviewTask.tenantId, application.tenantId),
        eq(reviewTask.orderId, application.id),
        eq(reviewTask.result, '退回'),
      ),
    )
    .orderBy(desc(reviewTask.finishedAt))
    .limit(1)
  return sql<string | null>`case when ${application.status} like '%returned' then (${reason}) end`
}

/** Everything that waits for the caller, the longest first unless the newest are asked for. */
export async function listTodos(
  { start, length, newest }: ParsedInputOf<typeof home.list>,
  call: Call,
): Promise<OutputOf<typeof home.list>> {
  const kinds = todosOf(call)
  if (kinds.length === 0) return { data: [], total: 0, more: false, pageNo: 1, allPage: 0, nextCursor: null }
  const shown = page({ kinds, newest, start, length }, call)
  const visit = db()
    .select({ id: dueDiligence.id })
    .from(dueDiligence)
    .where(and(eq(dueDiligence.orderId, application.id), visits(call)))
    .limit(1)
  const rows = await db()
    .select({
      id,
      orderNo: application.orderNo,
      customerName: application.customerName,
      status,
      stageEnteredAt,
      amount: sql<
        string | null
      >`coalesce(${application.approvedAmount}, ${application.financeAmount}, ${application.appliedAmount})`,
      reason: lastReason(),
      kind: shown.kind,
      diligenceId: sql<number | null>`(${visit})`,
    })
    .from(application)
    .innerJoin(shown, eq(id, shown.id))
    .orderBy(...inOrder(newest, stageEnteredAt, id))
    .prepare('todos')
    .execute()
  const total = await countUpTo({ kinds }, call)
  return {
    data: rows.map(({ reason, kind, diligenceId, ...row }) => {
      const event = todoKinds[kind] ?? ''
      return {
        ...row,
        reason: reason === null ? null : reasonText(say, reason),
        event,
        diligenceId: event === 'diligence' ? diligenceId : null,
      }
    }),
    total,
    more: total === countedTodos,
    pageNo: Math.floor(start / length) + 1,
    allPage: Math.ceil(total / length),
    nextCursor: null,
  }
}

/** The caller's own forms whose order still lacks material. */
export async function listLacking(call: Call): Promise<OutputOf<typeof home.datumInfo>> {
  const kinds = todosOf(call).filter((kind) => formEvents.some((event) => event === kind))
  if (kinds.length === 0) return { total: 0, data: [] }
  const only = inArray(
    id,
    db()
      .select({ id: materialSet.orderId })
      .from(materialSet)
      .where(gt(materialSet.requiredCount, materialSet.doneCount)),
  )
  const shown = page({ kinds, only, length: shownLacking }, call)
  const missing = db()
    .select({ count: sql`sum(${materialSet.requiredCount} - ${materialSet.doneCount})::int` })
    .from(materialSet)
    .where(and(eq(materialSet.orderId, application.id), gt(materialSet.requiredCount, materialSet.doneCount)))
  const rows = await db()
    .select({
      id,
      orderNo: application.orderNo,
      customerName: application.customerName,
      kind: shown.kind,
      missing: sql<number>`(${missing})`,
    })
    .from(application)
    .innerJoin(shown, eq(id, shown.id))
    .orderBy(asc(stageEnteredAt), asc(id))
    .prepare('lacking')
    .execute()
  return {
    total: rows.length < shownLacking ? rows.length : await countUpTo({ kinds, only }, call),
    data: rows.map(({ kind, ...row }) => ({ ...row, event: todoKinds[kind] ?? '' })),
  }
}
