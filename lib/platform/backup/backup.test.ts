import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { identity } from '../../domains/identity/contract.ts'
import { demoPassword } from '../../domains/identity/service/demo-offer.ts'
import { clientHash } from '../../domains/identity/service/password-hash.ts'
import { openBackend } from '../../domains/open-backend.ts'
import { openTestBackend } from '../../domains/testing.ts'
import { encodeForm } from '../contract/form-text.ts'
import { asOwner } from '../db/client.ts'
import { hashOf } from '../files/file-hash.ts'
import { makeBackup, restoreBackup } from './backup.ts'

const cluster = process.env.NLOS_TEST_DATABASE_URL
const home = mkdtempSync(join(tmpdir(), 'nlos-backup-'))
const folder = join(home, 'backup')
const picture = hashOf(Buffer.from('a picture'))
const upload = join('files', '1', picture.slice(0, 2), picture)

let target: { databaseUrl: string | undefined; dataDir: string }
/** While the test's own backend has the source. */
let refusal: unknown

beforeAll(async () => {
  const backend = await openTestBackend({
    async prepare(source) {
      mkdirSync(join(source.dataDir, upload, '..'), { recursive: true })
      writeFileSync(join(source.dataDir, upload), 'a picture')
      writeFileSync(join(source.dataDir, upload, '..', '.half.tmp'), 'half')
      await makeBackup({ ...source, folder })
      kept = source
    },
  })
  refusal = await makeBackup({ ...kept, folder: join(home, 'second') }).catch((error: unknown) => error)
  await backend.close()
  target = { databaseUrl: cluster && (await newDatabase()), dataDir: join(home, 'restored') }
})
let kept: { databaseUrl: string | undefined; dataDir: string }
afterAll(async () => {
  rmSync(home, { recursive: true, force: true })
  if (target.databaseUrl) await onCluster(`DROP DATABASE ${nameOf(target.databaseUrl)}`)
})

const nameOf = (url: string) => pg.escapeIdentifier(new URL(url).pathname.slice(1))

async function onCluster(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

async function newDatabase(): Promise<string> {
  const url = new URL(cluster ?? '')
  url.pathname = `/restored_${randomUUID().slice(0, 8)}`
  await onCluster(`CREATE DATABASE ${nameOf(url.href)}`)
  return url.href
}

it('A8: is made while PostgreSQL is in use, and refuses the folder of a running PGlite', () => {
  if (cluster) expect(refusal).toMatchObject({ engine: 'postgres' })
  else expect(refusal).toMatchObject({ name: 'LockedError' })
})

it('A8: comes back whole: sign-in, roles of functions, rows and uploads', async () => {
  const { rows } = await restoreBackup({ ...target, folder })
  expect(readFileSync(join(target.dataDir, upload), 'utf8')).toBe('a picture')
  expect(existsSync(join(target.dataDir, upload, '..', '.half.tmp'))).toBe(false)
  if (cluster) expect(rows.sys_user).toBeGreaterThan(20)

  const backend = await openBackend({ ...target, demo: false, sessionSecrets: { 1: randomUUID() } })
  try {
    const body = encodeForm({ account: 'entry_clerk', password: clientHash(demoPassword) })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-nlos-tenant': 'blq' }
    const init = { method: 'POST', headers, body }
    const answer = await backend.fetch(new Request('http://backend/login/go', init))
    expect(identity.login.output.parse(await answer.json()).token).not.toBe('')
    const owners = await asOwner((connection) =>
      connection.exec(
        "SELECT proname || ' ' || proowner::regrole AS owned FROM pg_proc WHERE proname LIKE 'nlos%' AND prosecdef ORDER BY 1",
      ),
    )
    expect(owners.rows).toEqual(
      expect.arrayContaining([
        { owned: 'nlos_due_tenants nlos_clock' },
        { owned: 'nlos_search nlos_search' },
      ]),
    )
  } finally {
    await backend.close()
  }
})

it('A8: is not put over what is there, nor a backup over a backup', async () => {
  await expect(restoreBackup({ ...target, folder })).rejects.toThrow(/is not empty/)
  await expect(makeBackup({ ...target, folder })).rejects.toThrow(/is not empty/)
})

it('A8: is for the database that it is of', async () => {
  const other = {
    databaseUrl: cluster ? undefined : 'postgres://x@127.0.0.1:1/x',
    dataDir: join(home, 'other'),
  }
  await expect(restoreBackup({ ...other, folder })).rejects.toThrow(/the settings name/)
})

it('A8: damage is found before anything is written', async () => {
  const empty = { ...target, dataDir: join(home, 'empty') }
  appendFileSync(join(folder, upload), '!')
  await expect(restoreBackup({ ...empty, folder })).rejects.toThrow(`${upload} of the backup is damaged`)
  rmSync(join(folder, upload))
  await expect(restoreBackup({ ...empty, folder })).rejects.toThrow(`${upload} of the backup is missing`)
  rmSync(join(folder, 'manifest.json'))
  await expect(restoreBackup({ ...empty, folder })).rejects.toThrow(
    'it is no backup, or one that was broken off',
  )
  expect(existsSync(empty.dataDir)).toBe(false)
})
