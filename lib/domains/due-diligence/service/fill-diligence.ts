import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { takeUpload } from '../../../platform/files/take-upload.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { attachment } from '../../system/table.ts'
import type { dueDiligence as calls } from '../contract.ts'
import { diligenceIssues } from '../rules/diligence-form.ts'
import { mostPhotos } from '../rules/due-diligence.ts'
import { dueDiligence, dueDiligencePhoto } from '../table.ts'
import { diligenceSubject, moveDiligence, requireStep } from './move-diligence.ts'
import { allAnswers, type Diligence, photoColumns, readPhotos } from './read-diligence.ts'

/**
 * The officer's side of 尽调. What a phone sends may come late and come again: each answer takes the place of the one
 * before, and the event id of a photo is its own, so that it is there once. None of it changes the version, which says
 * whether somebody else has decided about the visit since the officer set out.
 */

/** Takes up what was returned. */
export async function resumeDiligence(_input: object, call: Call, row: Diligence) {
  await moveDiligence(row, 'resume', call)
  return {}
}

/** Answers that have a column of their own. */
const columns = ['homeOk', 'workOk', 'carOk', 'report', 'result'] as const

/** Keeps answers; those that are not among them stay as they were, an empty one is taken back. */
export async function saveAnswers(
  { answers }: Pick<ParsedInputOf<typeof calls.save>, 'answers'>,
  call: Call,
  row: Diligence,
) {
  requireStep('fill', row, call)
  const given = Object.entries(answers)
  const isColumn = (code: string) => columns.some((one) => one === code)
  const own = given.filter(([code]) => isColumn(code)).map(([code, text]) => [code, text || blankOf(code)])
  const others = given.filter(([code]) => !isColumn(code))
  await db()
    .update(dueDiligence)
    .set({
      ...Object.fromEntries(own),
      answers: { ...row.answers, ...Object.fromEntries(others) },
      updatedAt: call.now.toISOString(),
      updatedBy: call.actor.id,
    })
    .where(eq(dueDiligence.id, row.id))
  await audit({ after: { ddNo: row.ddNo, orderId: row.orderId, answered: given.map(([code]) => code) } })
  return {}
}

const blankOf = (code: string) => (code === 'report' ? '' : null)

/** A photo, or the signature, which is one. */
export const addPhoto: SlowHandler<typeof calls.addPhoto> = {
  async prepare(input, call, upload) {
    // Asked first, and again when it counts: nobody's picture is decoded for a visit that is not his.
    await inTenant(call.tenantId, async () => {
      const row = await diligenceSubject.lock(input.id, call)
      if (!row) throw notFound()
      requireStep('fill', row, call)
    })
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    if (clean.width === null) throw badInput({ file: 'refusals.pictureType' })
    return {
      async run(inside, row) {
        requireStep('fill', row, inside)
        requireTakenForIt(input.takenAt, row, inside)
        const photos = await readPhotos(row.id)
        if (photos.length >= mostPhotos) throw refused('refusals.fileCount', { max: mostPhotos })
        if (input.subject === 'signature')
          for (const { id, subject } of photos) if (subject === 'signature') await deletePhoto(row, id)
        const written = { createdAt: inside.now.toISOString(), createdBy: inside.actor.id }
        // It belongs to no order as a file: the papers of an order are read by more people than its visits.
        const [file] = await db()
          .insert(attachment)
          .values({
            fileId: clean.hash,
            name,
            mime: clean.mime,
            size: clean.bytes.length,
            width: clean.width,
            height: clean.height,
            uploadedBy: inside.actor.id,
            ...written,
          })
          .returning({ id: attachment.id })
        if (!file) throw new Error('the attachment was not written')
        const { subject, takenAt, latitude, longitude, accuracy, noPlace } = input
        const [photo] = await db()
          .insert(dueDiligencePhoto)
          .values({
            dueDiligenceId: row.id,
            attachmentId: file.id,
            subject,
            takenAt,
            latitude,
            longitude,
            accuracy,
            noPlace,
            ...written,
          })
          .returning(photoColumns)
        if (!photo) throw new Error('the photo was not written')
        await audit({ after: { ddNo: row.ddNo, orderId: row.orderId, subject, hash: clean.hash } })
        return photo
      },
      settle,
    }
  },
}

/** A telephone's clock that is off by so much is still ours. */
const clockMs = 600_000
const dayMs = 86_400_000

/** @throws 400 at `takenAt` for a photo of the future, or of more than a day before its visit was ordered */
function requireTakenForIt(takenAt: string, { createdAt }: Diligence, { now }: Call): void {
  const at = Date.parse(takenAt)
  if (at > now.getTime() + clockMs || at < Date.parse(createdAt) - dayMs)
    throw badInput({ takenAt: 'dueDiligence.refusals.takenAt' })
}

/** Takes a photo out; the bytes stay for the sweep of files that no row names. */
export async function removePhoto({ photoId }: { photoId: number }, call: Call, row: Diligence) {
  requireStep('fill', row, call)
  const hash = await deletePhoto(row, photoId)
  if (hash === undefined) throw notFound()
  await audit({ before: { ddNo: row.ddNo, orderId: row.orderId, hash } })
  return {}
}

/** @returns the hash of its file; undefined where the visit has no such photo */
async function deletePhoto(row: Diligence, photoId: number): Promise<string | undefined> {
  const [photo] = await db()
    .delete(dueDiligencePhoto)
    .where(and(eq(dueDiligencePhoto.id, photoId), eq(dueDiligencePhoto.dueDiligenceId, row.id)))
    .returning({ attachmentId: dueDiligencePhoto.attachmentId })
  if (!photo) return undefined
  const [file] = await db()
    .delete(attachment)
    .where(eq(attachment.id, photo.attachmentId))
    .returning({ hash: attachment.fileId })
  return file?.hash
}

/** 提交. @throws 400 with what lacks, by question */
export async function submitDiligence(_input: object, call: Call, row: Diligence) {
  requireStep('submit', row, call)
  const photos = await readPhotos(row.id)
  const issues = diligenceIssues({
    kind: row.kind,
    parts: row.parts,
    answers: allAnswers(row),
    photos: photos.map(({ subject, latitude, noPlace }) => ({
      subject,
      hasPlace: latitude !== null,
      noPlace,
    })),
  })
  if (issues.length > 0)
    throw badInput(
      Object.fromEntries(issues.map(({ at, key, params }) => [at, params ? { key, params } : key])),
    )
  const first = photos.find(({ subject }) => subject !== 'signature')
  await moveDiligence(row, 'submit', call, {
    submittedAt: call.now.toISOString(),
    // A talk by video or telephone is reported when it is over.
    visitAt: first?.takenAt ?? call.now.toISOString(),
  })
  return {}
}
