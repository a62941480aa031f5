import { type SQL, sql } from 'drizzle-orm'
import { drawer, machineWalks } from '../../../scripts/property-runs.ts'
import type { Endpoint } from '../../platform/contract/endpoint.ts'
import type { ErrorBody } from '../../platform/contract/errors.ts'
import { db, inTenant } from '../../platform/db/client.ts'
import { type MilestoneCode, milestones } from '../identity/rules/milestones.ts'
import { applications } from '../orders/contract.ts'
import { transitionOf } from '../orders/rules/order-machine.ts'
import type { OrderStatus } from '../orders/rules/order-states.ts'
import type { OrderEvent } from '../orders/rules/order-transitions.ts'
import { gatesOf } from '../orders/rules/release-gates.ts'
import { newEvent } from '../orders/service/testing.ts'
import { CallFailure, type TestBackend, type TestInput } from '../testing.ts'

/**
 * Random walks of a machine through its verbs, by whoever comes: right and wrong people, stale versions, the same click
 * twice, two at once. What is true of each step of every machine is asked here; each walk adds what is true of its own.
 */

export type Draw = ReturnType<typeof drawer>
export const pick = <T>(draw: Draw, list: readonly [T, ...T[]]): T => list[draw(list.length)] ?? list[0]

/** @property once actions of a click that came twice: each is audited once at most */
export type Answer = { status: number; message: string; once?: readonly string[] }
/** The outcome of a step: answers to calls, nothing where there was nobody to ask, or what no call of ours did. */
export type Taken = readonly Answer[] | 'outside'
export type Step<Stand> = {
  name: string
  /** It leads somewhere now: mostly such a step is taken, so that walks get far. */
  fits: (stand: Stand) => boolean
  take: (stand: Stand, draw: Draw) => Promise<Taken>
}

/** Everything that happens that no call of ours does. */
export async function outside(work: () => Promise<unknown>): Promise<Taken> {
  await inTenant(1, work)
  return 'outside'
}

export type Audited = { id: number; action: string; object: string; actor: number }

/** Rows as they stand, each part by its statement, and what was audited behind a row: one round trip. */
export async function readRows<Stand extends object>(
  parts: Readonly<Record<keyof Stand & string, SQL>>,
  behind: number,
): Promise<{ stand: Stand; audited: Audited[] }> {
  const all = {
    ...parts,
    audited: sql`select id, action, object, actor_id as actor from audit_log where id > ${behind}
      and action <> 'identity.login'`,
  }
  const columns = Object.entries<SQL>(all).map(
    ([name, part]) =>
      sql`(select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]') from (${part}) r) as ${sql.identifier(name)}`,
  )
  const { rows } = await inTenant(1, () =>
    db().execute<Record<string, unknown>>(sql`select ${sql.join(columns, sql`, `)}`),
  )
  const { audited, ...stand } = rows[0] ?? {}
  return { stand: stand as Stand, audited: audited as Audited[] }
}

