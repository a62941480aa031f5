import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CryptoKeySigner, type Signer } from '@libpdf/core'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'

/**
 * The demo's own authority: it is nobody, and says so in its name. Made when the first contract is sealed, kept in the
 * data folder, so that what it signed can be checked after a restart.
 */

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const
const oid = { commonName: '2.5.4.3', basicConstraints: '2.5.29.19', keyUsage: '2.5.29.15' }
const years = 10

/** Base64 in a file, as JSON. */
type Kept = { key: string; certificate: string }

export async function demoSigner(folder: string, tenant: string, company: string): Promise<Signer> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const authority = await kept(join(folder, 'authority.json'), () => issue('示例电子签章机构（演示）'))
  const own = await kept(join(folder, `${tenant}.json`), () => issue(company, authority))
  return new CryptoKeySigner(await privateKey(own), decoded(own.certificate), 'RSA', 'RSASSA-PKCS1-v1_5', [
    decoded(authority.certificate),
  ])
}

/** In the place of a certificate that is not known yet, while a file is laid out. */
export const nobodysCertificate = async (): Promise<Uint8Array> => decoded((await issue('-')).certificate)

const decoded = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
const encoded = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64')
const privateKey = ({ key }: Kept) =>
  crypto.subtle.importKey('pkcs8', decoded(key), algorithm, true, ['sign'])

/** Of two processes that make it at once, the first one's counts for both. */
async function kept(file: string, make: () => Promise<Kept>): Promise<Kept> {
  const read = (): Kept => JSON.parse(readFileSync(file, 'utf8'))
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const made = await make()
  try {
    writeFileSync(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return read()
  }
}

/** A key and its certificate, by an authority or by itself. */
async function issue(name: string, authority?: Kept): Promise<Kept> {
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = new pkijs.Certificate()
  certificate.version = 2
  certificate.serialNumber = new asn1js.Integer({
    valueHex: new Uint8Array([1, ...crypto.getRandomValues(new Uint8Array(15))]),
  })
  certificate.subject.typesAndValues.push(commonName(name))
  if (authority) certificate.issuer = pkijs.Certificate.fromBER(decoded(authority.certificate)).subject
  else certificate.issuer.typesAndValues.push(commonName(name))
  const from = new Date()
  certificate.notBefore.value = from
  certificate.notAfter.value = new Date(from.getTime() + years * 365 * 86_400_000)
  certificate.extensions = [
    extension(oid.basicConstraints, new pkijs.BasicConstraints({ cA: !authority }).toSchema()),
    // Bits from the left: digital signature and non-repudiation, or the signing of certificates.
    extension(oid.keyUsage, bits(authority ? 0b1100_0000 : 0b0000_0100)),
  ]
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey)
  await certificate.sign(authority ? await privateKey(authority) : pair.privateKey, 'SHA-256')
  return {
    key: encoded(await crypto.subtle.exportKey('pkcs8', pair.privateKey)),
    certificate: encoded(certificate.toSchema(true).toBER()),
  }
}

const commonName = (value: string) =>
  new pkijs.AttributeTypeAndValue({ type: oid.commonName, value: new asn1js.Utf8String({ value }) })

const extension = (extnID: string, value: { toBER(): ArrayBuffer }) =>
  new pkijs.Extension({ extnID, critical: true, extnValue: value.toBER() })

const bits = (byte: number) =>
  new asn1js.BitString({ valueHex: new Uint8Array([byte]), unusedBits: 31 - Math.clz32(byte & -byte) })
