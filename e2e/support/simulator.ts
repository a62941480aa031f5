import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { OutsideRow } from '../../lib/platform/outside/contract.ts'
import type { PortName, Simulated } from '../../lib/platform/outside/rules/outside.ts'
import { ask } from './shell.ts'

/** The other side of the demo, by the calls of an administrator; e2e/long/outside.spec.ts clicks what makes them. */

async function tell(admin: Page, verb: string, input: Record<string, string>): Promise<void> {
  const eventId = randomUUID()
  expect(await ask(admin, `/biz/outside/${verb}`, { ...input, eventId })).toMatchObject({ status: 200 })
}

/** The simulator of a service waits for a person, or answers by itself. */
export const setSimulator = (admin: Page, port: PortName, byHand: boolean): Promise<void> =>
  tell(admin, 'simulator', { port, byHand: String(byHand) })

/** The service answers the newest question about `what`, once it has been asked. */
export async function simulatorSays(
  admin: Page,
  port: PortName,
  what: string,
  { outcome, ...more }: Pick<Simulated, 'outcome' | 'result' | 'reason'>,
): Promise<void> {
  const asked = async (): Promise<OutsideRow | undefined> =>
    JSON.parse((await ask(admin, '/biz/outside/list', { port, q: what, length: '1' })).text).data[0]
  await expect.poll(async () => (await asked())?.status).toBe('sent')
  const row = await asked()
  await tell(admin, 'simulate', {
    id: String(row?.id),
    rowVersion: String(row?.rowVersion),
    outcome,
    ...more,
  })
}