const lastAudit = () =>
  inTenant(1, async () => {
    const { rows } = await db().execute<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit_log`)
    return Number(rows[0]?.id)
  })

const refusals = [400, 403, 404, 409, 422]

/** A call as people make it: mostly once, sometimes with an old version, twice, or two people in the same moment. */
export const asking =
  (backend: TestBackend) =>
  async (
    draw: Draw,
    endpoint: Endpoint,
    people: readonly [string, ...string[]],
    values: object,
  ): Promise<Answer[]> => {
    const stale =
      draw(14) === 0 && 'rowVersion' in values ? { rowVersion: Number(values.rowVersion) - 1 } : {}
    const input = { ...values, ...stale, eventId: newEvent() }
    const by = pick(draw, people)
    const send = async (who: string, what: object): Promise<Answer> => {
      const { status, body } = await backend.as(who).send(endpoint, what)
      // A service that has no connection left says so, and the same click is sent again.
      if (status === 503) return send(who, what)
      return { status, message: status === 200 ? '' : ((body as ErrorBody).message ?? '') }
    }
    const way = draw(12)
    if (way < 2) {
      const { writes } = endpoint
      const once = writes && 'action' in writes ? [writes.action].flat() : []
      const twice =
        way === 0
          ? [await send(by, input), await send(by, input)]
          : await Promise.all([send(by, input), send(by, input)])
      return twice.map((answer) => ({ ...answer, once }))
    }
    if (way === 2)
      return Promise.all([send(by, input), send(pick(draw, people), { ...input, eventId: newEvent() })])
    return [await send(by, input)]
  }

/** T34 now and then, by whoever comes. @param of the order and its version, or nothing @param odds one of so many */
export const voiding = <Stand>(
  ask: ReturnType<typeof asking>,
  of: (stand: Stand, draw: Draw) => object | undefined,
  odds: number,
): Step<Stand> => ({
  name: 'void',
  fits: () => false,
  take: async (stand, draw) => {
    const order = of(stand, draw)
    if (!order || draw(odds) > 0) return []
    return ask(draw, applications.void, ['first_reviewer', 'cashier'], { ...order, reason: '客户放弃' })
  },
})

/** A file as somebody uploads it; what is refused is an answer too. */
export const uploading =
  (backend: TestBackend) =>
  async <E extends Endpoint>(
    endpoint: E,
    by: string,
    values: object,
    bytes: Uint8Array,
  ): Promise<Answer[]> => {
    const input = { ...values, eventId: newEvent() } as unknown as TestInput<E>
    try {
      await backend.as(by).upload(endpoint, input, { name: 'a.jpg', bytes })
      return [{ status: 200, message: '' }]
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      return [{ status: error.status, message: error.body.message }]
    }
  }

type Walk<Stand extends object> = {
  seed: number
  length: number
  parts: Readonly<Record<keyof Stand & string, SQL>>
  steps: readonly Step<Stand>[]
  /** Everything that does not hold behind a step; empty when all does. */
  wrong: (now: Stand, before: Stand, audited: readonly Audited[]) => string[]
  /** Looks where a walk gets to, from its beginning on. */
  sees: (now: Stand, before: Stand | undefined) => void
}

/** @throws {Error} that says the walk, its way and what is wrong */
export async function walk<Stand extends object>({
  seed,
  length,
  parts,
  steps,
  wrong,
  sees,
}: Walk<Stand>): Promise<Stand> {
  const draw = drawer(seed)
  let behind = await lastAudit()
  let { stand, audited } = await readRows<Stand>(parts, behind)
  sees(stand, undefined)
  const way: string[] = []
  for (let at = 0; at < length; at++) {
    const fitting = steps.filter(({ fits }) => fits(stand))
    const likely = fitting.length > 0 && draw(5) > 0 ? fitting : steps
    const step = likely[draw(likely.length)]
    if (!step) throw new Error('a walk has steps')
    const { name, take } = step
    const taken = await take(stand, draw)
    const before = stand
    ;({ stand, audited } = await readRows<Stand>(parts, behind))
    behind = audited.at(-1)?.id ?? behind
    sees(stand, before)
    const told = taken === 'outside' ? 'outside' : taken.map(({ status }) => status).join('+')
    if (taken !== 'outside' && taken.length === 0) continue
    way.push(`${name} ${told}`)
    const found = [
      ...(taken === 'outside' ? [] : wrongAnswers(taken, before, stand, audited)),
      ...wrong(stand, before, audited),
    ]
    if (found.length > 0) throw new Error(`walk ${seed}: ${found.join('; ')}\n${way.join(', ')}`)
  }
  return stand
}

function wrongAnswers(
  taken: readonly Answer[],
  before: object,
  now: object,
  audited: readonly Audited[],
): string[] {
  const refused = taken.filter(({ status }) => status !== 200)
  // Whoever tries to check what he may not check is kept as somebody who tried, which is nothing done.
  const done = audited.filter(({ action }) => action !== 'change.leave')
  const found = refused.flatMap(({ status, message }) => [
    ...(refusals.includes(status) ? [] : [`answered ${status} ${message}`]),
    ...(message === '' ? ['refused without a word'] : []),
  ])
  for (const { once = [] } of taken.slice(0, 1))
    if (done.filter(({ action }) => once.includes(action)).length > 1)
      found.push('one click is audited twice')
  if (refused.length < taken.length) return done.length > 0 ? found : [...found, 'done, and not audited']
  if (done.length > 0) found.push(`refused, and audited ${done.map(({ action }) => action).join()}`)
  const attempts = audited.length - done.length
  if (attempts > refused.filter(({ status }) => status === 422).length)
    found.push(`${attempts} attempts are kept of fewer`)
  if (JSON.stringify(before) !== JSON.stringify(now))
    found.push(`refused, and changed ${changed(before, now)}`)
  return found
}

const changed = (before: object, now: object) =>
  Object.entries(now)
    .filter(([name, rows]) => JSON.stringify(rows) !== JSON.stringify(before[name as keyof object]))
    .map(([name]) => name)
    .join()

/** True where a machine leads from a state to another; one step of a person may be several moves of it. */
export function leadsTo<State extends string>(
  moves: Readonly<Record<State, readonly State[]>>,
  from: State,
  to: State,
  most = 2,
): boolean {
  return from === to || (most > 0 && moves[from].some((next) => leadsTo(moves, next, to, most - 1)))
}

export type Line = { id: number; event: OrderEvent; from_status: OrderStatus | null; to_status: OrderStatus }
type Timed = { order: readonly { status: OrderStatus }[]; log: readonly Line[] }
export const timelineOf = (orderId: number) =>
  sql`select id, event, from_status, to_status from review_log where order_id = ${orderId}`

/** The timeline goes along the table of the order, says where it is, and each line is audited. */
export function wrongTimeline(now: Timed, before: Timed, audited: readonly Audited[]): string[] {
  const found: string[] = []
  const fresh = now.log.slice(before.log.length)
  for (const { event, from_status, to_status } of fresh) {
    const row = transitionOf(event, from_status)
    const to = row?.to === 'same' ? from_status : row?.to
    // Terms that are only lowered leave the order where it is.
    const stays = row?.staysIf !== undefined && to_status === from_status
    if (to !== to_status && !stays) found.push(`${event}: ${from_status} → ${to_status}`)
  }
  const status = now.order[0]?.status
  const last = now.log.at(-1)
  if (last && last.to_status !== status) found.push(`the timeline ends in ${last.to_status}, not ${status}`)
  const moved = fresh.map(({ event }) => `order.${event}`)
  const told = audited.map(({ action }) => action).filter((action) => action.startsWith('order.'))
  if (moved.join() !== told.join())
    found.push(`the timeline says ${moved.join()}, the audit log ${told.join()}`)
  return found
}

/** A row of `application` as it stands. */
export type OrderRow = Readonly<Record<string, string | null>> & {
  readonly id: number
  readonly status: OrderStatus
  readonly row_version: number
  readonly template_code: string
}
export const stampOf = (order: OrderRow, code: MilestoneCode): string | null =>
  order[milestones[code].field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] ?? null

/** T26 and T27: an order waits for its release exactly while no gate is closed. @param funded a funder pays */
export function wrongGates(order: OrderRow, funded = false): string[] {
  if (order.status !== 'preparing' && order.status !== 'wait_release') return []
  const { template_code: templateCode } = order
  const closed = gatesOf({ templateCode, funded }).filter((code) => stampOf(order, code) === null)
  return (closed.length === 0) === (order.status === 'wait_release')
    ? []
    : [`${order.status} with ${closed.join()} closed`]
}

type Stateful<State extends string> = readonly { id: number; status: State }[]

/** The places that walks of a machine got to: the states of its rows, and the moves between them, as `待审核 → 通过`. */
export function tracks<State extends string>() {
  const states = new Set<State>()
  const moves = new Set<string>()
  const see = (now: Stateful<State>, before: Stateful<State> = []): void => {
    for (const { id, status } of now) {
      const was = before.find((row) => row.id === id)?.status
      if (was !== undefined && was !== status) moves.add(moveOf(was, status))
      states.add(status)
    }
  }
  return { states, moves, see }
}
const moveOf = (from: string, to: string) => `${from} → ${to}`

type Machine<State extends string> = {
  some: readonly State[]
  all: readonly State[]
  by: Readonly<Record<State, readonly State[]>>
  /** Moves that chance seldom makes; what leads to them has tests of its own. */
  seldom?: readonly string[]
}

/** Walks are no use unless they get around: some as far as what is on every way, many everywhere, by every move. */
export function expectReached<State extends string>(
  { states, moves }: Omit<ReturnType<typeof tracks<State>>, 'see'>,
  { some, all, by, seldom = [] }: Machine<State>,
): void {
  const walks = machineWalks.last - machineWalks.first + 1
  if (walks >= 12) expect([...states]).toEqual(expect.arrayContaining([...(walks >= 500 ? all : some)]))
  if (walks < 500) return
  const made = new Set([...seldom, ...[...moves].flatMap((move) => wayOf(move, by))])
  const every = all.flatMap((from) => by[from].map((to) => moveOf(from, to)))
  expect(every.filter((move) => !made.has(move))).toEqual([])
}

/**
 * Everything that is seen after a step may have moved more than once in it: the moves of the shortest way that the
 * machine knows.
 */
function wayOf<State extends string>(move: string, by: Readonly<Record<State, readonly State[]>>): string[] {
  const [from = '', to = ''] = move.split(' → ')
  const ways: string[][] = [[from]]
  const known = new Set([from])
  for (const way of ways) {
    const last = way.at(-1) ?? ''
    if (last === to) return way.slice(1).map((state, at) => moveOf(way[at] ?? '', state))
    for (const next of by[last as State] ?? []) {
      if (known.has(next)) continue
      known.add(next)
      ways.push([...way, next])
    }
  }
  return []
}
