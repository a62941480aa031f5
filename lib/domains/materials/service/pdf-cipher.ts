import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { FileRefusal } from './file-refusal.ts'
import { behindString, dictionaryAt } from './pdf-syntax.ts'

/**
 * The streams of a PDF that is encrypted and that everybody can open: it has an owner's password, which only asks
 * readers not to print or change it, and no user's. Banks and tax offices send their papers so.
 *
 * Source: ISO 32000-2, 7.6.3 (crypt filters), 7.6.4 (the standard security handler, algorithms 1, 2, 2.A, 2.B, 4, 5, 11).
 */

/** The first bytes of a stream decrypted, at most `length` of them. */
export type Decrypt = (bytes: Buffer, begin: number, length: number) => Buffer

type Dictionary = { plain: string; strings: readonly Buffer[] }
type Method = 'None' | 'V2' | 'AESV2' | 'AESV3'

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const references = /\/Encrypt[\0\s]*(?:(\d+)[\0\s]+(\d+)[\0\s]+R|(?=<<))/g
const objectHeads = /(?<!\d)(\d+)[\0\s]+(\d+)[\0\s]+obj(?![A-Za-z])/g
/** File identifiers that are tried: one file has one, and chance makes a few more. */
const mostIds = 16

const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** @throws FileRefusal for a file that asks for a password, and for one whose ways are not those of the standard */
export function openCipher(text: string): Decrypt {
  const dictionary = encryptionOf(text)
  const number = (name: string, otherwise: number) =>
    Number(new RegExp(`/${name}[\\0\\s]+(-?\\d+)`).exec(dictionary.plain)?.[1] ?? otherwise)
  const version = number('V', 0)
  const revision = number('R', 0)
  const key =
    revision >= 5
      ? longKey(dictionary, revision)
      : shortKey(text, dictionary, {
          revision,
          length: version === 1 ? 5 : version === 4 ? 16 : number('Length', 40) / 8,
          permissions: number('P', 0),
        })
  const method = version < 4 ? 'V2' : methodOf(dictionary.plain)
  const heads = Array.from(text.matchAll(objectHeads), ({ index, 1: object, 2: generation }) => ({
    index,
    object: Number(object),
    generation: Number(generation),
  }))
  let at = 0
  return (bytes, begin, length) => {
    // Streams are asked for in their order, and one again for more of it.
    while ((heads[at + 1]?.index ?? Number.POSITIVE_INFINITY) < begin) at++
    const { object = 0, generation = 0 } = heads[at] ?? {}
    return decrypted(method, key, { object, generation }, bytes.subarray(begin, begin + length))
  }
}

/** The one dictionary that says how the file is encrypted: a file of two could mean another one to each reader. */
function encryptionOf(text: string): Dictionary {
  const found = [...text.matchAll(references)]
  const [first] = found
  const isOne = new Set(found.map(([reference]) => reference)).size === 1
  if (!first || !isOne) throw new FileRefusal('refusals.filePdfUnread')
  if (first[1] === undefined) {
    if (found.length > 1) throw new FileRefusal('refusals.filePdfUnread')
    return read(text, first.index + first[0].length)
  }
  const heads = [...text.matchAll(objectHeads)].filter(([, object]) => object === first[1])
  const [head] = heads
  if (!head || heads.length > 1) throw new FileRefusal('refusals.filePdfUnread')
  return read(text, head.index + head[0].length)
}

