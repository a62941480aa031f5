import { hashOf } from './file-hash.ts'
import { maxFileBytes } from './file-limits.ts'
import { FileRefusal } from './file-refusal.ts'
import { requireHarmlessPdf } from './pdf-check.ts'
import { redraw } from './picture.ts'

/** What an uploaded file may be, by its own bytes: the name and the type the browser sent prove nothing. */

export type StoredMime = 'image/jpeg' | 'image/png' | 'application/pdf'

const extensions: Record<StoredMime, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
}

/** A file ready to be stored under `hash`. */
export type CleanFile = {
  mime: StoredMime
  bytes: Buffer
  width: number | null
  height: number | null
  preview: Buffer | null
  hash: string
}

const beginsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, i) => bytes[i] === byte)

/** The type by the first and last bytes; null for everything that is not taken. */
function typeOf(bytes: Buffer): StoredMime | null {
  if (beginsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (beginsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  const isPdf = /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))
  return isPdf && bytes.subarray(-1024).includes('%%EOF') ? 'application/pdf' : null
}

/**
 * Checks an upload and makes what is stored: a picture drawn anew, a PDF byte for byte when nothing in it acts.
 *
 * @throws FileRefusal for an empty, too large, broken or foreign file, or when name and content disagree
 */
export async function checkFile(name: string, bytes: Buffer): Promise<CleanFile> {
  if (bytes.length === 0) throw new FileRefusal('refusals.fileEmpty')
  if (bytes.length > maxFileBytes) throw new FileRefusal('refusals.fileTooLarge')
  const mime = typeOf(bytes)
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!mime || !extensions[mime].includes(extension)) throw new FileRefusal('refusals.fileType')
  if (mime === 'application/pdf') {
    requireHarmlessPdf(bytes)
    return { mime, bytes, width: null, height: null, preview: null, hash: hashOf(bytes) }
  }
  const redrawn = await redraw(mime === 'image/png' ? 'png' : 'jpeg', bytes)
  return { mime, ...redrawn, hash: hashOf(redrawn.bytes) }
}
