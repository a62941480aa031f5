import sharp from 'sharp'
import { previewWidth } from './file-limits.ts'
import { FileRefusal } from './file-refusal.ts'

/**
 * Pictures are decoded and written anew, so that nothing but pixels survives. Only {@link ./clean-file-process.ts} does
 * it: a decoder is slow, and no stranger's bytes are decoded where the service lives.
 */

/**
 * Pixels of a picture before it is decoded: a 50-megapixel phone photo has room, a bomb has not. A progressive or
 * interlaced one is held whole while it is decoded, in some 500 MB at most; one picture is decoded at a time.
 */
const maxPixels = 60_000_000
/** Longest side of a stored picture, pixels: an ID card photographed on a table stays readable. */
const maxSide = 4096

/** Ready to be stored: JPEG or PNG turned upright, at most 4,096 px, without EXIF, colour profile or anything behind it. */
export type Redrawn = { bytes: Buffer; width: number; height: number; preview: Buffer }

/** @throws FileRefusal for what is broken, of another format or takes too long */
export async function redraw(format: 'jpeg' | 'png', bytes: Buffer): Promise<Redrawn> {
  const source = () =>
    sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false }).timeout({ seconds: 30 })
  try {
    const seen = await source().metadata()
    if (seen.format !== format) throw new FileRefusal('refusals.fileType')
    if (seen.width * seen.height > maxPixels) throw new FileRefusal('refusals.filePixels')
    const upright = source()
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    const { data, info } = await (format === 'png'
      ? upright.png({ compressionLevel: 8 })
      : upright.jpeg({ quality: 88 })
    ).toBuffer({ resolveWithObject: true })
    const preview = await sharp(data)
      .resize({ width: previewWidth, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 70 })
      .toBuffer()
    return { bytes: data, width: info.width, height: info.height, preview }
  } catch (error) {
    if (error instanceof FileRefusal) throw error
    // Whatever the decoder says about the bytes, the answer is the same: the picture cannot be read.
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message)
    throw new FileRefusal(tooLarge ? 'refusals.filePixels' : 'refusals.fileBroken')
  }
}