/** A dictionary with its strings taken out, each leaving its number. */
function read(text: string, start: number): Dictionary {
  const { names, end } = dictionaryAt(text, start)
  const dictionary = text.slice(start, end)
  const strings: Buffer[] = []
  let plain = ''
  for (let at = 0; at < dictionary.length; ) {
    const pair = dictionary.slice(at, at + 2)
    if (pair === '<<' || pair === '>>') {
      plain += pair
      at += 2
    } else if (pair[0] === '(' || pair[0] === '<') {
      const { bytes, behind } = stringAt(dictionary, at)
      plain += `<${strings.push(bytes) - 1}>`
      at = behind
    } else plain += dictionary[at++]
  }
  // Another handler asks for a certificate or a service of its own.
  if (!names.has('Filter') || !/\/Filter[\0\s]*\/Standard(?![\w#.-])/.test(plain))
    throw new FileRefusal('refusals.filePdfLocked')
  return { plain, strings }
}

function stringAt(text: string, at: number): { bytes: Buffer; behind: number } {
  if (text[at] === '(') {
    const behind = behindString(text, at)
    return { bytes: Buffer.from(unescaped(text.slice(at + 1, behind - 1)), 'latin1'), behind }
  }
  const behind = text.indexOf('>', at) + 1 || text.length
  return { bytes: Buffer.from(text.slice(at + 1, behind - 1).replace(/[\0\s]/g, ''), 'hex'), behind }
}

const signs: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

const unescaped = (text: string) =>
  text.replace(/\\(?:([0-7]{1,3})|(\r\n|[\s\S]))|\r\n?/g, (_, octal?: string, sign?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    if (sign === undefined) return '\n'
    return /[\r\n]/.test(sign) ? '' : (signs[sign] ?? sign)
  })

function stringOf({ plain, strings }: Dictionary, name: string): Buffer {
  const [, index] = new RegExp(`/${name}[\\0\\s]*<(\\d+)>`).exec(plain) ?? []
  const found = index === undefined ? undefined : strings[Number(index)]
  if (!found) throw new FileRefusal('refusals.filePdfUnread')
  return found
}

/** The way in which streams are encrypted; a file with two ways at once is not looked into. */
function methodOf(plain: string): Method {
  const methods = new Set(Array.from(plain.matchAll(/\/CFM[\0\s]*\/(\w+)/g), ([, method]) => method))
  const [method] = methods
  const isKnown = methods.size === 1 && /^(?:None|V2|AESV2|AESV3)$/.test(method ?? '')
  if (!isKnown) throw new FileRefusal('refusals.filePdfUnread')
  const [, filter = 'Identity'] = /\/StmF[\0\s]*\/([\w.-]+)/.exec(plain) ?? []
  return filter === 'Identity' ? 'None' : (method as Method)
}

/** The key of revisions 2 to 4 with an empty user's password. */
function shortKey(
  text: string,
  dictionary: Dictionary,
  { revision, length, permissions }: { revision: number; length: number; permissions: number },
): Buffer {
  const owner = stringOf(dictionary, 'O').subarray(0, 32)
  const user = stringOf(dictionary, 'U')
  const allowed = Buffer.alloc(4)
  allowed.writeInt32LE(permissions | 0)
  const isPlainMetadata = revision >= 4 && /\/EncryptMetadata[\0\s]+false/.test(dictionary.plain)
  const more = isPlainMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  for (const id of idsOf(text)) {
    let key = md5(padding, owner, allowed, id, more).subarray(0, length)
    if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key).subarray(0, length)
    if (revision === 2 ? rc4(key, padding).equals(user) : opens(key, id, user)) return key
  }
  throw new FileRefusal('refusals.filePdfLocked')
}

function opens(key: Buffer, id: Buffer, user: Buffer): boolean {
  let proof: Buffer = md5(padding, id)
  for (let round = 0; round < 20; round++)
    proof = rc4(
      key.map((byte) => byte ^ round),
      proof,
    )
  return proof.equals(user.subarray(0, 16))
}

/** The identifiers that the file may have: the first of two, which never changes; some files have none. */
function idsOf(text: string): Buffer[] {
  const ids = Array.from(text.matchAll(/\/ID[\0\s]*\[[\0\s]*(?=[(<])/g), ({ index, 0: head }) =>
    stringAt(text, index + head.length).bytes.toString('hex'),
  )
  return [...new Set([...ids, ''])].slice(0, mostIds).map((id) => Buffer.from(id, 'hex'))
}

/** The key of revisions 5 and 6 with an empty user's password. */
function longKey(dictionary: Dictionary, revision: number): Buffer {
  const user = stringOf(dictionary, 'U')
  const hash = revision === 5 ? sha('sha256') : hardened
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32)))
    throw new FileRefusal('refusals.filePdfLocked')
  const decipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16))
  return decipher.setAutoPadding(false).update(stringOf(dictionary, 'UE').subarray(0, 32))
}

const sha = (name: string) => (bytes: Uint8Array) => createHash(name).update(bytes).digest()

/** Algorithm 2.B for an empty password. */
function hardened(salt: Uint8Array): Buffer {
  let key: Buffer = sha('sha256')(salt)
  for (let round = 1; ; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
    const mixed = cipher.setAutoPadding(false).update(Buffer.concat(Array.from({ length: 64 }, () => key)))
    // A number of 16 bytes and the sum of them leave the same over three: 256 leaves one.
    const sum = mixed.subarray(0, 16).reduce((total, byte) => total + byte, 0)
    key = sha(['sha256', 'sha384', 'sha512'][sum % 3] ?? '')(mixed)
    if (round >= 64 && (mixed.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32)
  }
}

function decrypted(
  method: Method,
  key: Buffer,
  { object, generation }: { object: number; generation: number },
  bytes: Buffer,
): Buffer {
  if (method === 'None') return bytes
  const own = Buffer.from([object, object >> 8, object >> 16, generation, generation >> 8])
  const salt = Buffer.from(method === 'AESV2' ? 'sAlT' : '')
  const ofObject = method === 'AESV3' ? key : md5(key, own, salt).subarray(0, Math.min(key.length + 5, 16))
  if (method === 'V2') return rc4(ofObject, bytes)
  const whole = bytes.subarray(16, bytes.length - (bytes.length % 16))
  if (whole.length === 0) return whole
  const name = method === 'AESV3' ? 'aes-256-cbc' : 'aes-128-cbc'
  return createDecipheriv(name, ofObject, bytes.subarray(0, 16)).setAutoPadding(false).update(whole)
}

/** Written out, as a system that forbids old ciphers has none. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (a: number, b: number) => {
    const kept = state[a] as number
    state[a] = state[b] as number
    state[b] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 0xff
    swap(i, j)
  }
  const out = Buffer.alloc(bytes.length)
  for (let at = 0, i = 0, j = 0; at < bytes.length; at++) {
    i = (i + 1) & 0xff
    j = (j + (state[i] as number)) & 0xff
    swap(i, j)
    out[at] = (bytes[at] as number) ^ (state[((state[i] as number) + (state[j] as number)) & 0xff] as number)
  }
  return out
}
