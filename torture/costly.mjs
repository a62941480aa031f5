/** Costly uploads beside somebody who works, and a disk that fills up. Rows N3, U4, N7. */
import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { demoPassword } from '../lib/domains/identity/service/demo-offer.ts'
import { clientHash } from '../lib/domains/identity/service/password-hash.ts'
import { preferenceLimits } from '../lib/domains/system/rules/draft-keys.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { createClient } from './client.mjs'
import { startWorking } from './other-user.mjs'
import { ownFolder, startServer } from './servers.mjs'

const UPLOADS = 12
const QUIET_MS = 20_000
const LOUD_MS = 30_000
/** Another one's slowest calls, by the quiet ones; below the floor nobody notices. */
export const MOST = 3
export const FLOOR_MS = 30

export function costlyParts(tally) {
  const beside = (engine, env) =>
    tally.part(
      'N3, U4',
      `${UPLOADS} costly uploads beside another tenant's list, on ${engine}`,
      async (part) => {
        const server = await startServer({ NLOS_DEMO: '1', ...env })
        try {
          return await uploadBeside(part, server)
        } finally {
          await server.stop()
        }
      },
    )
  return [
    () => beside('PGlite', {}),
    async () => {
      const postgres = await startPostgres(['nlos'])
      await beside('PostgreSQL', { DATABASE_URL: postgres.urls.nlos })
      await postgres.stop()
    },
    () => tally.part('N7, A6', 'a disk that is full, on PGlite', fullDisk),
  ]
}

const password = `password=${clientHash(demoPassword)}`

async function uploadBeside(part, server) {
  const client = createClient(server.port)
  const cookie = await client.signIn(`account=entry_clerk&${password}`)
  const host = `qinghe.localhost:${server.port}`
  const other = { host, origin: `http://${host}` }
  const signedIn = await client.ask({
    path: '/nlos/login/go',
    body: `account=entry_clerk&${password}`,
    headers: other,
  })
  const otherCookie = signedIn.headers['set-cookie'].map((pair) => pair.split(';')[0]).join('; ')
  const list = { path: '/nlos/biz/order/intake/list', body: 'start=0&length=20', headers: other }

  const files = await costlyFiles()
  const orders = await openOrders(client, cookie)
  const quiet = startWorking(server.port, otherCookie, list)
  await wait(QUIET_MS)
  const before = await quiet.stop()

  const user = startWorking(server.port, otherCookie, list)
  const statuses = new Map()
  const until = performance.now() + LOUD_MS
  const loop = async (at) => {
    for (let tries = at; performance.now() < until; tries++) {
      part.tried++
      const file = files[tries % files.length]
      const received = await upload(client, cookie, orders[tries % orders.length], file).catch((error) => ({
        status: error.message,
        headers: {},
      }))
      const seen = `${file.kind} ${received.status}`
      statuses.set(seen, (statuses.get(seen) ?? 0) + 1)
      if (received.status === 503 && received.headers['retry-after'] === undefined)
        part.fell.push('503 without Retry-After')
      if (![200, 400, 422, 503].includes(received.status)) part.fell.push(seen)
    }
  }
  await Promise.all(Array.from({ length: UPLOADS }, (_, at) => loop(at)))
  const after = await user.stop()
  client.close()
  part.fell.push(...after.fell)
  const limit = MOST * Math.max(before.p99, FLOOR_MS)
  if (after.p99 > limit)
    part.fell.push(`the other user's p99 was ${after.p99} ms, and ${before.p99} ms before`)
  const said = [...statuses].map(([seen, count]) => `${count} × ${seen}`).join(', ')
  return `p50 and p99 ${before.p50} and ${before.p99} ms before, ${after.p50} and ${after.p99} ms meanwhile; ${said}`
}

