import { and, asc, count, eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { storedAnswer } from '../../../platform/files/file-store.ts'
import { takeUpload } from '../../../platform/files/take-upload.ts'
import type { FileAnswer, SlowHandler } from '../../../platform/handler.ts'
import { sysUser } from '../../identity/table.ts'
import { keepFile } from '../../system/service/keep-file.ts'
import { attachment } from '../../system/table.ts'
import type { openings, ShopValues } from '../contract.ts'
import {
  mayAddFile,
  mayRemoveFile,
  type OpeningPaper,
  openingLimits,
  requiredPapers,
} from '../rules/opening.ts'
import { openingFile } from '../table.ts'
import { findOpening, type Opening, openingSubject } from './opening-record.ts'

/** 附件 of an opening: what its reviewers look at. */

/** @throws 422 while it is reviewed or closed, or with as many as one paper may have */
async function requireRoom(row: Opening, paper: OpeningPaper, call: Call): Promise<void> {
  if (!mayAddFile(row, call.actor)) throw refused('openings.refusals.state', { status: row.status })
  const [held] = await db()
    .select({ files: count() })
    .from(openingFile)
    .where(and(eq(openingFile.openingId, row.id), eq(openingFile.paper, paper)))
  if (held && held.files >= openingLimits.files)
    throw refused('openings.refusals.tooManyFiles', { max: String(openingLimits.files) })
}

export const addFile: SlowHandler<typeof openings.addFile> = {
  async prepare({ id, paper }, call, upload) {
    // Asked first, and again when it counts: nobody's picture is decoded for what takes no files.
    await inTenant(call.tenantId, async () => {
      const row = await openingSubject.lock(id, call)
      if (!row) throw notFound()
      await requireRoom(row, paper, call)
    })
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    if (paper === 'photo' && !clean.mime.startsWith('image/')) {
      await settle(false)
      throw badInput({ file: 'openings.refusals.picture' })
    }
    return {
      async run(inside, row: Opening) {
        await requireRoom(row, paper, inside)
        const file = await keepFile(null, name, clean, inside)
        const [made] = await db()
          .insert(openingFile)
          .values({ openingId: row.id, paper, attachmentId: file.id, createdBy: inside.actor.id })
          .returning({ id: openingFile.id })
        if (!made) throw new Error('the file was not written')
        await audit({ after: { paper, fileId: file.id, hash: clean.hash } })
        return { fileId: made.id }
      },
      settle,
    }
  },
}

/** The bytes stay for the sweep of files that no row names. */
export async function removeFile(
  { fileId }: ParsedInputOf<typeof openings.removeFile>,
  call: Call,
  row: Opening,
) {
  if (!mayRemoveFile(row, call.actor)) throw refused('openings.refusals.state', { status: row.status })
  const [gone] = await db()
    .delete(openingFile)
    .where(and(eq(openingFile.id, fileId), eq(openingFile.openingId, row.id)))
    .returning({ attachmentId: openingFile.attachmentId, paper: openingFile.paper })
  if (!gone) throw notFound()
  const [file] = await db()
    .delete(attachment)
    .where(eq(attachment.id, gone.attachmentId))
    .returning({ hash: attachment.fileId })
  await audit({ before: { paper: gone.paper, fileId: gone.attachmentId, hash: file?.hash } })
  return {}
}

export async function readFile(
  { id, fileId, thumb }: ParsedInputOf<typeof openings.file>,
  call: Call,
): Promise<FileAnswer> {
  const row = await findOpening({ id }, call)
  const [file] = await db()
    .select({ hash: attachment.fileId, mime: attachment.mime, name: attachment.name })
    .from(openingFile)
    .innerJoin(attachment, eq(attachment.id, openingFile.attachmentId))
    .where(and(eq(openingFile.openingId, row.id), eq(openingFile.id, fileId)))
  if (!file) throw notFound()
  return storedAnswer(call.tenantId, file, thumb !== undefined)
}

export const filesOf = (id: number) =>
  db()
    .select({
      id: openingFile.id,
      paper: openingFile.paper,
      name: attachment.name,
      mime: attachment.mime,
      byName: sysUser.name,
      createdAt: openingFile.createdAt,
    })
    .from(openingFile)
    .innerJoin(attachment, eq(attachment.id, openingFile.attachmentId))
    .leftJoin(sysUser, eq(sysUser.id, attachment.uploadedBy))
    .where(eq(openingFile.openingId, id))
    .orderBy(asc(openingFile.id))

export const missingOf = (
  { kind, content }: Pick<Opening, 'kind' | 'content'>,
  held: readonly { paper: OpeningPaper }[],
): OpeningPaper[] =>
  requiredPapers(kind, (content as Partial<ShopValues>).shopType).filter(
    (paper) => !held.some((file) => file.paper === paper),
  )

/** @throws 422 with the names of what lacks */
export async function requirePapers(row: Opening): Promise<void> {
  const missing = missingOf(row, await filesOf(row.id))
  if (missing.length > 0)
    throw refused('openings.refusals.papers', {
      papers: missing.map((paper) => say(`openings.papers.${paper}`)).join(say('ui.separator')),
    })
}
