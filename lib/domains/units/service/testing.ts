import { randomUUID } from 'node:crypto'
import type { TestBackend } from '../../testing.ts'
import { type UnitRow, units } from '../contract.ts'

const all = async (backend: TestBackend) => (await backend.as('admin').call(units.list, { length: 100 })).data

export async function unitNow(backend: TestBackend, id: number): Promise<UnitRow> {
  const unit = (await all(backend)).find((one) => one.id === id)
  if (!unit) throw new Error(`no unit ${id}`)
  return unit
}

export async function unitNamed(backend: TestBackend, name: string): Promise<UnitRow> {
  const unit = (await all(backend)).find((one) => one.name === name)
  if (!unit) throw new Error(`no ${name}`)
  return unit
}

let serial = 0

/** A department of headquarters whose move to 示例大区 waits for a second administrator. */
export async function askedMove(backend: TestBackend): Promise<number> {
  const admin = backend.as('admin')
  const event = () => ({ eventId: randomUUID() })
  const [hq, region] = [await unitNamed(backend, '总部'), await unitNamed(backend, '示例大区')]
  const fresh = { parentId: hq.id, kind: 'dept' as const, name: `移动${++serial}部` }
  const { id } = await admin.call(units.add, { ...fresh, ...event() })
  await admin.call(units.move, { id, rowVersion: 1, parentId: region.id, ...event() })
  return id
}
