import { crc32, deflateSync } from 'node:zlib'
import { holdsNoConnection } from '../../../platform/db/client.ts'

/**
 * A PNG of grey pixels, 8 bits each, row by row. By hand, because a captcha of 19,200 pixels must not wait in the queue
 * of the library that decodes people's photographs.
 */
export function greyPng(width: number, height: number, pixels: Uint8Array): Buffer {
  holdsNoConnection('Packing a picture')
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits, grey; the rest is deflate, the usual filters, not interlaced.
  header.set([8, 0, 0, 0, 0], 8)
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
