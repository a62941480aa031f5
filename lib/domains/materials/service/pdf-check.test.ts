import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { PDF, PdfName, PdfNumber, PdfStream } from '@libpdf/core'
import PDFDocument from 'pdfkit'
import { FileRefusal } from './file-refusal.ts'
import { requireHarmlessPdf } from './pdf-check.ts'

/** PDFs that act, by every way their words can be hidden (U1, U2). */

function checked(bytes: Buffer): string | undefined {
  try {
    requireHarmlessPdf(bytes)
    return undefined
  } catch (error) {
    if (error instanceof FileRefusal) return error.key
    throw error
  }
}

const refusalOf = (...parts: (string | Buffer)[]) => {
  const body = parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))
  return checked(Buffer.concat([Buffer.from('%PDF-1.7\n'), ...body, Buffer.from('\n%%EOF\n')]))
}

/** Text that does not pack, longer than what of a stream is decrypted at first. */
const noise = Array.from({ length: 6000 }, (_, at) => (Math.sin(at) * 1e16).toString(36)).join(' ')

const packed = (content: string, type = '/Type /ObjStm /N 1 /First 4') =>
  [
    `5 0 obj\n<< ${type} /Filter /FlateDecode >>\nstream\n`,
    deflateSync(content),
    '\nendstream\nendobj\n',
  ] as const

describe('an action (U1, U2)', () => {
  test.each([
    ['a script', '<< /S /JavaScript /JS (app.alert(1)) >>'],
    ['a script, escaped', '<< /S /J#61vaScri#70t /#4aS (app.alert(1)) >>'],
    ['a program', '<</S/Launch/F(cmd.exe)>>'],
    ['files', '<< /Names << /EmbeddedFiles 3 0 R >> >>'],
    ['a file', '<< /Type/EmbeddedFile>>'],
    ['a jump into a file', '<< /S /GoToE >>'],
    ['a film', '<< /Subtype /RichMedia >>'],
    ['a form with scripts of its own', '<< /AcroForm << /XFA [(template) 4 0 R] >> >>'],
  ])('%s: in the open and in an object stream', (_, object) => {
    expect(refusalOf('1 0 obj\n', object, '\nendobj\n')).toBe('refusals.filePdfActive')
    expect(refusalOf(...packed(`1 0 ${object}`))).toBe('refusals.filePdfActive')
    expect(refusalOf(...packed('1 0 << >>'), ...packed(`1 0 ${object}`, ''))).toBe('refusals.filePdfActive')
    // Readers follow the cross-reference stream; what a stream calls itself they do not ask.
    for (const type of [
      '/N 1 /First 4',
      '/A <41>/N 1 % >>\n/X (( >> \\) obj ) << ) /Firs#74 4',
      '/A<</B<41>>>/N 1/First 4',
    ])
      expect(refusalOf(...packed(`1 0 ${object}`, type))).toBe('refusals.filePdfActive')
    // NUL and comments are white space.
    const stream = deflateSync(`1 0 ${object}`)
    for (const [head, next] of [
      ['5 0 obj %x\n', '\n'],
      ['5 0 obj\0', '\n'],
      ['5\x000 obj ', `>>%${'x'.repeat(60)}\n`.slice(2)],
    ] as const)
      expect(
        refusalOf(
          `${head}<< /N 1 /First 4 /Filter /FlateDecode >>${next}stream\n`,
          stream,
          '\nendstream\nendobj\n',
        ),
      ).toBe('refusals.filePdfActive')
  })
})

