/** Backup, loss and restore of both databases, by the commands of docs/operations.md. Row A8. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { demoPassword } from '../lib/domains/identity/service/demo-offer.ts'
import { clientHash } from '../lib/domains/identity/service/password-hash.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { runNode, secondsSince } from '../scripts/runtime.mjs'
import { noSettings } from '../scripts/serve.mjs'
import { createClient } from './client.mjs'
import { newSecret, ownFolder, startServer } from './servers.mjs'

const ACCOUNT = 'entry_clerk'
/** Uploads before the backup is taken, so that it has something to lose. */
const LEAST = 8

/** @typedef {{ DATA_DIR: string, DATABASE_URL?: string, SESSION_SECRET: string }} Settings of a start */

export function drillParts(tally) {
  return [
    () =>
      tally.part('A8', 'PGlite is backed up at rest, lost and restored', async (part) => {
        const settings = newSettings()
        const written = await writeFor(settings)
        const backup = join(ownFolder(), 'backup')
        await command('backup', settings, backup)
        const before = await fingerprint(settings)
        rmSync(settings.DATA_DIR, { recursive: true })
        await damageIsSeen(part, settings, backup)
        const seconds = await command('restore', settings, backup)
        compare(part, before, await fingerprint(settings))
        await look(part, settings, written)
        return `restored in ${seconds}`
      }),

    () =>
      tally.part('A8', 'PostgreSQL is backed up at work and at rest, lost and restored', async (part) => {
        const [atWork, atRest] = [join(ownFolder(), 'backup'), join(ownFolder(), 'backup')]
        const lost = await onPostgres(['nlos'], async ({ nlos }) => {
          const settings = newSettings(nlos)
          const written = await writeFor(settings, () => command('backup', settings, atWork))
          await command('backup', settings, atRest)
          return { written, before: await fingerprint(settings) }
        })
        // Not the database alone: the roles of the whole server went with it.
        return onPostgres(['rest', 'work'], async ({ rest, work }) => {
          const settings = newSettings(rest)
          await damageIsSeen(part, settings, atRest)
          const seconds = await command('restore', settings, atRest)
          compare(part, lost.before, await fingerprint(settings))
          await look(part, settings, lost.written)

          const { written } = lost
          const elsewhere = newSettings(work)
          await command('restore', elsewhere, atWork)
          await look(part, elsewhere, written.slice(0, written.beforeBackup), written)
          return `restored in ${seconds}, ${written.length - written.beforeBackup} uploads during the backup`
        })
      }),
  ]
}

/** A PostgreSQL with these databases while `work` uses it; nothing of it is left. */
async function onPostgres(names, work) {
  const server = await startPostgres(names)
  try {
    return await work(server.urls)
  } finally {
    await server.stop()
  }
}

/** @returns {Settings} */
const newSettings = (databaseUrl) => ({
  DATA_DIR: join(ownFolder(), 'data'),
  DATABASE_URL: databaseUrl,
  SESSION_SECRET: newSecret(),
})

/** Runs `npm run <name>`. @returns how long it took @throws {Error} with what it said */
async function command(name, settings, ...args) {
  const started = performance.now()
  const { code, output } = await tryCommand(name, settings, ...args)
  if (code !== 0) throw new Error(`npm run ${name}: ${output}`)
  return secondsSince(started)
}

const tryCommand = (name, settings, ...args) =>
  runNode([`scripts/${name}.mjs`, ...args], { quiet: true, env: { ...noSettings(), ...settings } })

/** Serves the data of these settings while `work` uses it. */
async function serving(settings, work) {
  const server = await startServer({ ...settings, NLOS_DEMO: '1' })
  const client = createClient(server.port)
  try {
    const cookie = await client.signIn(`account=${ACCOUNT}&password=${clientHash(demoPassword)}`)
    const ask = (path, body) =>
      client.ask({ path: `/nlos${path}`, body: `${new URLSearchParams(body)}`, cookie })
    return await work({ client, cookie, ask })
  } finally {
    client.close()
    await server.stop()
  }
}

/**
 * Uploads pictures: a row and a file each, which a backup has to keep together.
 * @param {Settings} settings
 * @param {() => Promise<unknown>} [meanwhile] runs while uploads go on
 * @returns what was acknowledged; of that, `beforeBackup` before `meanwhile` began
 */
function writeFor(settings, meanwhile = async () => undefined) {
  return serving(settings, async (desk) => {
    const written = Object.assign([], { beforeBackup: 0 })
    let going = true
    const uploading = (async () => {
      for await (const upload of uploads(desk)) {
        written.push(upload)
        if (!going && written.length >= LEAST) return
      }
    })()
    while (written.length < LEAST) await Promise.race([uploading, wait(20)])
    written.beforeBackup = written.length
    await meanwhile()
    going = false
    await uploading
    return written
  })
}

