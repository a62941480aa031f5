import { and, eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { guestOf, type InterviewSignal } from '../../../platform/contract/live.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { takeUpload } from '../../../platform/files/take-upload.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { publish } from '../../../platform/live-events.ts'
import { addPaper } from '../../materials/service/extra-papers.ts'
import { orderEffects } from '../../order-effects.ts'
import { moveOrder, statusOf } from '../../orders/service/move-order.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import type { interviews as calls } from '../contract.ts'
import { leastSnapshots, mostSnapshots, passLacks, unrecorded } from '../rules/interview.ts'
import { interviewSnapshot, videoInterview } from '../table.ts'
import { connectionFor } from './ice-servers.ts'
import { newInterview } from './invite.ts'
import {
  changeInterview,
  type Interview,
  interviewSubject,
  orderInInterview,
  orderToRedo,
  requireStep,
} from './move-interview.ts'
import { piecesOf } from './pieces.ts'
import { readScript } from './read-interviews.ts'

/** The desk's side of the room. */

/** The page has the desk now; one that had it, the caller's own or a colleague's, is told. */
export async function enterRoom(
  { hold }: { hold: string },
  call: Call,
  row: Interview,
): Promise<OutputOf<typeof calls.enter>> {
  requireStep('invite', row)
  await changeInterview(row, { agentId: call.actor.id, deskHold: hold }, call, { bump: false })
  if (row.agentId !== null && row.deskHold !== null && row.deskHold !== hold)
    await publish({
      userIds: [row.agentId],
      type: 'interview',
      data: { id: row.id, kind: 'taken', text: hold },
    })
  await audit({ before: { agentId: row.agentId }, after: { roomNo: row.roomNo, agentId: call.actor.id } })
  return connectionFor(row.roomNo, call.now)
}

/** Says something to the customer's page, for the page that has the desk. */
export async function signalGuest(
  { id, hold, kind, text }: ParsedInputOf<typeof calls.signal>,
  { actor }: Call,
): Promise<Record<string, never>> {
  const [row] = await db()
    .select({ id: videoInterview.id })
    .from(videoInterview)
    .where(
      and(eq(videoInterview.id, id), eq(videoInterview.agentId, actor.id), eq(videoInterview.deskHold, hold)),
    )
  if (!row) throw refused('interviews.refusals.deskTaken')
  await tell([guestOf(id)], { id, kind, text })
  return {}
}

/** @throws 400 for what no event can carry */
export async function tell(userIds: readonly number[], data: InterviewSignal): Promise<void> {
  try {
    await publish({ userIds, type: 'interview', data })
  } catch (error) {
    if (error instanceof RangeError) throw badInput({ text: 'refusals.tooLarge' })
    throw error
  }
}

/** 开始面签. @throws 422 until the customer has agreed to be recorded */
export async function beginInterview(_input: object, call: Call, row: Interview) {
  requireStep('begin', row)
  if (row.consentedAt === null) throw refused('interviews.refusals.noConsent')
  const order = await orderInInterview(row.orderId, call)
  const startedAt = call.now.toISOString()
  const script = await readScript(order)
  await changeInterview(row, { status: '进行中', startedAt, script, agentId: call.actor.id }, call)
  await audit({ before: { status: row.status }, after: { roomNo: row.roomNo, status: '进行中' } })
  return {}
}

/** A line of the script: asked or not, and what was answered. */
export async function tickLine(
  { code, ok, answer }: Pick<ParsedInputOf<typeof calls.tick>, 'code' | 'ok' | 'answer'>,
  call: Call,
  row: Interview,
) {
  requireStep('record', row)
  if (!row.script.some((line) => line.code === code)) throw notFound()
  const at = call.now.toISOString()
  const script = row.script.map((line) =>
    // Asked again it has the moment of that: what was not recorded before can be made good.
    line.code === code ? { ...line, ok, answer, at: ok && !line.ok ? at : line.at } : line,
  )
  await changeInterview(row, { script }, call, { bump: false })
  await audit({ after: { roomNo: row.roomNo, code, ok } })
  return {}
}

const countSnapshots = (id: number) => db().$count(interviewSnapshot, eq(interviewSnapshot.interviewId, id))

const snapshotTimes = async (id: number): Promise<number[]> => {
  const rows = await db()
    .select({ createdAt: interviewSnapshot.createdAt })
    .from(interviewSnapshot)
    .where(eq(interviewSnapshot.interviewId, id))
  return rows.map(({ createdAt }) => Date.parse(createdAt))
}

/** The time when its customer was asked what a recording has to show. */
const momentsOf = ({ script }: Interview): number[] =>
  script.flatMap(({ ok, at }) => (ok && at ? [Date.parse(at)] : []))

/** 10:02:15, as the recording shows it. */
const chinaTime = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(11, 19)

/** 截图: a picture of the interview among the order's materials. */
export const addSnapshot: SlowHandler<typeof calls.addSnapshot> = {
  async prepare({ id }, call, upload) {
    // Asked first, and again when it counts: nobody's picture is decoded for an interview that takes none.
    await inTenant(call.tenantId, async () => {
      const row = await interviewSubject.lock(id, call)
      if (!row) throw notFound()
      requireStep('record', row)
    })
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    if (clean.width === null) throw badInput({ file: 'refusals.pictureType' })
    return {
      async run(inside, row) {
        requireStep('record', row)
        const taken = await countSnapshots(row.id)
        if (taken >= mostSnapshots) throw refused('refusals.fileCount', { max: mostSnapshots })
        const file = await addPaper(row.orderId, 'interview_photo', { name, clean }, inside)
        await db().insert(interviewSnapshot).values({
          interviewId: row.id,
          attachmentId: file.id,
          createdAt: inside.now.toISOString(),
          createdBy: inside.actor.id,
        })
        await audit({ after: { roomNo: row.roomNo, fileId: file.id, hash: clean.hash } })
        return { fileId: file.id, count: taken + 1 }
      },
      settle,
    }
  },
}

/** 通过 or 不通过. @throws 400 with what a pass lacks, or a refusal without its reason */
export async function decideInterview(
  {
    passed,
    identityCheck,
    reason,
  }: Pick<ParsedInputOf<typeof calls.decide>, 'passed' | 'identityCheck' | 'reason'>,
  call: Call,
  row: Interview,
) {
  requireStep(passed ? 'pass' : 'fail', row)
  if (!passed && reason === '') throw badInput({ reason: 'rules.required' })
  if (passed) {
    const pieces = await piecesOf(row.id)
    const taken = await snapshotTimes(row.id)
    const unseen = taken.filter((at) => unrecorded(pieces, [at]) !== undefined)
    // One more picture in the recording makes good for one outside of it.
    const gap =
      unrecorded(pieces, momentsOf(row)) ??
      (taken.length - unseen.length < leastSnapshots ? unseen.at(-1) : undefined)
    const [lack] = passLacks({
      script: row.script,
      snapshots: taken.length,
      recording: pieces.length === 0 ? 'recording' : gap === undefined ? undefined : 'gap',
      identity: identityCheck,
    })
    if (lack === 'gap' && gap !== undefined) throw refused('interviews.lacks.gapAt', { at: chinaTime(gap) })
    if (lack) throw refused(`interviews.lacks.${lack}`)
  }
  const order = await orderInInterview(row.orderId, call)
  const endedAt = call.now.toISOString()
  const status = passed ? '通过' : '不通过'
  await changeInterview(
    row,
    { status, identityCheck, reason, endedAt, decidedBy: call.actor.id, guestHold: null },
    call,
  )
  if (passed) await stampMilestone(order, 'video', endedAt, call)
  else {
    // Whoever was refused has agreed to nothing: what was made for him to sign, or that he signed, is void.
    await orderEffects.voidContracts(order.id, say('interviews.voidReason', { reason }), call)
    if (order.econtractSignedAt)
      await stampMilestone(order, 'econtract', null, call, { set: { contractNo: null } })
  }
  await tell([guestOf(row.id)], { id: row.id, kind: 'end', text: '' })
  await audit({
    action: passed ? 'interview.pass' : 'interview.fail',
    before: { status: row.status },
    after: { roomNo: row.roomNo, status, identityCheck, reason },
  })
  return {}
}

/** 重签. */
export async function redoInterview({ reason }: { reason: string }, call: Call, row: Interview) {
  requireStep('redo', row)
  const order = await orderToRedo(row.orderId, call)
  await changeInterview(row, { redoneAt: call.now.toISOString(), redoReason: reason }, call)
  const cleared = await stampMilestone(order, 'video', null, call)
  // Nobody is interviewed at the counter of the release, whether or not the interview gates it.
  if (statusOf(cleared) === 'wait_release')
    await moveOrder(cleared, call, { event: 'unready', bySystem: true, opinion: reason })
  const made = await newInterview(order, call, true)
  await audit({
    object: `video_interview:${made.id}`,
    before: { roomNo: row.roomNo, status: row.status },
    after: { roomNo: made.roomNo, status: made.status, reason },
  })
  return { id: made.id }
}
