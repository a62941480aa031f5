import { createHash, randomBytes } from 'node:crypto'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { guestOf } from '../../../platform/contract/live.ts'
import { db } from '../../../platform/db/client.ts'
import { publish } from '../../../platform/live-events.ts'
import { callOutside, endCalls } from '../../../platform/outside/outbox.ts'
import { isWired } from '../../../platform/outside/wiring.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { nextRoomNo } from '../../orders/service/number-series.ts'
import type { interviews as calls } from '../contract.ts'
import { linkMinutes } from '../rules/interview.ts'
import { videoInterview } from '../table.ts'
import { changeInterview, liveInterview, requireInterviewable, requireStep } from './move-interview.ts'

export const hashOfLink = (token: string) => createHash('sha256').update(token).digest('hex')

/** 邀请客户: the interview of the order, new where there is none, with a link that counts alone. */
export async function inviteCustomer(
  _input: object,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof calls.invite>> {
  requireInterviewable(order)
  const live = (await liveInterview(order.id)) ?? (await newInterview(order, call))
  requireStep('invite', live)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(call.now.getTime() + linkMinutes * 60_000).toISOString()
  await changeInterview(
    live,
    {
      linkHash: hashOfLink(token),
      linkExpiresAt: expiresAt,
      agentId: live.agentId ?? call.actor.id,
      guestHold: null,
      guestSignals: 0,
    },
    call,
    { bump: false },
  )
  // A phone that is in the room by the link before is not left looking at it.
  await publish({
    userIds: [guestOf(live.id)],
    type: 'interview',
    data: { id: live.id, kind: 'taken', text: '' },
  })
  // Picture and sound go from browser to browser: the desk hangs up, whatever that phone does.
  if (live.guestHold !== null && live.agentId !== null)
    await publish({
      userIds: [live.agentId],
      type: 'interview',
      data: { id: live.id, kind: 'bye', text: '' },
    })
  const path = `/interview/guest?t=${token}`
  const sms = await sendLink(order, live.id, path, expiresAt, call)
  await audit({ after: { roomNo: live.roomNo, expiresAt, sms } })
  return { interviewId: live.id, path, expiresAt, sms }
}

/** By SMS where one is set up; otherwise the clerk hands the link on. @returns whether it is on its way */
async function sendLink(
  order: Order,
  id: number,
  path: string,
  expiresAt: string,
  { origin, requestId }: Call,
): Promise<boolean> {
  if (!origin || !isWired('sms')) return false
  await endCalls('interviewLink', [id])
  const params = { url: origin + path, minutes: String(linkMinutes) }
  await callOutside(
    'sms',
    { mobile: order.mobile, template: 'interview_link', params, text: say('interviews.sms', params) },
    {
      key: `interview-link-${id}-${requestId}`,
      about: { type: 'interviewLink', id },
      until: new Date(expiresAt),
    },
  )
  return true
}

/** @param redo it takes the place of another one */
export async function newInterview(order: Order, call: Call, redo = false) {
  const [made] = await db()
    .insert(videoInterview)
    .values({
      roomNo: await nextRoomNo(call.today),
      orderId: order.id,
      signer: order.customerName,
      status: redo ? ('重签' as const) : ('待面签' as const),
      agentId: call.actor.id,
      createdAt: call.now.toISOString(),
      createdBy: call.actor.id,
    })
    .returning()
  if (!made) throw new Error('the interview was not written')
  return made
}
