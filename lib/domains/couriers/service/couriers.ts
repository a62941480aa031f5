import { inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { chinaTime, wordedColumns } from '../../../platform/db/list-file.ts'
import { refused, taken } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { byId, subject } from '../../../platform/subject.ts'
import type { Contracts } from '../../endpoints.ts'
import { type CourierRow, couriers as calls } from '../contract.ts'
import { courier } from '../table.ts'

type Courier = typeof courier.$inferSelect

const couriers = defineList(calls.list, {
  table: courier,
  scope: 'tenant',
  search: textIn(courier.code, courier.name),
  rows: (ids): Promise<CourierRow[]> => db().select().from(courier).where(inArray(courier.id, ids)),
})

const exportList = couriers.file({
  list: 'couriers',
  title: say('routes.couriers'),
  columns: wordedColumns<CourierRow>('couriers', {
    code: ({ code }) => code,
    name: ({ name }) => name,
    reach: ({ reach }) => say(`couriers.reaches.${reach}`),
    phone: ({ phone }) => phone,
    state: ({ state }) => say(`couriers.states.${state}`),
    stopReason: ({ stopReason }) => stopReason,
    createdAt: ({ createdAt }) => chinaTime(createdAt),
  }),
})

/** @throws 409 for a code that is there */
async function add(input: ParsedInputOf<typeof calls.add>, call: Call): Promise<{ id: number }> {
  const { eventId: _, ...values } = input
  const [made] = await db()
    .insert(courier)
    .values({ ...values, createdBy: call.actor.id })
    .onConflictDoNothing()
    .returning({ id: courier.id })
  if (!made) throw taken('couriers.taken')
  await audit({ object: `courier:${made.id}`, after: values })
  return made
}

async function save({ name, reach, phone }: ParsedInputOf<typeof calls.save>, _call: Call, row: Courier) {
  await change(courier, row, { name, reach, phone })
  return {}
}

/** @throws 422 for one that is stopped */
async function stop({ reason }: ParsedInputOf<typeof calls.stop>, _call: Call, row: Courier) {
  if (row.state === 'stopped') throw refused('couriers.isStopped')
  await change(courier, row, { state: 'stopped', stopReason: reason })
  return {}
}

export const courierSubject = subject({
  noun: 'courier',
  nameOf: ({ id }: Courier) => id,
  lock: byId(courier),
  shown: ({ name, reach, phone }) => ({ name, reach, phone }),
})

export const courierHandlers: HandlersOf<Contracts['couriers']> = {
  list: couriers.page,
  exportList,
  add,
  save,
  stop,
}
