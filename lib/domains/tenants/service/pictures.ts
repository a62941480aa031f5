import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound, refused, tooLarge } from '../../../platform/errors.ts'
import { scanFile } from '../../../platform/files/scan-file.ts'
import type { FileAnswer, SlowHandler } from '../../../platform/handler.ts'
import {
  type BrandPictureKind,
  brandPictureBytes,
  brandPictureMime,
} from '../../identity/rules/tenant-settings.ts'
import { brandPicture } from '../../identity/table.ts'
import { tenants } from '../contract.ts'
import { changeTenant, type TenantRow, tellStaff } from './tenant-row.ts'

/** Logo and favicon. They are public, small and few: rows, so that every process and every backup has them. */

/** The address of a tenant's pictures; null where TENANTS_FILE says it. */
export async function pictureAddresses(
  code: string,
): Promise<{ logo: string | null; favicon: string | null }> {
  const rows = await db().select({ kind: brandPicture.kind, hash: brandPicture.hash }).from(brandPicture)
  const address = (kind: BrandPictureKind) => {
    const found = rows.find((row) => row.kind === kind)
    return found ? `/nlos${tenants.picture.path}?tenant=${code}&file=${found.hash}` : null
  }
  return { logo: address('logo'), favicon: address('favicon') }
}

/** @throws 404 for a picture that is not the tenant's, or no more */
export async function readPicture(hash: string): Promise<FileAnswer> {
  const [row] = await db().select().from(brandPicture).where(eq(brandPicture.hash, hash))
  if (!row) throw notFound()
  return { mime: row.mime, name: row.kind, body: Buffer.from(row.body, 'base64'), immutable: true }
}

/** @throws 413 over 200 KB, 422 for what is no PNG, JPEG or WebP */
export const uploadPicture: SlowHandler<typeof tenants.uploadPicture> = {
  async prepare({ kind }, _call, file) {
    if (!file) throw badInput({ file: 'rules.required' })
    const { bytes } = file
    if (bytes.length > brandPictureBytes) throw tooLarge()
    const mime = brandPictureMime(bytes)
    if (!mime) throw refused('tenants.pictureWrong')
    await scanFile(bytes)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    const picture = { hash, mime, body: bytes.toString('base64') }
    return { run: (call, row) => savePicture(kind, row, picture, bytes.length, call) }
  },
}

async function savePicture(
  kind: BrandPictureKind,
  row: TenantRow,
  picture: { hash: string; mime: string; body: string },
  size: number,
  call: Call,
): Promise<{ rowVersion: number }> {
  const saved = await changeTenant(row, {}, call)
  await db()
    .insert(brandPicture)
    .values({ kind, ...picture, createdBy: call.actor.id })
    .onConflictDoUpdate({
      target: [brandPicture.tenantId, brandPicture.kind],
      set: {
        ...picture,
        ...changedBy(brandPicture, call),
      },
    })
  await audit({ after: { kind, hash: picture.hash, size } })
  await tellStaff(call.tenantId)
  return saved
}

/** The picture of TENANTS_FILE counts again. */
export async function removePicture(
  { kind }: ParsedInputOf<typeof tenants.removePicture>,
  call: Call,
  row: TenantRow,
): Promise<{ rowVersion: number }> {
  const saved = await changeTenant(row, {}, call)
  await db()
    .delete(brandPicture)
    .where(and(eq(brandPicture.tenantId, call.tenantId), eq(brandPicture.kind, kind)))
  await audit({ after: { kind, hash: null } })
  await tellStaff(call.tenantId)
  return saved
}