/** The calls that cost most for their weight, by kind. */
async function costlyFiles() {
  const flat = (width, height) => sharp({ create: { width, height, channels: 3, background: '#3060c0' } })
  const noise = sharp(randomBytes(2400 * 1600 * 3), { raw: { width: 2400, height: 1600, channels: 3 } })
  const objects = deflateSync(`1 0 ${' '.repeat(60 * 1024 * 1024)}`)
  const pdf = Buffer.concat([
    Buffer.from('%PDF-1.7\n5 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n'),
    objects,
    Buffer.from('\nendstream\nendobj\n%%EOF\n'),
  ])
  return [
    {
      kind: 'interlaced',
      name: 'a.png',
      bytes: await flat(7700, 7700).png({ progressive: true, palette: true }).toBuffer(),
    },
    { kind: 'large', name: 'a.png', bytes: await flat(7700, 7700).png().toBuffer() },
    {
      kind: 'small interlaced',
      name: 'a.png',
      bytes: await flat(4400, 4400).png({ progressive: true }).toBuffer(),
    },
    { kind: 'noise', name: 'a.jpg', bytes: await noise.jpeg({ progressive: true, quality: 80 }).toBuffer() },
    { kind: 'PDF', name: 'a.pdf', bytes: pdf },
  ]
}

/** Orders of the clerk that take a file. */
async function openOrders(client, cookie) {
  const { body } = await client.ask({
    path: '/nlos/biz/order/intake/list',
    body: 'start=0&length=50',
    cookie,
  })
  const ids = JSON.parse(body).data.map(({ id }) => id)
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const open = []
  for (const id of ids) {
    const { status } = await upload(client, cookie, id, { name: 'a.png', bytes })
    if (status === 200) open.push(id)
  }
  if (open.length === 0) throw new Error('No order of the demo takes a file.')
  return open
}

/** @param paper which paper of the order it is, one of the intake unless told; with `eventId` one that was sent before */
export function upload(client, cookie, orderId, { name, bytes }, paper = { materialType: 'id_front' }) {
  const boundary = `x${randomUUID()}`
  const field = (key, value) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const fields = Object.entries({ orderId, eventId: randomUUID(), ...paper }).map(([key, value]) =>
    field(key, value),
  )
  const body = Buffer.concat([
    Buffer.from(fields.join('')),
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return client.ask({ path: '/nlos/biz/material/file/upload', cookie, body, headers, timeout: 120_000 })
}

/** The data on a disk of its own, which is filled and made room on again. */
async function fullDisk(part) {
  const disk = ownFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return 'not tried: only root can mount a disk for it'
  }
  const server = await startServer({ NLOS_DEMO: '1', DATA_DIR: join(disk, 'data') })
  const client = createClient(server.port)
  try {
    const cookie = await client.signIn(`account=entry_clerk&${password}`)
    const save = (value) =>
      client.ask({
        path: '/nlos/biz/system/preference/save',
        cookie,
        body: `key=torture&value=${encodeURIComponent(JSON.stringify(value))}`,
      })
    const ready = async () => (await client.ask({ method: 'GET', path: '/readyz', alone: true })).status
    const kept = await save('before')
    if (kept.status !== 200) part.fell.push(`a write before was answered with ${kept.status}`)
    const filler = join(disk, 'filler')
    fill(filler)
    const seen = new Set()
    for (let tries = 0; tries < 300 && !seen.has(503); tries++) {
      part.tried++
      const { status, headers } = await save(randomBytes(preferenceLimits.size / 2 - 10).toString('hex'))
      seen.add(status)
      if (status === 503 && headers['retry-after'] === undefined) part.fell.push('503 without Retry-After')
    }
    await wait(1_500)
    if (!seen.has(503)) part.fell.push('no write was refused')
    for (const status of seen) if (![200, 503].includes(status)) part.fell.push(`answered ${status}`)
    if ((await ready()) !== 503) part.fell.push('/readyz says that all is well')
    rmSync(filler)
    for (let tries = 0; (await ready()) !== 200; tries++) {
      if (tries > 20) throw new Error(`not ready again:\n${server.log().slice(-2_000)}`)
      await wait(1_000)
    }
    const { status } = await save('after')
    if (status !== 200) part.fell.push(`with room again: ${status}`)
    return `answered ${[...seen].join(', ')}, then 200`
  } finally {
    client.close()
    await server.stop()
    execFileSync('umount', [disk])
  }
}

/** Writes until nothing fits any more. */
function fill(path) {
  for (const size of [16 * 1024 * 1024, 1024 * 1024, 4096]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error
    }
  }
}
