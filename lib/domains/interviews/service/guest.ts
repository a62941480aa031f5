import { eq, sql } from 'drizzle-orm'
import { recordAudit } from '../../../platform/audit.ts'
import type { PublicCall } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { guestOf } from '../../../platform/contract/live.ts'
import { db, inTenantOf } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { addressOf } from '../../identity/service/login-attempts.ts'
import type { interviews as calls, GuestState } from '../contract.ts'
import { interviewConsentVersion, isOpenInterview } from '../rules/interview.ts'
import { videoInterview } from '../table.ts'
import { connectionFor } from './ice-servers.ts'
import { hashOfLink } from './invite.ts'
import { changeInterview, type Interview } from './move-interview.ts'
import { tell } from './room.ts'

/**
 * The customer's side of the room. Nobody is signed in: the secret of the link stands guard, and says nothing of anybody
 * to whoever has it.
 */

const tokenPattern = /^[A-Za-z0-9_-]{43}$/
/** Everything that one link may send into a room: more than any bad connection needs, less than a flood. */
const mostSignals = 3_000

type Found = { state: Exclude<GuestState, 'ready'> } | { state: 'ready'; row: Interview }

/** Everything that a token opens now; a link that was replaced by another is none of ours. */
async function findLink(token: string, { now }: PublicCall): Promise<Found> {
  if (!tokenPattern.test(token)) return { state: 'unknown' }
  const [row] = await db()
    .select()
    .from(videoInterview)
    .where(eq(videoInterview.linkHash, hashOfLink(token)))
    .for('update')
  if (!row) return { state: 'unknown' }
  if (row.redoneAt !== null || !isOpenInterview(row.status)) return { state: 'ended' }
  if (Date.parse(row.linkExpiresAt ?? '') > now.getTime()) return { state: 'ready', row }
  // Whoever is in the middle of it is not thrown out by the clock.
  return row.status === '进行中' && row.guestHold !== null ? { state: 'ready', row } : { state: 'expired' }
}

/** @throws 422 in the words of the page */
async function openLink(token: string, call: PublicCall): Promise<Interview> {
  const found = await findLink(token, call)
  if (found.state !== 'ready') throw refused(`interviewGuest.${found.state}`)
  return found.row
}

/** The same for the phone that has the customer's place. */
async function openPlace(token: string, hold: string, call: PublicCall): Promise<Interview> {
  const row = await openLink(token, call)
  if (row.guestHold !== hold) throw refused('interviewGuest.taken')
  return row
}

export const openGuest = ({ token }: { token: string }, call: PublicCall) =>
  inTenantOf(call.tenantCode, async () => ({ state: (await findLink(token, call)).state }))

export const joinRoom = (
  { token, hold, agreed }: ParsedInputOf<typeof calls.guestJoin>,
  call: PublicCall,
): Promise<OutputOf<typeof calls.guestJoin>> =>
  inTenantOf(call.tenantCode, async () => {
    const row = await openLink(token, call)
    if (agreed !== interviewConsentVersion) throw badInput({ agreed: 'interviewGuest.agreeFirst' })
    const at = call.now.toISOString()
    await changeInterview(
      row,
      {
        guestHold: hold,
        ...(row.consentedAt === null && {
          consentedAt: at,
          consentVersion: agreed,
          consentIp: addressOf(call.ip),
        }),
      },
      call,
      { bump: false },
    )
    await tell([guestOf(row.id)], { id: row.id, kind: 'taken', text: hold })
    if (row.guestHold !== hold)
      await recordAudit(
        {
          action: 'interview.join',
          object: `video_interview:${row.id}`,
          after: { roomNo: row.roomNo, consent: agreed, anotherPhone: row.guestHold !== null },
        },
        { actorId: 0, ip: call.ip, now: call.now },
      )
    return connectionFor(row.roomNo, call.now)
  })

export const signalDesk = (
  { token, hold, kind, text }: ParsedInputOf<typeof calls.guestSignal>,
  call: PublicCall,
): Promise<Record<string, never>> =>
  inTenantOf(call.tenantCode, async () => {
    const row = await openPlace(token, hold, call)
    if (row.guestSignals >= mostSignals) throw refused('interviewGuest.ended')
    await db()
      .update(videoInterview)
      .set({ guestSignals: sql`${videoInterview.guestSignals} + 1` })
      .where(eq(videoInterview.id, row.id))
    if (row.agentId !== null) await tell([row.agentId], { id: row.id, kind, text })
    return {}
  })

export const watchRoom = ({ token, hold }: ParsedInputOf<typeof calls.guestWatch>, call: PublicCall) =>
  inTenantOf(call.tenantCode, async () => ({ interviewId: (await openPlace(token, hold, call)).id }))
