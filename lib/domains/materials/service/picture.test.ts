import sharp from 'sharp'
import { say } from '../../../i18n/say.ts'
import { checkFile } from './check-file.ts'
import { FileRefusal } from './file-refusal.ts'
import { shownName, storedName } from './shown-name.ts'

const photo = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#c04040' } })

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

async function refusalOf(bytes: Buffer): Promise<string | undefined> {
  try {
    await checkFile(bytes)
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
    const clean = await checkFile(bytes)
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
    const clean = await checkFile(bytes)
    expect(clean.bytes.includes(payload)).toBe(false)
  })

  it('is made smaller when it is very large, and previewed at 320 px', async () => {
    const clean = await checkFile(await photo(5000, 1000).png().toBuffer())
    expect([clean.width, clean.height]).toEqual([4096, 819])
    expect((await sharp(clean.preview ?? Buffer.alloc(0)).metadata()).width).toBe(320)
  })
})

const foreign = '仅支持JPG、PNG、PDF文件'
const broken = '文件已损坏或无法识别，请重新拍摄或选择'

describe('what is refused', () => {
  it.each([
    ['an empty file', Buffer.alloc(0), '文件为空'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), foreign],
    ['HTML', Buffer.from('<html><script>alert(1)</script>'), foreign],
    ['GIF with script', Buffer.from('GIF89a/*<script>*/'), foreign],
    ['HTML before a PDF', Buffer.concat([Buffer.from('<html>'), pdf]), foreign],
    [
      'HEIC',
      Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1heic'),
      '这是HEIC格式的照片，请在手机相机设置中选择“兼容性最佳”后重拍，或转为JPG后上传',
    ],
    ['a PDF without an end', Buffer.from('%PDF-1.7\n'), 'PDF不完整，请重新下载或导出后上传'],
    [
      'a linearised PDF cut in its middle',
      Buffer.from('%PDF-1.7\n1 0 obj\n<</Linearized 1/L 90000/O 2>>\nendobj\n%%EOF\n2 0 obj'),
      'PDF不完整，请重新下载或导出后上传',
    ],
    ['a JPEG of four bytes', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), broken],
    ['too many bytes', Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]), '文件不能超过10MB'],
  ])('%s', async (_what, bytes, message) => {
    expect(await refusalOf(bytes)).toBe(message)
  })

  it('a cut picture', async () => {
    const bytes = await photo(800, 800).png().toBuffer()
    expect(await refusalOf(bytes.subarray(0, bytes.length / 2))).toBe(broken)
  })

  it('a picture of 900 million pixels, before it is decoded', async () => {
    const header = await photo(1, 1).png().toBuffer()
    header.writeUInt32BE(30_000, 16)
    header.writeUInt32BE(30_000, 20)
    header.writeUInt32BE(crc32(header.subarray(12, 29)), 29)
    expect(await refusalOf(header)).toBe('图片超过6000万像素，请缩小后上传')
  })
})

it.each([
  ['interlaced PNG', () => photo(6000, 4000).png({ progressive: true, palette: true }), 'image/png'],
  ['progressive JPEG', () => photo(6000, 4000).jpeg({ progressive: true, quality: 1 }), 'image/jpeg'],
  ['baseline JPEG', () => photo(6000, 4000).jpeg({ quality: 1 }), 'image/jpeg'],
] as const)('takes a picture of 24 million pixels as %s', async (_what, draw, mime) => {
  expect(await checkFile(await draw().toBuffer())).toMatchObject({ mime, width: 4096 })
})

it.each([
  ['behind a byte order mark', Buffer.concat([Buffer.from('\ufeff'), pdf])],
  ['behind blank lines', Buffer.concat([Buffer.from('\r\n\r\n'), pdf])],
  ['with what a portal adds behind its end', Buffer.concat([pdf, Buffer.from('<!-- x -->'.repeat(400))])],
])('takes a PDF %s as it is', async (_what, bytes) => {
  expect(await checkFile(bytes)).toMatchObject({ mime: 'application/pdf', bytes })
})

it('keeps a PDF byte for byte, without a preview', async () => {
  expect(await checkFile(pdf)).toMatchObject({ mime: 'application/pdf', bytes: pdf, preview: null })
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

test.each([
  ['身份证.jfif', 'image/jpeg', '身份证.jpg'],
  ['card.JPG', 'image/jpeg', 'card.JPG'],
  ['截图.jpg', 'image/png', '截图.png'],
  ['流水.jpg', 'application/pdf', '流水.pdf'],
  ['流水2026.11', 'application/pdf', '流水2026.11.pdf'],
  ['a.jpg.php', 'image/jpeg', 'a.jpg.php.jpg'],
  ['.jfif', 'image/jpeg', 'file.jpg'],
] as const)('%j of %s is stored as %j', (typed, mime, stored) => {
  expect(storedName(typed, mime)).toBe(stored)
})

function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return (crc ^ -1) >>> 0
}
