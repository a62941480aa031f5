import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { capital } from '../../channels/table.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { approving } from '../../releases/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { funders } from '../contract.ts'

/** Funders of tests, by their calls. */

export const funderTerms = {
  coopMode: '助贷',
  shareRatio: '',
  costRate: '0.0520',
  creditLimit: '1000000.00',
  dailyLimit: '100000.00',
  aprCap: '0.2400',
  guaranteeRatio: '',
} as const

export const funderFacts = {
  ageRange: '20-60',
  cutoffTime: '16:30',
  settleDay: '5',
  compensateDays: '80',
  cities: [],
}

export const funderInput = () => {
  const code = `T${randomUUID().slice(0, 8).toUpperCase()}`
  return {
    code,
    name: `测试资方${code}`,
    kind: '银行',
    ...funderFacts,
    ...funderTerms,
    reason: '新合作',
  } as const
}

/** A funder that is stopped, whose first terms wait to be checked. */
export const addedFunder = (backend: TestBackend): Promise<{ id: number; rowVersion: number }> =>
  backend.as('capital_mgr').call(funders.add, { ...funderInput(), eventId: newEvent() })

/** A funder whose first terms were checked. */
export async function approvedFunder(backend: TestBackend): Promise<{ id: number; rowVersion: number }> {
  const { id } = await addedFunder(backend)
  await approveTerms(backend, id)
  const { rowVersion } = await funderNow(id)
  return { id, rowVersion }
}

export async function approveTerms(backend: TestBackend, id: number): Promise<void> {
  const { data } = await backend.as('capital_mgr').call(changes.of, { kind: 'funderTerms', aboutId: id })
  const waits = data.find(({ state }) => state === 'waiting')
  if (!waits) throw new Error('nothing waits')
  await backend.as('finance_checker').call(changes.approve, approving(waits))
}

export const funderNow = async (id: number) => {
  const [row] = await inTenant(1, () => db().select().from(capital).where(eq(capital.id, id)))
  if (!row) throw new Error(`there is no funder ${id}`)
  return row
}
