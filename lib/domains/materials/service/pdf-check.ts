import { constants, inflateSync } from 'node:zlib'
import { FileRefusal } from './file-refusal.ts'
import { type Decrypt, openCipher } from './pdf-cipher.ts'
import { dictionaryAt } from './pdf-syntax.ts'

/**
 * True where a PDF only shows pages. It is kept byte for byte, so what could act in the hands of whoever opens it is
 * looked for and refused: scripts, programs to start, files inside. What cannot be looked into is refused too.
 *
 * Source: ISO 32000-2, 7.3.5 (names), 7.5.7 (object streams), 7.6 (encryption), 12.6 (actions).
 */

/** One stream, and all of a file, when they are inflated. */
const largestStream = 64 * 1024 * 1024
const largestFile = 512 * 1024 * 1024

/** A script is always of an action `/S /JavaScript` or `/S /Rendition`; `/JS` alone stands in any picture by chance. */
const active = [
  'JavaScript',
  'Rendition',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'GoToE',
  // A form that brings scripts of its own, in XML.
  'XFA',
]
/** Everything else that a stream may be packed with. Nobody packs objects so but who has something to hide. */
const unusual = ['ASCIIHexDecode', 'AHx', 'ASCII85Decode', 'A85', 'LZWDecode', 'RunLengthDecode', 'Crypt']

const has = (names: readonly string[]) =>
  new RegExp(`/(?:${names.map(nameOf).join('|')})(?=[\\0\\s/<>\\[\\]()%{}]|$)`)

/** A name as it may be written: each of its characters also as `#` and two hex digits. */
function nameOf(name: string): string {
  const hex = (c: string) =>
    c
      .charCodeAt(0)
      .toString(16)
      .replace(/[a-f]/, (d) => `[${d}${d.toUpperCase()}]`)
  return [...name].map((c) => `(?:${c}|#${hex(c)})`).join('')
}

const hasActive = has(active)
const hasUnusual = has(unusual)
const hasEncryption = has(['Encrypt'])
const objectStreams = new RegExp(has(['ObjStm']), 'g')
/** The beginning of the bytes of a stream. */
const streams = /(?<!end)stream[ \t]*(?:\r\n|\n|\r)/g
/** White space as a PDF has it: NUL and comments are some. */
const space = '(?:[\\0\\s]|%[^\\r\\n]*[\\r\\n])'
const objects = new RegExp(`\\b\\d+${space}+\\d+${space}+obj${space}*(?=<<)`, 'g')
const streamNext = new RegExp(`${space}*stream`, 'y')
/** Characters of dictionaries, however they lie in one another, that are read before a file is one too many. */
const mostRead = 64 * 1024 * 1024
/** An object stream begins with pairs of numbers: any other beginning is packed in some way that we did not undo. */
const pairs = /^\s*\d+\s+\d+\s/

/** @throws FileRefusal */
export function requireHarmlessPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  if (hasActive.test(text)) throw new FileRefusal('refusals.filePdfActive')
  // Names are never encrypted, and object streams are.
  const decrypt = hasEncryption.test(text) ? openCipher(text) : undefined
  // Objects stand in the file itself, which has been read, or in object streams.
  const hidden = [...Array.from(text.matchAll(objectStreams), ({ index }) => index), ...unnamedStreams(text)]
  if (hidden.length === 0) return
  if (hasUnusual.test(text)) throw new FileRefusal('refusals.filePdfUnread')
  // Every stream is looked into: which of them a reader takes for an object stream is the reader's to decide.
  const begins = Array.from(text.matchAll(streams), (found) => found.index + found[0].length)
  const opened = new Map<number, string>()
  let total = 0
  for (const begin of begins) {
    // A reader that passes over the encryption of a stream sees it as it lies.
    for (const content of [
      inflate(bytes.subarray(begin)),
      decrypt && inflateDecrypted(bytes, begin, decrypt),
    ]) {
      if (content === undefined) continue
      total += content.length
      if (total > largestFile) throw new FileRefusal('refusals.filePdfUnread')
      const inner = content.toString('latin1')
      if (hasActive.test(inner)) throw new FileRefusal('refusals.filePdfActive')
      opened.set(begin, inner.slice(0, 100))
    }
  }
  for (const at of hidden) {
    const begin = begins.find((candidate) => candidate > at)
    if (begin === undefined || !pairs.test(opened.get(begin) ?? ''))
      throw new FileRefusal('refusals.filePdfUnread')
  }
}

/**
 * The ends of the dictionaries of streams that a reader can take for object streams though they do not say so: readers
 * find them by the cross-reference stream, and ask for `/First` and `/N` alone.
 */
function unnamedStreams(text: string): number[] {
  let read = 0
  return Array.from(text.matchAll(objects)).flatMap(({ index, 0: head }) => {
    const { names, end } = dictionaryAt(text, index + head.length)
    read += end - index
    if (read > mostRead) throw new FileRefusal('refusals.filePdfUnread')
    streamNext.lastIndex = end
    const isStream = streamNext.test(text)
    return isStream && names.has('First') && names.has('N') ? [end - 1] : []
  })
}

/** The content of a stream, as far as it goes; undefined for one that is not deflated. */
const inflate = (bytes: Buffer): Buffer | undefined => inflated(bytes)?.content

/** So much of a stream is decrypted at first, and twice as much each time that it goes on. */
const firstPiece = 64 * 1024

function inflateDecrypted(bytes: Buffer, begin: number, decrypt: Decrypt): Buffer | undefined {
  for (let length = firstPiece; ; length *= 2) {
    const found = inflated(decrypt(bytes, begin, length))
    // Everything that lies behind the stream is not read: where all was, there may be more.
    if (!found?.readAll || begin + length >= bytes.length) return found?.content
  }
}

function inflated(packed: Buffer): { content: Buffer; readAll: boolean } | undefined {
  try {
    const { buffer, engine } = inflateSync(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: largestStream,
      info: true,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
    return { content: buffer, readAll: engine.bytesWritten >= packed.length }
  } catch (error) {
    if (error instanceof RangeError) throw new FileRefusal('refusals.filePdfUnread')
    return undefined
  }
}
