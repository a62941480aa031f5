import { createHash } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'

/**
 * Time stamps and seals as the demo's simulator gives them: right in form, by an authority that is nobody, says so in its
 * name and lives as long as the process.
 */

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const oid = {
  commonName: '2.5.4.3',
  organisation: '2.5.4.10',
  extKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  /** Of nobody: below the arc for examples. */
  policy: '2.999.1',
}

type Authority = { key: CryptoKey; certificate: pkijs.Certificate }

const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(new Uint8Array(bytes)).digest()
const octets = (bytes: Uint8Array | ArrayBuffer) =>
  new asn1js.OctetString({ valueHex: new Uint8Array(bytes) })
const newSerial = () =>
  new asn1js.Integer({ valueHex: new Uint8Array([1, ...crypto.getRandomValues(new Uint8Array(15))]) })

let stamping: Promise<Authority> | undefined

/** An RFC 3161 token of now about a SHA-256, in base64. */
export async function simulatedTimestamp(hash: string): Promise<string> {
  stamping ??= newAuthority('Time stamps of a demo, by nobody', { use: oid.timeStamping })
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: oid.policy,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: oid.sha256 }),
      hashedMessage: octets(Buffer.from(hash, 'hex')),
    }),
    serialNumber: newSerial(),
    genTime: new Date(),
  })
  const content = info.toSchema().toBER()
  return signed(await stamping, oid.tstInfo, sha256(content), content)
}

/** A detached CMS signature of a SHA-256 in the name of the subject's organisation, in base64. */
export async function simulatedSeal(hash: string, subject: string): Promise<string> {
  return signed(
    await newAuthority(`${subject} (demo)`, { organisation: subject }),
    oid.data,
    Buffer.from(hash, 'hex'),
  )
}

async function newAuthority(
  name: string,
  { organisation, use }: { organisation?: string; use?: string },
): Promise<Authority> {
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = new pkijs.Certificate()
  certificate.version = 2
  certificate.serialNumber = newSerial()
  for (const who of [certificate.subject, certificate.issuer])
    who.typesAndValues.push(
      ...(organisation ? [named(oid.organisation, organisation)] : []),
      named(oid.commonName, name),
    )
  const from = Date.now()
  certificate.notBefore.value = new Date(from - 60_000)
  certificate.notAfter.value = new Date(from + 365 * 86_400_000)
  if (use)
    certificate.extensions = [
      new pkijs.Extension({
        extnID: oid.extKeyUsage,
        critical: true,
        extnValue: new pkijs.ExtKeyUsage({ keyPurposes: [use] }).toSchema().toBER(),
      }),
    ]
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey)
  await certificate.sign(pair.privateKey, 'SHA-256')
  return { key: pair.privateKey, certificate }
}

const named = (type: string, value: string) =>
  new pkijs.AttributeTypeAndValue({ type, value: new asn1js.Utf8String({ value }) })

/** @param digest of the content, which a detached signature does not hold */
async function signed(
  { key, certificate }: Authority,
  type: string,
  digest: Uint8Array,
  content?: ArrayBuffer,
): Promise<string> {
  const attribute = (kind: string, value: asn1js.AsnType) =>
    new pkijs.Attribute({ type: kind, values: [value] })
  const { issuer, serialNumber } = certificate
  const data = new pkijs.SignedData({
    version: content ? 3 : 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({
      eContentType: type,
      ...(content && { eContent: octets(content) }),
    }),
    certificates: [certificate],
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({ issuer, serialNumber }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(oid.contentType, new asn1js.ObjectIdentifier({ value: type })),
            attribute(oid.messageDigest, octets(digest)),
            attribute(oid.signingCertificateV2, certificateHash(certificate)),
          ],
        }),
      }),
    ],
  })
  await data.sign(key, 0, 'SHA-256')
  const whole = new pkijs.ContentInfo({ contentType: oid.signedData, content: data.toSchema(true) })
  return Buffer.from(whole.toSchema().toBER()).toString('base64')
}

/** RFC 5035: the hash alone names the certificate; SHA-256 is its default algorithm. */
function certificateHash(certificate: pkijs.Certificate): asn1js.Sequence {
  const inside = (value: asn1js.AsnType) => new asn1js.Sequence({ value: [value] })
  return inside(inside(inside(octets(sha256(certificate.toSchema(true).toBER())))))
}
