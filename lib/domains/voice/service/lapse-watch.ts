import { inTenant } from '../../../platform/db/client.ts'
import { detached } from '../../../platform/db/detached.ts'
import { describeError, log } from '../../../platform/log.ts'
import { freeLapsedSeats, holdMs } from './seats.ts'

/**
 * Frees seats whose browser is gone, in the moment their hold lapses. One timer for each tenant with an occupied seat,
 * none when nobody telephones. What a process that ended leaves behind is found when the seat is next read or taken.
 */
const timers = new Map<number, NodeJS.Timeout>()

/** A seat of the tenant is held: it will be looked after. */
export function watchHolds(tenantId: number, after = holdMs): void {
  if (timers.has(tenantId)) return
  const timer = detached(() => setTimeout(() => void sweep(tenantId), Math.max(after, 100)))
  timer.unref()
  timers.set(tenantId, timer)
}

/** Stops looking, before the database closes. */
export function stopWatchingHolds(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
}

async function sweep(tenantId: number): Promise<void> {
  timers.delete(tenantId)
  try {
    const next = await inTenant(tenantId, () => freeLapsedSeats(new Date()))
    if (next) watchHolds(tenantId, next.getTime() - Date.now())
  } catch (error) {
    log({ event: 'seats not swept', ...describeError(error) })
  }
}
