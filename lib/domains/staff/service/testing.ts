import { changes } from '../../../platform/changes/contract.ts'
import { demoPassword } from '../../identity/service/demo-offer.ts'
import { clientHash } from '../../identity/service/password-hash.ts'
import type { TestBackend } from '../../testing.ts'

type RightsKind = 'role' | 'userRights' | 'unitMove'

/** The change that waits about a role, a user or a unit, as an administrator reads it. */
export async function waitingRights(backend: TestBackend, kind: RightsKind, aboutId: number) {
  const { data } = await backend.as('admin2').call(changes.of, { kind, aboutId })
  const change = data.find(({ state }) => state === 'waiting')
  if (!change) throw new Error(`no ${kind} waits about ${aboutId}`)
  return change
}

/** The second administrator agrees. */
export async function checkRights(backend: TestBackend, kind: RightsKind, aboutId: number): Promise<void> {
  const { id, contentHash } = await waitingRights(backend, kind, aboutId)
  await backend
    .as('admin2')
    .call(changes.approve, { ids: [id], hashes: [contentHash], payPassword: clientHash(demoPassword) })
}
