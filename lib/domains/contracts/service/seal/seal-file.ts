import { createHash } from 'node:crypto'
import { PDF, type Signer } from '@libpdf/core'
import { cmsSignature, signatureValue, signerOf, withTimeStamp } from './cms-signature.ts'
import { nobodysCertificate } from './demo-authority.ts'
import { sealError } from './seal-trouble.ts'

/** The company's signature over a contract: PAdES B-B, and B-T from the moment that a time stamp comes. */

type Place = {
  reason: string
  /** The time when the last person signed. */
  at: Date
}

/** Room for the signature, its certificates and a time stamp. */
const roomBytes = 24 * 1024

/** Everything that was there before stays as it was, byte by byte: the seal comes behind it. */
export async function sealFile(
  drawn: Uint8Array,
  { signer, ...place }: Place & { signer: Signer },
): Promise<Buffer> {
  const laidOut = await layOutSeal(drawn, place)
  return withContents(laidOut, await cmsSignature(Buffer.from(coveredHash(laidOut), 'hex'), signer))
}

/** The file with an empty place for the seal of whoever signs it. */
export async function layOutSeal(drawn: Uint8Array, { reason, at }: Place): Promise<Buffer> {
  const pdf = await PDF.load(drawn)
  // The library lays out the field. Its own CMS would hold the signing time, which PAdES forbids, and is replaced.
  nobody ??= nobodysCertificate()
  const signer = {
    certificate: await nobody,
    keyType: 'RSA',
    signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
    sign: async () => new Uint8Array(512),
  } satisfies Signer
  const laidOut = await pdf.sign({
    signer,
    reason,
    signingTime: at,
    fieldName: 'company-seal',
    subFilter: 'ETSI.CAdES.detached',
    estimatedSize: roomBytes,
  })
  return withContents(Buffer.from(laidOut.bytes), new Uint8Array())
}
let nobody: Promise<Uint8Array> | undefined

/** SHA-256 of all but the seal's own place, in hex: what its signature is about. */
export const coveredHash = (bytes: Buffer): string =>
  createHash('sha256').update(coveredBy(bytes)).digest('hex')

function coveredBy(bytes: Buffer): Buffer {
  const { start, end } = contentsOf(bytes)
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
}

/**
 * The laid-out file with a seal that was made elsewhere.
 * @param company whose seal it is: the certificate that signs has to name it
 * @throws when it is no signature of this file by the certificate that it holds, or there is no room for it
 */
export async function withSeal(laidOut: Buffer, cms: Uint8Array, company: string): Promise<Buffer> {
  const names = await signerOf(cms, coveredBy(laidOut))
  if (!names) throw new Error('The seal is no signature of this file.')
  // Common authorities write several things into one name: 051@公司名@统一社会信用代码@1.
  if (!names.flatMap((name) => name.split('@')).some((name) => sameName(name) === sameName(company)))
    throw sealError('stranger', `The seal is of ${names.join(', ')}.`)
  return withContents(Buffer.from(laidOut), cms)
}

/** Full-width brackets and spaces are a matter of who typed them. */
const sameName = (name: string) => name.normalize('NFKC').replace(/\s/g, '')

/** SHA-256 of the seal's signature, in hex: what a time stamp is about. */
export const sealHash = (sealed: Buffer): string =>
  createHash('sha256')
    .update(signatureValue(cmsOf(sealed)))
    .digest('hex')

/**
 * The same file with an RFC 3161 token beside the signature, which does not cover its own place.
 * @throws when the token is about something else, or there is no room for it
 */
export const timeStamped = (sealed: Buffer, token: Uint8Array): Buffer =>
  withContents(Buffer.from(sealed), withTimeStamp(cmsOf(sealed), token))

function cmsOf(bytes: Buffer): Uint8Array {
  const { start, end } = contentsOf(bytes)
  return Buffer.from(bytes.toString('latin1', start + 1, end - 1), 'hex')
}

function withContents(bytes: Buffer, cms: Uint8Array): Buffer {
  const { start, end } = contentsOf(bytes)
  const hex = Buffer.from(cms).toString('hex')
  const room = end - start - 2
  if (hex.length > room) throw new Error(`The signature needs ${hex.length} characters, there are ${room}.`)
  bytes.write(hex.padEnd(room, '0'), start + 1, 'latin1')
  return bytes
}

/** The state of `<…>` of the last signature, by the byte range beside it. */
function contentsOf(bytes: Buffer): { start: number; end: number } {
  const at = bytes.lastIndexOf('/ByteRange')
  const found = /\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(bytes.toString('latin1', at, at + 120))
  const [first, start, end, rest] = found?.slice(1).map(Number) ?? []
  if (first !== 0 || start === undefined || end === undefined || end + (rest ?? 0) !== bytes.length)
    throw new Error('The signature does not span the file.')
  return { start, end }
}
