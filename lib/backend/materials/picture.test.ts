import sharp from 'sharp'
import { say } from '../../i18n/say.ts'
import { checkFile } from './check-file.ts'
import { FileRefusal } from './file-refusal.ts'
import { shownName } from './shown-name.ts'

const photo = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#c04040' } })

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

async function refusalOf(name: string, bytes: Buffer): Promise<string | undefined> {
  try {
    await checkFile(name, bytes)
    return undefined
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    return say(error.key)
  }
}

describe('an uploaded picture', () => {
  it('is stored without EXIF and place, turned upright', async () => {
    const bytes = await photo()
      .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '39/1 54/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) })
    const clean = await checkFile('card.JPG', bytes)
    const stored = await sharp(clean.bytes).metadata()
    expect(stored.exif).toBeUndefined()
    expect(stored.icc).toBeUndefined()
    expect({ width: stored.width, height: stored.height }).toEqual({ width: 20, height: 40 })
    expect({ mime: clean.mime, width: clean.width, height: clean.height }).toEqual({
      mime: 'image/jpeg',
      width: 20,
      height: 40,
    })
  })

  it('loses everything behind its last pixel', async () => {
    const payload = '<script>alert(1)</script>'
    const bytes = Buffer.concat([await photo().jpeg().toBuffer(), Buffer.from(payload)])
    const clean = await checkFile('a.jpg', bytes)
    expect(clean.bytes.includes(payload)).toBe(false)
  })

  it('is made smaller when it is very large, and previewed at 320 px', async () => {
    const clean = await checkFile('a.png', await photo(5000, 1000).png().toBuffer())
    expect([clean.width, clean.height]).toEqual([4096, 819])
    expect((await sharp(clean.preview ?? Buffer.alloc(0)).metadata()).width).toBe(320)
  })
})

describe('what is refused', () => {
  it.each([
    ['an empty file', 'a.jpg', Buffer.alloc(0), '文件为空'],
    [
      'SVG',
      'a.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      '仅支持JPG、PNG、PDF文件',
    ],
    ['HTML as jpg', 'a.jpg', Buffer.from('<html><script>alert(1)</script>'), '仅支持JPG、PNG、PDF文件'],
    ['GIF with script', 'a.gif', Buffer.from('GIF89a/*<script>*/'), '仅支持JPG、PNG、PDF文件'],
    ['HTML before a PDF', 'a.pdf', Buffer.concat([Buffer.from('<html>'), pdf]), '仅支持JPG、PNG、PDF文件'],
    ['a PDF without an end', 'a.pdf', Buffer.from('%PDF-1.7\n'), '仅支持JPG、PNG、PDF文件'],
    ['a PDF called jpg', 'a.jpg', pdf, '仅支持JPG、PNG、PDF文件'],
    ['a double extension', 'a.jpg.php', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), '仅支持JPG、PNG、PDF文件'],
    [
      'a JPEG of four bytes',
      'a.jpg',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      '图片无法识别，请重新拍摄或选择',
    ],
    ['too many bytes', 'a.pdf', Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]), '文件不能超过10MB'],
  ])('%s', async (_what, name, bytes, message) => {
    expect(await refusalOf(name, bytes)).toBe(message)
  })

  it('a cut picture', async () => {
    const bytes = await photo(800, 800).png().toBuffer()
    expect(await refusalOf('a.png', bytes.subarray(0, bytes.length / 2))).toBe(
      '图片无法识别，请重新拍摄或选择',
    )
  })

  it.each([
    ['an interlaced PNG', 'a.png', () => photo(5000, 4200).png({ progressive: true, palette: true })],
    ['a progressive JPEG', 'a.jpg', () => photo(5000, 4200).jpeg({ progressive: true, quality: 1 })],
  ])('%s of 21 million pixels, which would be held whole', async (_what, name, draw) => {
    expect(await refusalOf(name, await draw().toBuffer())).toBe('图片尺寸过大')
  })

  it('a picture of 900 million pixels, before it is decoded', async () => {
    const header = await photo(1, 1).png().toBuffer()
    header.writeUInt32BE(30_000, 16)
    header.writeUInt32BE(30_000, 20)
    header.writeUInt32BE(crc32(header.subarray(12, 29)), 29)
    expect(await refusalOf('a.png', header)).toBe('图片尺寸过大')
  })
})

it('keeps a PDF byte for byte, without a preview', async () => {
  expect(await checkFile('a.pdf', pdf)).toMatchObject({ mime: 'application/pdf', bytes: pdf, preview: null })
})

describe('the name shown', () => {
  it.each([
    ['../../etc/passwd.jpg', 'passwd.jpg'],
    ['C:\\temp\\照片.PNG', '照片.PNG'],
    ['a\r\nSet-Cookie: x.jpg', 'aSet-Cookie x.jpg'],
    ['a\u202Egpj.jpg', 'agpj.jpg'],
    ['<img src=x>.jpg', 'img src=x.jpg'],
    ['.jpg', 'file.jpg'],
    [`${'长'.repeat(300)}.jpg`, `${'长'.repeat(96)}.jpg`],
  ])('%j is %j', (typed, shown) => {
    expect(shownName(typed)).toBe(shown)
  })
})

function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return (crc ^ -1) >>> 0
}
