import sharp from 'sharp'
import { badInput, CallError } from '../errors.ts'

/** What an uploaded file may be, by its own bytes: the name and the type the browser sent prove nothing. */

export const maxFileBytes = 10 * 1024 * 1024
/** Pixels of a picture before it is decoded; a 12-megapixel phone photo has room, a bomb has not. */
const maxPixels = 60_000_000
/** Longest side of a stored picture, pixels: an ID card photographed on a table stays readable. */
const maxSide = 4096
export const previewWidth = 320

sharp.cache(false)

export type StoredMime = 'image/jpeg' | 'image/png' | 'application/pdf'

const extensions: Record<StoredMime, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
}

/** A file ready to be stored: pictures are decoded and written anew, so nothing but pixels survives. */
export type CleanFile = {
  mime: StoredMime
  bytes: Buffer
  width: number | null
  height: number | null
  preview: Buffer | null
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
 * Checks an upload and makes what is stored: JPEG or PNG turned upright, at most 4,096 px, without EXIF, colour
 * profile or anything behind the picture; a PDF byte for byte.
 *
 * @throws 400 at `file` for an empty, too large, broken or foreign file, or when name and content disagree
 */
export async function cleanFile(name: string, bytes: Buffer): Promise<CleanFile> {
  if (bytes.length === 0) throw badInput({ file: 'refusals.fileEmpty' })
  if (bytes.length > maxFileBytes) throw badInput({ file: 'refusals.fileTooLarge' })
  const mime = typeOf(bytes)
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!mime || !extensions[mime].includes(extension)) throw badInput({ file: 'refusals.fileType' })
  if (mime === 'application/pdf') return { mime, bytes, width: null, height: null, preview: null }
  return redraw(mime, bytes)
}

async function redraw(mime: 'image/jpeg' | 'image/png', bytes: Buffer): Promise<CleanFile> {
  const source = () =>
    sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false }).timeout({ seconds: 15 })
  try {
    const { width, height, format } = await source().metadata()
    if (format !== (mime === 'image/png' ? 'png' : 'jpeg')) throw badInput({ file: 'refusals.fileType' })
    if (width * height > maxPixels) throw badInput({ file: 'refusals.filePixels' })
    const upright = source()
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    const { data, info } = await (mime === 'image/png'
      ? upright.png({ compressionLevel: 8 })
      : upright.jpeg({ quality: 88 })
    ).toBuffer({ resolveWithObject: true })
    const preview = await sharp(data)
      .resize({ width: previewWidth, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 70 })
      .toBuffer()
    return { mime, bytes: data, width: info.width, height: info.height, preview }
  } catch (error) {
    if (error instanceof CallError) throw error
    // Whatever the decoder says about the bytes, the answer is the same: the picture cannot be read.
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message)
    throw badInput({ file: tooLarge ? 'refusals.filePixels' : 'refusals.fileBroken' })
  }
}

/** A name to show and to save under: no path, no control or direction characters, at most 100 characters. */
export function shownName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  const plain = base
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .trim()
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  const stem = [...plain.slice(0, plain.length - extension.length)].slice(0, 100 - extension.length).join('')
  return `${stem || 'file'}${extension}`
}
