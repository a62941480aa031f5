import { and, asc, count, eq } from 'drizzle-orm'
import { audit, notedBefore, nothingChanged } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { hashOf } from '../../../platform/files/file-hash.ts'
import { storedAnswer, storeFile } from '../../../platform/files/file-store.ts'
import { deleteUnnamed } from '../../../platform/files/sweep-files.ts'
import type { FileAnswer, SlowHandler } from '../../../platform/handler.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import type { interviews as calls } from '../contract.ts'
import { interviewLimits, lateHours } from '../rules/interview.ts'
import { interviewPiece, videoInterview } from '../table.ts'
import { type Interview, interviewSubject } from './move-interview.ts'

/** The recording of an interview: pieces that play by themselves, as they come, and back again in their order. */

/** A clock that is wrong by so much is still ours. */
const clockMs = 120_000
/** No interview is longer: 6 hours of pieces. */
const mostPieces = 5_000

type Mime = (typeof interviewPiece.$inferSelect)['mime']

/** Everything that a browser records, by its first bytes: EBML, or the box `ftyp`. */
function mimeOf(bytes: Buffer): Mime | undefined {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))) return 'video/webm'
  return bytes.subarray(4, 8).toString('latin1') === 'ftyp' ? 'video/mp4' : undefined
}

/**
 * Takes a piece. One that waited in the browser may come after the verdict: it counts when it was recorded before.
 *
 * @throws 400 at `file` for what is no recording, 422 for one of another time, and behind the verdict for one of another
 * colleague or of a day ago
 */
export const addPiece: SlowHandler<typeof calls.addPiece> = {
  async prepare({ id, take, pieceNo, startAt, length }, call, upload) {
    // Asked first, and again when it counts: nothing is stored for an interview that takes none.
    await inTenant(call.tenantId, async () => {
      const row = await interviewSubject.lock(id, call)
      if (!row) throw notFound()
      requireInTime(row, startAt, length, call)
      await requireDesk(row, call)
    })
    const bytes = upload?.bytes
    if (!bytes?.length) throw badInput({ file: 'refusals.fileEmpty' })
    if (bytes.length > interviewLimits.pieceBytes) throw badInput({ file: 'refusals.fileTooLarge' })
    const mime = mimeOf(bytes)
    if (!mime) throw badInput({ file: 'interviews.refusals.pieceType' })
    const hash = hashOf(bytes)
    await storeFile(call.tenantId, hash, bytes)
    return {
      async run(inside, row) {
        requireInTime(row, startAt, length, inside)
        await requireDesk(row, inside)
        const [stored] = await db()
          .select({ pieces: count() })
          .from(interviewPiece)
          .where(eq(interviewPiece.interviewId, row.id))
        const pieces = stored?.pieces ?? 0
        if (pieces >= mostPieces) throw refused('interviews.refusals.tooLong')
        const [made] = await db()
          .insert(interviewPiece)
          .values({
            interviewId: row.id,
            take,
            pieceNo,
            startAt,
            length,
            fileHash: hash,
            fileSize: bytes.length,
            mime,
            createdAt: inside.now.toISOString(),
            createdBy: inside.actor.id,
          })
          .onConflictDoNothing()
          .returning({ id: interviewPiece.id })
        if (!made) {
          nothingChanged()
          return { pieces }
        }
        // One row says that there is a recording, and one each what came behind the verdict; pieces have rows of their own.
        if (row.endedAt !== null)
          await audit({ after: { roomNo: row.roomNo, take, pieceNo, startAt, length, late: true } })
        else if (pieces > 0) notedBefore()
        else await audit({ after: { roomNo: row.roomNo, take, startAt } })
        return { pieces: pieces + 1 }
      },
      async settle(kept) {
        if (kept) await storeFile(call.tenantId, hash, bytes)
        else await deleteUnnamed(call.tenantId, hash)
      },
    }
  },
}

function requireInTime(row: Interview, startAt: number, length: number, { now }: Call): void {
  const from = Date.parse(row.startedAt ?? '')
  const to = row.endedAt === null ? now.getTime() : Date.parse(row.endedAt)
  if (Number.isNaN(from) || startAt < from - clockMs || startAt + length > to + clockMs)
    throw refused('interviews.refusals.pieceTime')
  if (row.endedAt !== null && now.getTime() > Date.parse(row.endedAt) + lateHours * 3_600_000)
    throw refused('interviews.refusals.pieceLate', { hours: lateHours })
}

/** Behind the verdict a recording is still of those who had the desk: the last one, or who recorded before him. */
async function requireDesk({ id, agentId, endedAt }: Interview, { actor }: Call): Promise<void> {
  if (endedAt === null || agentId === actor.id) return
  const own = and(eq(interviewPiece.interviewId, id), eq(interviewPiece.createdBy, actor.id))
  if ((await db().$count(interviewPiece, own)) === 0) throw refused('interviews.refusals.pieceOfOthers')
}

/** An interview of an order in the caller's data scope, whatever became of it. */
async function findInterview(id: number, { actor }: Call): Promise<Interview> {
  const [row] = await db()
    .select({ interview: videoInterview })
    .from(videoInterview)
    .innerJoin(application, eq(application.id, videoInterview.orderId))
    .where(and(eq(videoInterview.id, id), orderScope(actor)))
  if (!row) throw notFound()
  return row.interview
}

export const piecesOf = (interviewId: number) =>
  db()
    .select({ id: interviewPiece.id, startAt: interviewPiece.startAt, length: interviewPiece.length })
    .from(interviewPiece)
    .where(eq(interviewPiece.interviewId, interviewId))
    .orderBy(asc(interviewPiece.startAt), asc(interviewPiece.id))

/** 播放录像. */
export async function readRecording(
  { id }: { id: number },
  call: Call,
): Promise<OutputOf<typeof calls.recording>> {
  const row = await findInterview(id, call)
  const pieces = await piecesOf(row.id)
  await audit({ object: `video_interview:${row.id}`, after: { roomNo: row.roomNo, pieces: pieces.length } })
  return { pieces }
}

/** The bytes of a piece, in the transaction's end. */
export async function readPiece(
  { id, pieceId }: ParsedInputOf<typeof calls.piece>,
  call: Call,
): Promise<FileAnswer> {
  const row = await findInterview(id, call)
  const [piece] = await db()
    .select()
    .from(interviewPiece)
    .where(and(eq(interviewPiece.id, pieceId), eq(interviewPiece.interviewId, row.id)))
  if (!piece) throw notFound()
  const name = `${row.roomNo}-${piece.pieceNo}.${piece.mime === 'video/webm' ? 'webm' : 'mp4'}`
  return storedAnswer(call.tenantId, { mime: piece.mime, name, hash: piece.fileHash })
}
