import { businessDate } from '../rules/business-date.ts'
import type { Actor, Call } from './context.ts'

/** A call of nobody: what follows from what customers and jobs did is done in the system's name. */
export function systemCall(tenantId: number, now: Date, ip = ''): Call {
  const actor: Actor = {
    id: 0,
    name: '',
    account: 'system',
    tenantId,
    tenantCode: '',
    orgUnitId: 0,
    orgPath: '',
    orgName: '',
    shopId: null,
    roles: ['system'],
    permissions: new Set(),
    dataScope: 'all',
    scopeUnitIds: [],
    session: { id: 0, locked: null, stale: false },
  }
  return { actor, tenantId, tenantCode: '', ip, requestId: '', now, today: businessDate(now), token: '' }
}
