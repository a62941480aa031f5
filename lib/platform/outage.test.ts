import { existsSync, renameSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { home } from '../domains/home/contract.ts'
import { identity } from '../domains/identity/contract.ts'
import { attachments } from '../domains/materials/contract/attachments.ts'
import { draftOrder, newEvent } from '../domains/orders/service/testing.ts'
import { openTestBackend, type TestBackend } from '../domains/testing.ts'
import { db, inTenant } from './db/client.ts'
import { DatabaseError } from './db/engine.ts'
import { routes } from './endpoint-index.ts'
import { createReadiness } from './readiness.ts'

/** Disks that are full, folders that are gone and a database that is away (N7, A6). */

let backend: TestBackend
let dataDir = ''
/** Takes the database away and gives it back: PostgreSQL behind a line that is cut, PGlite by its folder. */
let away: { take(): Promise<void>; give(): Promise<void> }
let logged = ''

beforeAll(async () => {
  backend = await openTestBackend({
    async prepare(options) {
      dataDir = options.dataDir
      away = options.databaseUrl ? await lineTo(options) : folder(join(dataDir, 'db'))
    },
  })
}, 60_000)
afterAll(() => backend.close())
beforeEach(() => {
  logged = ''
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    logged += text
    return true
  })
})
afterEach(() => jest.restoreAllMocks())

const folder = (path: string) => ({
  take: async () => renameSync(path, `${path}.away`),
  give: async () => renameSync(`${path}.away`, path),
})

/** A line to PostgreSQL through a port of the test; the options name the port from now on. */
async function lineTo(options: { databaseUrl: string | undefined }) {
  const url = new URL(options.databaseUrl ?? '')
  const target = { host: url.hostname, port: Number(url.port || 5432) }
  const lines = new Set<Socket>()
  let server: Server = createServer()
  let port = 0
  const give = async () => {
    server = createServer((near) => {
      const far = connect(target)
      lines.add(near)
      near.pipe(far).pipe(near)
      near.on('error', () => far.destroy()).on('close', () => far.destroy())
      far.on('error', () => near.destroy()).on('close', () => near.destroy())
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    server.unref()
  }
  const take = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const line of lines) line.destroy()
    lines.clear()
    await closed
  }
  await give()
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
  url.host = `127.0.0.1:${port}`
  options.databaseUrl = url.href
  return { take, give }
}

const busy = { status: 503, body: { message: '服务器繁忙，请稍后再试', code: 'unavailable' } }
const clerk = () => backend.as('entry_clerk')
/** As asked the first time: the answer of a second ago is another test's. */
const ready = () => createReadiness()()

it('a database that is away is 503 with the sentence, and is there again without a restart', async () => {
  await clerk().call(home.list, { start: 0, length: 20 })
  expect(await ready()).toBe(true)
  await away.take()
  const refused = await clerk().raw(home.list, { start: 0, length: 20 })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  expect(await refused.json()).toEqual(busy.body)
  expect(await backend.withToken(undefined).send(identity.loginPolicy, {})).toEqual(busy)
  expect(logged).toMatch(/is not there: put it back|takes no connection/)
  logged = ''
  expect(await ready()).toBe(false)
  expect(logged).toContain('"message":"not ready"')
  await away.give()
  await clerk().call(home.list, { start: 0, length: 20 })
  expect(await ready()).toBe(true)
})

it('a folder of files that is gone is 503, is not made anew, and is there again without a restart', async () => {
  const { orderId } = await draftOrder(clerk())
  const input = { orderId, materialType: 'id_front', eventId: newEvent() }
  const picture = sharp({ create: { width: 31, height: 17, channels: 3, background: '#10a0f0' } })
  const file = { name: 'a.png', bytes: await picture.png().toBuffer() }
  const { file: kept } = await clerk().upload(attachments.upload, input, file)
  const other = { name: 'b.png', bytes: await picture.negate().png().toBuffer() }
  const again = { ...input, eventId: newEvent() }
  const files = folder(join(dataDir, 'files'))

  await files.take()
  await expect(clerk().upload(attachments.upload, again, other)).rejects.toMatchObject(busy)
  expect(await clerk().send(attachments.download, { orderId, fileId: kept.id })).toEqual(busy)
  expect(existsSync(join(dataDir, 'files'))).toBe(false)
  expect(logged).toContain(`${join(dataDir, 'files')} is not there: put it back`)
  expect(await ready()).toBe(false)
  // Work that needs no file goes on.
  expect((await clerk().call(attachments.materials, { orderId })).items.length).toBeGreaterThan(0)

  await files.give()
  await clerk().upload(attachments.upload, again, other)
  expect((await clerk().raw(attachments.download, { orderId, fileId: kept.id })).status).toBe(200)
  expect(await ready()).toBe(true)
})

const system = (code: string) => Object.assign(new Error(`${code}: /srv/secret`), { code })
const database = (code: string) => new Error('query', { cause: new DatabaseError('row 4711', code) })

it.each([
  ['a full disk', system('ENOSPC'), 503],
  ['a disk that only reads', system('EROFS'), 503],
  ['no file handle left', system('EMFILE'), 503],
  ['a full disk of the database', database('53100'), 503],
  ['no connection left', database('53300'), 503],
  ['a broken connection', database('08006'), 503],
  ['a database that stops', database('57P01'), 503],
  ['a database that starts', database('57P03'), 503],
  ['a file of the database that is gone', database('58P01'), 503],
  ['a standby that only reads', database('25006'), 503],
  ['a statement that ran too long', database('57014'), 500],
  ['a table that is not there', database('42P01'), 500],
  ['a file that is not there', system('ENOENT'), 500],
])('%s is %s', async (_name, error, status) => {
  const route = [...routes.values()].find(({ endpoint }) => endpoint === identity.permissions)
  if (!route) throw new Error('no such call')
  jest.spyOn(route, 'run').mockRejectedValueOnce(error as never)
  const answer = await clerk().send(identity.permissions, {})
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).not.toMatch(/4711|secret/)
  expect(logged).toContain('"message":"call failed"')
})

it('a line that breaks between two statements of a call fails that call and not the process', async () => {
  const cut = inTenant(1, async () => {
    await db().execute(sql`select 1`)
    await away.take()
    // The break is heard while no statement is under way.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await db().execute(sql`select * from sys_user`)
  })
  await cut.catch(() => undefined).finally(away.give)
  expect((await clerk().send(home.list, { start: 0, length: 20 })).status).toBe(200)
})
