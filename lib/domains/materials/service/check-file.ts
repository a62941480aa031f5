import { hashOf } from '../../../platform/files/file-hash.ts'
import { maxFileBytes } from './file-limits.ts'
import { FileRefusal } from './file-refusal.ts'
import { requireHarmlessPdf } from './pdf-check.ts'
import { redraw } from './picture.ts'

/**
 * The kinds that an uploaded file may be, by its own bytes: the name and the type the browser sent say nothing of it.
 */

export type StoredMime = 'image/jpeg' | 'image/png' | 'application/pdf'

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

/** A byte order mark and blanks may stand before it, which programs that take a PDF for text leave there. */
const pdfHead = /^(?:\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-[12]\.\d/
/** The kinds of pictures that phones and chats make and that are not taken. */
const heifHead = /^.{4}ftyp(?:hei|hev|mif|msf|avi)/s

/** The type by the first bytes; a refusal that says what to do for everything that is not taken. */
function typeOf(bytes: Buffer): StoredMime {
  if (beginsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (beginsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  const head = bytes.toString('latin1', 0, 1024)
  if (pdfHead.test(head)) return 'application/pdf'
  throw new FileRefusal(heifHead.test(head) ? 'refusals.fileHeif' : 'refusals.fileType')
}

/**
 * True where a PDF was cut short: it has no end, or is a linearised one, which has an end in its middle, and shorter
 * than it says. What lies behind the end, as portals append it, is no page.
 */
function isCut(pdf: Buffer): boolean {
  const [, length = '0'] = /\/Linearized[^>]*?\/L\s+(\d+)/.exec(pdf.toString('latin1', 0, 1024)) ?? []
  return !pdf.includes('%%EOF') || pdf.length < Number(length)
}

/**
 * Checks an upload and makes what is stored: a picture drawn anew, a PDF byte for byte when nothing in it acts.
 *
 * @throws FileRefusal for an empty, too large, broken or foreign file
 */
export async function checkFile(bytes: Buffer): Promise<CleanFile> {
  if (bytes.length === 0) throw new FileRefusal('refusals.fileEmpty')
  if (bytes.length > maxFileBytes) throw new FileRefusal('refusals.fileTooLarge')
  const mime = typeOf(bytes)
  if (mime === 'application/pdf') {
    if (isCut(bytes)) throw new FileRefusal('refusals.filePdfCut')
    requireHarmlessPdf(bytes)
    return { mime, bytes, width: null, height: null, preview: null, hash: hashOf(bytes) }
  }
  const redrawn = await redraw(mime === 'image/png' ? 'png' : 'jpeg', bytes)
  return { mime, ...redrawn, hash: hashOf(redrawn.bytes) }
}
