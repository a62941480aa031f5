import { createHash } from 'node:crypto'
import type { Signer } from '@libpdf/core'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'

/**
 * A detached CMS signature as PAdES B-B wants it (ETSI EN 319 142-1, 6.3): content type, digest and signing certificate
 * among the signed attributes, and not the signing time, which stands in the signature's dictionary.
 */

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  organisation: '2.5.4.10',
  commonName: '2.5.4.3',
  rsa: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
}

const bytesOf = (bytes: Uint8Array) => new Uint8Array(bytes)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/**
 * In DER.
 * @param digest SHA-256 of what is signed
 */
export async function cmsSignature(digest: Uint8Array, signer: Signer): Promise<Uint8Array> {
  if (signer.signatureAlgorithm === 'RSA-PSS') throw new Error('A seal with RSA-PSS is not supported.')
  const own = certificateOf(signer.certificate)
  const attributes = inOrder([
    attribute(oid.contentType, new asn1js.ObjectIdentifier({ value: oid.data })),
    attribute(oid.messageDigest, new asn1js.OctetString({ valueHex: bytesOf(digest) })),
    attribute(oid.signingCertificateV2, signingCertificate(signer.certificate)),
  ])
  const signed = new asn1js.Set({ value: attributes.map((one) => one.toSchema()) }).toBER()
  const value = await signer.sign(new Uint8Array(signed), 'SHA-256')
  const info = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: oid.sha256 }),
    signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes }),
    signatureAlgorithm: new pkijs.AlgorithmIdentifier(
      signer.keyType === 'RSA'
        ? { algorithmId: oid.rsa, algorithmParams: new asn1js.Null() }
        : { algorithmId: oid.ecdsaWithSha256 },
    ),
    signature: new asn1js.OctetString({ valueHex: bytesOf(value) }),
  })
  const content = new pkijs.SignedData({
    version: 1,
    digestAlgorithms: [new pkijs.AlgorithmIdentifier({ algorithmId: oid.sha256 })],
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates: [own, ...(signer.certificateChain ?? []).map(certificateOf)],
    signerInfos: [info],
  })
  return derOf(content)
}

const derOf = (content: pkijs.SignedData) =>
  new Uint8Array(
    new pkijs.ContentInfo({ contentType: oid.signedData, content: content.toSchema(true) })
      .toSchema()
      .toBER(),
  )

function read(cms: Uint8Array): { content: pkijs.SignedData; info: pkijs.SignerInfo } {
  const content = new pkijs.SignedData({ schema: pkijs.ContentInfo.fromBER(bytesOf(cms)).content })
  const [info] = content.signerInfos
  if (!info) throw new Error('The file has no signature.')
  return { content, info }
}

/** The content that a time stamp is about. Zeros behind the signature are the rest of its place in the file. */
export const signatureValue = (cms: Uint8Array): Uint8Array =>
  new Uint8Array(read(cms).info.signature.valueBlock.valueHexView)

/**
 * The signer of this content, by the certificate that it holds: the organisation and the name of its subject.
 * Undefined where it is no signature of this.
 */
export async function signerOf(cms: Uint8Array, content: Uint8Array): Promise<string[] | undefined> {
  try {
    const data = bytesOf(content).buffer
    const check = { signer: 0, data, checkChain: false, extendedMode: true } as const
    const { signatureVerified, signerCertificate } = await read(cms).content.verify(check)
    if (!signatureVerified || !signerCertificate) return undefined
    return signerCertificate.subject.typesAndValues.flatMap(({ type, value }) =>
      type === oid.organisation || type === oid.commonName ? [String(value.valueBlock.value)] : [],
    )
  } catch {
    return undefined
  }
}

/** The same signature with a time stamp beside it (B-T). @throws when the token is about another signature */
export function withTimeStamp(cms: Uint8Array, token: Uint8Array): Uint8Array {
  const { content, info } = read(cms)
  if (!isAbout(token, signatureValue(cms))) throw new Error('The time stamp is about another signature.')
  const stamp = asn1js.fromBER(bytesOf(token)).result
  const attributes = [attribute(oid.timeStampToken, stamp)]
  info.unsignedAttrs = new pkijs.SignedAndUnsignedAttributes({ type: 1, attributes })
  return derOf(content)
}

const isAbout = (token: Uint8Array, value: Uint8Array) => imprintOf(token) === sha256(value).toString('hex')

/**
 * The content that a token of an authority is about: a SHA-256 in hex. Undefined for any other, and for no token at
 * all.
 */
function imprintOf(token: Uint8Array): string | undefined {
  const inner = read(token).content.encapContentInfo.eContent?.getValue()
  if (!inner) return undefined
  const { messageImprint } = pkijs.TSTInfo.fromBER(inner)
  return messageImprint.hashAlgorithm.algorithmId === oid.sha256
    ? Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView).toString('hex')
    : undefined
}

/** The SHA-256 that a token stamps, in hex, where it is genuine by the certificate that it holds. */
export async function stampedBy(token: Uint8Array): Promise<string | undefined> {
  try {
    const { content } = read(token)
    // As what it signs is taken: pkijs would want the bytes whose hash a time stamp holds, and they are not here.
    content.encapContentInfo.eContentType = oid.data
    return (await content.verify({ signer: 0, checkChain: false })) ? imprintOf(token) : undefined
  } catch {
    return undefined
  }
}

const certificateOf = (der: Uint8Array) => pkijs.Certificate.fromBER(bytesOf(der))

const attribute = (type: string, value: asn1js.AsnType) => new pkijs.Attribute({ type, values: [value] })

/** RFC 5035: the hash alone names the certificate; SHA-256 is its default algorithm. */
const signingCertificate = (der: Uint8Array) =>
  new asn1js.Sequence({
    value: [
      new asn1js.Sequence({
        value: [new asn1js.Sequence({ value: [new asn1js.OctetString({ valueHex: bytesOf(sha256(der)) })] })],
      }),
    ],
  })

/** DER has the members of a set in the order of their bytes. */
function inOrder(attributes: pkijs.Attribute[]): pkijs.Attribute[] {
  const keyed = attributes.map((one) => ({ one, key: Buffer.from(one.toSchema().toBER()) }))
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ one }) => one)
}
