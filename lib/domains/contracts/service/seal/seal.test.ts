import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulatedTimestamp } from '../../../../platform/outside/simulated-seals.ts'
import type { ContractPaper } from '../../rules/contract-text.ts'
import { drawContract, endDrawing, sealContract, timeStampContract } from '../draw-contract.ts'
import type { DrawnPaper } from '../draw-paper.ts'
import type { SealOrder } from '../draw-thread.ts'
import { hand } from '../signing/testing.ts'
import { stampedBy } from './cms-signature.ts'
import { gapOf, isGenuine } from './genuine.fixture.ts'

/** The seal, held against a program that knows nothing of this one: OpenSSL. */

const home = mkdtempSync(join(tmpdir(), 'nlos-seal-'))
afterAll(() => {
  endDrawing()
  rmSync(home, { recursive: true, force: true })
})

const company = '蓝桥示例融资租赁有限公司'
const paper: ContractPaper = {
  title: '融资租赁合同',
  contractNo: 'BLQ-HZ-2026-000001',
  company,
  blocks: [
    { kind: 'text', text: '租赁物为机动车，'.repeat(300) },
    { kind: 'signatures', parties: ['承租人', '共同承租人', '出租人'] },
  ],
}
let drawn: DrawnPaper
let sealed: Buffer
let sealHash: string
const order = (source: SealOrder['source'] = { folder: home, tenant: 'blq', company }): SealOrder => ({
  bytes: drawn.bytes,
  stamps: {
    places: drawn.places,
    hands: [
      { party: '承租人', on: '2026-11-22', signature: hand },
      { party: '共同承租人', on: '2026-11-22', signature: hand },
      { party: '共同承租人', on: '2026-11-22', signature: hand },
    ],
    seal: { party: '出租人', company, on: '2026-11-22' },
  },
  source,
  reason: paper.contractNo,
  at: '2026-11-22T09:30:00.000Z',
})
beforeAll(async () => {
  const answer = await drawContract(paper, '2026-11-22T08:00:00.000Z')
  if ('lacking' in answer) throw new Error(answer.lacking.join())
  drawn = answer
  const { bytes, about } = await sealContract(order())
  sealed = bytes
  sealHash = about
})

test('a sealed contract is genuine to OpenSSL, by its certificate and its authority', () => {
  expect(isGenuine(home, sealed)).toBe(true)
})

test('it begins with the bytes that everybody read', () => {
  expect(sealed.subarray(0, drawn.bytes.length).equals(drawn.bytes)).toBe(true)
  expect(sealed.length).toBeGreaterThan(drawn.bytes.length)
})

test('the signing time stands in the dictionary, and not among the signed attributes (PAdES B-B)', () => {
  const { start, end } = gapOf(sealed)
  const cms = Buffer.from(sealed.toString('latin1', start + 1, end - 1), 'hex')
  // OIDs in DER: signing time, content type, digest, signing certificate v2.
  expect(cms.includes(Buffer.from('2a864886f70d010905', 'hex'))).toBe(false)
  for (const oid of ['2a864886f70d010903', '2a864886f70d010904', '2a864886f70d010910022f'])
    expect(cms.includes(Buffer.from(oid, 'hex'))).toBe(true)
  expect(sealed.includes('/M (D:20261122')).toBe(true)
  expect(sealed.includes('/ETSI.CAdES.detached')).toBe(true)
})

test('a time stamp is put beside the signature (B-T), which stays genuine; one about something else is refused', async () => {
  const token = tokenOver(Buffer.from(sealHash, 'hex'))
  const { bytes: stamped } = await timeStampContract(sealed, token)
  expect(stamped.length).toBe(sealed.length)
  expect(isGenuine(home, stamped)).toBe(true)
  expect(stamped.includes(token.toString('hex'))).toBe(true)
  expect((await timeStampContract(stamped, token)).about).toBe(sealHash)
  const other = tokenOver(createHash('sha256').update('another').digest())
  await expect(timeStampContract(sealed, other)).rejects.toThrow('another signature')
  await expect(timeStampContract(sealed, Buffer.from('no token'))).rejects.toThrow()
})

test('a token is genuine by its own certificate, and about one hash', async () => {
  const hash = createHash('sha256').update('a seal').digest()
  const token = tokenOver(hash)
  expect(await stampedBy(token)).toBe(hash.toString('hex'))
  expect(await stampedBy(Buffer.from(await simulatedTimestamp(sealHash), 'base64'))).toBe(sealHash)
  // Another hash in the token of an authority that never saw it.
  const forged = Buffer.from(token)
  forged.set(createHash('sha256').update('another').digest(), token.indexOf(hash))
  expect(await stampedBy(forged)).toBeUndefined()
  expect(await stampedBy(Buffer.from('no token'))).toBeUndefined()
})

/** A token of an authority that OpenSSL makes for the test. */
function tokenOver(hash: Buffer): Buffer {
  const inHome = (name: string) => join(home, name)
  const run = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: home, stdio: ['ignore', 'pipe', 'ignore'] })
  if (!statSync(inHome('tsa.pem'), { throwIfNoEntry: false })) {
    writeFileSync(
      inHome('tsa.cnf'),
      `[req]\ndistinguished_name=dn\nx509_extensions=ext\nprompt=no\n[dn]\nCN=TSA\n[ext]\nextendedKeyUsage=critical,timeStamping\n[tsa]\ndefault_tsa=one\n[one]\nserial=serial\nsigner_cert=tsa.pem\nsigner_key=tsa.key\nsigner_digest=sha256\ndefault_policy=1.2.3.4\ndigests=sha256\n`,
    )
    writeFileSync(inHome('serial'), '01')
    run(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'tsa.key',
      '-out',
      'tsa.pem',
      '-config',
      'tsa.cnf',
    )
  }
  run('ts', '-query', '-digest', hash.toString('hex'), '-sha256', '-cert', '-out', 'query.tsq')
  run('ts', '-reply', '-queryfile', 'query.tsq', '-config', 'tsa.cnf', '-token_out', '-out', 'token.der')
  return readFileSync(inHome('token.der'))
}

test('a PKCS#12 of the environment seals, from a path or in Base64; a wrong password is said', async () => {
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: home, stdio: 'ignore' })
  run(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=Own',
    '-keyout',
    'own.key',
    '-out',
    'own.pem',
  )
  run(
    'pkcs12',
    '-export',
    '-inkey',
    'own.key',
    '-in',
    'own.pem',
    '-passout',
    'pass:geheim',
    '-out',
    'own.p12',
  )
  const path = join(home, 'own.p12')
  for (const p12 of [path, readFileSync(path).toString('base64')]) {
    const own = await sealContract(order({ p12, password: 'geheim' }))
    expect(own.bytes.includes('/ETSI.CAdES.detached')).toBe(true)
    expect(own.about).not.toBe(sealHash)
  }
  const sealing = sealContract(order({ p12: path, password: 'falsch' }))
  await expect(sealing).rejects.toThrow()
}, 60_000)

test('the demo keeps its authority, readable by its owner alone', async () => {
  expect(statSync(join(home, 'blq.json')).mode & 0o077).toBe(0)
  const before = readFileSync(join(home, 'blq.json'), 'utf8')
  endDrawing()
  await sealContract(order())
  expect(readFileSync(join(home, 'blq.json'), 'utf8')).toBe(before)
})
