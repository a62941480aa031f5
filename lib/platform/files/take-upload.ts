import type { CleanFile } from '../../domains/materials/service/check-file.ts'
import { cleanFile } from '../../domains/materials/service/clean-file.ts'
import { storedName } from '../../domains/materials/service/shown-name.ts'
import { badInput } from '../errors.ts'
import type { UploadedFile } from '../handler.ts'
import { storeFile } from './file-store.ts'
import { scanFile } from './scan-file.ts'
import { deleteUnnamed } from './sweep-files.ts'

/** A file that came in: checked, on disk, and waiting for the row that names it. */
export type TakenFile = {
  clean: CleanFile
  name: string
  /** Row and file stand or fall together: it is taken back when the row was not written. */
  settle(kept: boolean): Promise<void>
}

/**
 * The slow half of an upload, outside a transaction.
 *
 * @throws 400 at `file` for what is no JPEG, PNG or PDF or too large, 503 when too many files wait
 */
export async function takeUpload(upload: UploadedFile | undefined, tenantId: number): Promise<TakenFile> {
  if (!upload) throw badInput({ file: 'refusals.fileEmpty' })
  const clean = await cleanFile(upload.bytes)
  await scanFile(upload.bytes)
  const store = async () => {
    await storeFile(tenantId, clean.hash, clean.bytes)
    if (clean.preview) await storeFile(tenantId, clean.hash, clean.preview, true)
  }
  await store()
  return {
    clean,
    name: storedName(upload.name, clean.mime),
    async settle(kept) {
      if (kept) await store()
      else await deleteUnnamed(tenantId, clean.hash)
    },
  }
}