/** One upload after the other, wherever an order takes another picture, until nobody wants more. */
async function* uploads({ client, cookie, ask }) {
  for (let start = 0; ; start += 100) {
    const { data } = JSON.parse((await ask('/biz/order/intake/list', { start, length: 100 })).body)
    if (data.length === 0) throw new Error('No order takes another picture.')
    for (const { id: orderId } of data) {
      const { items } = JSON.parse((await ask('/biz/material/set/get', { orderId })).body)
      for (const { materialType, files, maxFiles } of items) {
        if (files.length >= maxFiles) continue
        const body = await pictureForm({ orderId: String(orderId), materialType })
        const answer = await client.ask({ path: '/nlos/biz/material/file/upload', cookie, ...body })
        // An order that is past its entry takes none.
        if (answer.status >= 400 && answer.status < 500) break
        if (answer.status !== 200) throw new Error(`An upload was answered with ${answer.status}.`)
        yield { orderId, ...JSON.parse(answer.body).file }
      }
    }
  }
}

async function pictureForm(fields) {
  const raw = { width: 64, height: 64, channels: 3 }
  const picture = await sharp(randomBytes(64 * 64 * 3), { raw })
    .png()
    .toBuffer()
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, eventId: randomUUID() })) form.set(name, value)
  form.set('file', new Blob([picture], { type: 'image/png' }), '照片.png')
  const sent = new Response(form)
  return {
    headers: { 'content-type': sent.headers.get('content-type') },
    body: Buffer.from(await sent.arrayBuffer()),
  }
}

/** One byte of a backup is another: the check says so, and nothing is restored. */
async function damageIsSeen(part, settings, backup) {
  const { files } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'))
  const largest = files.reduce((most, file) => (file.size > most.size ? file : most))
  const file = join(backup, largest.path)
  const whole = readFileSync(file)
  const broken = Buffer.from(whole)
  broken[broken.length >> 1] ^= 1
  writeFileSync(file, broken)
  for (const args of [['--check', backup], [backup]]) {
    part.tried++
    const { code, output } = await tryCommand('restore', settings, ...args)
    if (code !== 1 || !output.includes(`${largest.path} of the backup is damaged.`))
      part.fell.push(`a damaged backup, ${args[0]}: exit ${code}, ${output.trim()}`)
  }
  writeFileSync(file, whole)
}

/** A checksum of each file, and of each table where PostgreSQL has them. @returns {Promise<Map<string, string>>} */
async function fingerprint({ DATA_DIR, DATABASE_URL }) {
  const found = new Map()
  for (const folder of DATABASE_URL ? ['files'] : ['files', 'db']) {
    const entries = readdirSync(join(DATA_DIR, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name)
      found.set(path.slice(DATA_DIR.length), createHash('sha256').update(readFileSync(path)).digest('hex'))
    }
  }
  if (DATABASE_URL) for (const [table, hash] of await tableHashes(DATABASE_URL)) found.set(table, hash)
  return found
}

async function tableHashes(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // The role of backups: everybody else sees the rows of one tenant.
    await client.query('SET ROLE nlos_backup')
    const { rows } = await client.query(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    )
    const hashes = []
    for (const { name } of rows) {
      const each = `md5(t::text)`
      const sql = `SELECT md5(string_agg(${each}, '' ORDER BY ${each})) AS hash FROM ${pg.escapeIdentifier(name)} t`
      hashes.push([name, (await client.query(sql)).rows[0].hash])
    }
    return hashes
  } finally {
    await client.end()
  }
}

function compare(part, before, after) {
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    part.tried++
    if (before.get(name) !== after.get(name)) part.fell.push(`${name} is not what it was`)
  }
}

/**
 * Signs in to what was restored: everything of `wanted` is there, and what else of `written` is there has its file.
 * @param {{ orderId: number, id: number, size: number }[]} wanted
 */
async function look(part, settings, wanted, written = wanted) {
  await serving(settings, async ({ client, cookie, ask }) => {
    for (const orderId of new Set(written.map((upload) => upload.orderId))) {
      const { items } = JSON.parse((await ask('/biz/material/set/get', { orderId })).body)
      const found = items.flatMap(({ files }) => files)
      const lost = wanted.filter(
        (upload) => upload.orderId === orderId && !found.some(({ id }) => id === upload.id),
      )
      part.fell.push(...lost.map(({ id }) => `file ${id} of order ${orderId} is lost`))
      for (const { id, size } of found) {
        part.tried++
        const path = `/nlos/biz/material/file/get?orderId=${orderId}&fileId=${id}`
        const { status, body } = await client.ask({ method: 'GET', path, cookie })
        if (status !== 200 || body.length !== size)
          part.fell.push(`file ${id} of order ${orderId}: ${status}, ${body.length} of ${size} bytes`)
      }
    }
  })
}