describe('what cannot be looked into', () => {
  const hex = Buffer.from('1 0 << /S /JavaScript >>').toString('hex')
  test.each([
    ['encryption that is nowhere', ['trailer\n<< /Encrypt 4 0 R >>'], 'refusals.filePdfUnread'],
    [
      'encryption for a certificate',
      ['4 0 obj\n<< /Filter /Adobe.PubSec /V 4 >>\nendobj\ntrailer\n<< /Encrypt 4 0 R >>'],
      'refusals.filePdfLocked',
    ],
    [
      'an object stream in hex',
      [`5 0 obj\n<< /Type /ObjStm /Filter /ASCIIHexDecode >>\nstream\n${hex}>\nendstream`],
      'refusals.filePdfUnread',
    ],
    [
      'an object stream that is not packed as it says',
      ['5 0 obj\n<< /Type /ObjStm /Filter 9 0 R >>\nstream\nabc\nendstream'],
      'refusals.filePdfUnread',
    ],
    ['a predictor over objects', packed('\x001 0 <\x00< >>'), 'refusals.filePdfUnread'],
    [
      'a predictor over objects that do not say what they are',
      packed('\x001 0 <\x00< >>', '/N 1 /First 4'),
      'refusals.filePdfUnread',
    ],
    [
      'objects in hex that do not say what they are',
      [`5 0 obj\n<< /N 1 /F#69rst 4 /Filter /ASCIIHexDecode >>\nstream\n${hex}>\nendstream`],
      'refusals.filePdfUnread',
    ],
    ['an object stream without an end', ['<< /Type /ObjStm >>'], 'refusals.filePdfUnread'],
    ['a bomb', packed(`1 0 ${' '.repeat(65 * 1024 * 1024)}`), 'refusals.filePdfUnread'],
  ] as const)('%s', (_, parts, key) => {
    expect(refusalOf(...parts)).toBe(key)
  })
})

test.each([
  ['pages', ['1 0 obj\n<< /Type /Catalog /OpenAction [3 0 R /Fit] /Title (about JavaScript) >>\nendobj']],
  ['objects in an object stream', packed('1 0 << /Type /Page /A << /S /URI /URI (https://a.example) >> >>')],
  ['words that only begin alike', ['<< /LaunchPad 1 /EncryptMetadata true /JavaScripts 2 >>']],
  ['a table of contents', ['4 0 obj\n<< /Type /Outlines /First 3 0 R /N 3 /Last 3 0 R >>\nendobj']],
  [
    'pictures beside a table of contents',
    ['4 0 obj\n<< /First 3 0 R >>\nendobj\n', ...packed('\x00\x01', '/Subtype /Image /N 3')],
  ],
  ['pictures in hex', ['<< /Filter /ASCII85Decode /Subtype /Image >>\nstream\nabc~>\nendstream']],
] as const)('%s pass', (_, parts) => {
  expect(refusalOf(...parts)).toBeUndefined()
})

/** A page and an object stream that holds `object`, encrypted as a version of the format does it. */
async function encrypted(pdfVersion: '1.3' | '1.4' | '1.7' | '1.7ext3', object: string, userPassword = '') {
  const document = new PDFDocument({ pdfVersion, userPassword, ownerPassword: 'owner' })
  const stream = document.ref({ Type: 'ObjStm', N: 1, First: 4 })
  stream.end(`1 0 ${object}`)
  document.end()
  return buffer(document)
}

describe('encryption', () => {
  test.each(['1.3', '1.4', '1.7', '1.7ext3'] as const)(
    'PDF %s, without a password to open it',
    async (version) => {
      expect(checked(await encrypted(version, '<< >>'))).toBeUndefined()
      expect(checked(await encrypted(version, `<< >>${' '.repeat(200_000)}`))).toBeUndefined()
      const script = '<< /S /JavaScript >>'
      expect(checked(await encrypted(version, script))).toBe('refusals.filePdfActive')
      expect(checked(await encrypted(version, noise + script))).toBe('refusals.filePdfActive')
      expect(checked(await encrypted(version, '<< >>', 'user'))).toBe('refusals.filePdfLocked')
    },
  )

  test('PDF 2.0, without a password to open it', async () => {
    const made = async (content: string, userPassword = '') => {
      const pdf = PDF.create()
      pdf.addPage()
      const stream = {
        Type: PdfName.of('ObjStm'),
        N: PdfNumber.of(1),
        First: PdfNumber.of(4),
        Filter: PdfName.of('FlateDecode'),
      }
      pdf.getCatalog().set('Kept', pdf.register(PdfStream.fromDict(stream, deflateSync(content))))
      pdf.setProtection({ userPassword, ownerPassword: 'owner', algorithm: 'AES-256' })
      return Buffer.from(await pdf.save())
    }
    expect(checked(await made('1 0 << >>'))).toBeUndefined()
    expect(checked(await made('1 0 << /S /JavaScript >>'))).toBe('refusals.filePdfActive')
    expect(checked(await made('1 0 << >>', 'user'))).toBe('refusals.filePdfLocked')
  })
})
