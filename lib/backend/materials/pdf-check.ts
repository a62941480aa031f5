import { constants, inflateSync } from 'node:zlib'
import { FileRefusal } from './file-refusal.ts'

/**
 * Whether a PDF only shows pages. It is kept byte for byte, so what could act in the hands of whoever opens it is looked
 * for and refused: scripts, programs to start, files inside. What cannot be looked into is refused too.
 *
 * Source: ISO 32000-2, 7.3.5 (names), 7.5.7 (object streams), 7.6 (encryption), 12.6 (actions).
 */

/** One stream, and all of a file, when they are inflated. */
const largestStream = 64 * 1024 * 1024
const largestFile = 512 * 1024 * 1024

/** A script is always of an action `/S /JavaScript` or `/S /Rendition`; `/JS` alone stands in any picture by chance. */
const active = [
  ...['JavaScript', 'Rendition', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'GoToE'],
  // A form that brings scripts of its own, in XML.
  'XFA',
]
/** What else a stream may be packed with. Nobody packs objects so but who has something to hide. */
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
/** Where the bytes of a stream begin. */
const streams = /(?<!end)stream[ \t]*(?:\r\n|\n|\r)/g
const objects = /\b\d+\s+\d+\s+obj\s*(?=<<)/g
/** Characters of dictionaries, however they lie in one another, that are read before a file is one too many. */
const mostRead = 64 * 1024 * 1024
/** An object stream begins with pairs of numbers: any other beginning is packed in some way that we did not undo. */
const pairs = /^\s*\d+\s+\d+\s/

/** @throws FileRefusal */
export function requireHarmlessPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  if (hasActive.test(text)) throw new FileRefusal('refusals.filePdfActive')
  if (hasEncryption.test(text)) throw new FileRefusal('refusals.filePdfLocked')
  // Objects stand in the file itself, which has been read, or in object streams.
  const hidden = [...Array.from(text.matchAll(objectStreams), ({ index }) => index), ...unnamedStreams(text)]
  if (hidden.length === 0) return
  if (hasUnusual.test(text)) throw new FileRefusal('refusals.filePdfUnread')
  // Every stream is looked into: which of them a reader takes for an object stream is the reader's to decide.
  const begins = Array.from(text.matchAll(streams), (found) => found.index + found[0].length)
  const opened = new Map<number, string>()
  let inflated = 0
  for (const begin of begins) {
    const content = inflate(bytes.subarray(begin))
    if (content === undefined) continue
    inflated += content.length
    if (inflated > largestFile) throw new FileRefusal('refusals.filePdfUnread')
    const inner = content.toString('latin1')
    if (hasActive.test(inner)) throw new FileRefusal('refusals.filePdfActive')
    opened.set(begin, inner.slice(0, 100))
  }
  for (const at of hidden) {
    const begin = begins.find((candidate) => candidate > at)
    if (begin === undefined || !pairs.test(opened.get(begin) ?? ''))
      throw new FileRefusal('refusals.filePdfUnread')
  }
}

/**
 * Where the dictionaries of streams end that a reader can take for object streams though they do not say so: readers
 * find them by the cross-reference stream, and ask for `/First` and `/N` alone.
 */
function unnamedStreams(text: string): number[] {
  let read = 0
  return Array.from(text.matchAll(objects)).flatMap(({ index, 0: head }) => {
    const { names, end } = dictionaryAt(text, index + head.length)
    read += end - index
    if (read > mostRead) throw new FileRefusal('refusals.filePdfUnread')
    const isStream = /^[\0\s]*stream/.test(text.slice(end, end + 40))
    return isStream && names.has('First') && names.has('N') ? [end - 1] : []
  })
}

const nameAt = /\/[^\0\s/<>[\]()%{}]*/y

/** The names in a dictionary and where it ends, strings and comments passed over. */
function dictionaryAt(text: string, start: number): { names: ReadonlySet<string>; end: number } {
  const names = new Set<string>()
  let at = start
  for (let depth = 0; at < text.length; ) {
    const sign = text[at]
    if (sign === '(') at = behindString(text, at)
    else if (sign === '%') at = behind(text, /[\r\n]/g, at)
    else if (text.startsWith('<<', at)) {
      depth++
      at += 2
    } else if (text.startsWith('>>', at)) {
      depth--
      at += 2
      if (depth === 0) break
    } else if (sign === '<') at = behind(text, />/g, at)
    else if (sign === '/') {
      nameAt.lastIndex = at
      const [name = '/'] = nameAt.exec(text) ?? []
      names.add(
        name.slice(1).replace(/#([\dA-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      )
      at += name.length
    } else at++
  }
  return { names, end: at }
}

function behind(text: string, sign: RegExp, from: number): number {
  sign.lastIndex = from
  return sign.test(text) ? sign.lastIndex : text.length
}

/** Strings lie in one another; a parenthesis behind a backslash is text. */
function behindString(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}

/** The content of a stream, as far as it goes; undefined for one that is not deflated. */
function inflate(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: largestStream })
  } catch (error) {
    if (error instanceof RangeError) throw new FileRefusal('refusals.filePdfUnread')
    return undefined
  }
}
