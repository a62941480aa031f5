/** Photos of a camera go up, as many as a case of papers takes, while a colleague works with lists. Rows N3, U4. */

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cameraPhotos } from '../e2e/support/papers.ts'
import { demoPassword } from '../lib/backend/identity/demo-offer.ts'
import { clientHash } from '../lib/backend/identity/password-hash.ts'
import { applications } from '../lib/contracts/applications.ts'
import { changes } from '../lib/contracts/changes.ts'
import { firstPayments } from '../lib/contracts/first-payments.ts'
import { papers } from '../lib/contracts/papers.ts'
import { releases } from '../lib/contracts/releases.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { createClient, each } from './client.mjs'
import { FLOOR_MS, MOST, upload } from './costly.mjs'
import { startWorking } from './other-user.mjs'
import { ownFolder, startServer } from './servers.mjs'

/** Of each of two papers of the case. */
const PHOTOS = 20
/** As many as a browser sends to one host. */
const AT_ONCE = 6
const QUIET_MS = 20_000

export function photoParts(tally) {
  const beside = (engine, env) =>
    tally.part(
      'N3, U4',
      `${2 * PHOTOS} photos of 6 MB beside a colleague's lists, on ${engine}`,
      async (part) => {
        const server = await startServer({ NLOS_DEMO: '1', ...env })
        try {
          return await photosBeside(part, server.port)
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
  ]
}

const lists = [releases.list, changes.list, firstPayments.list, applications.query].map(({ path }) => ({
  path: `/nlos${path}`,
  body: 'start=0&length=20',
}))

async function photosBeside(part, port) {
  const client = createClient(port)
  const signIn = (account) => client.signIn(`account=${account}&password=${clientHash(demoPassword)}`)
  const [clerk, colleague] = [await signIn('material_clerk'), await signIn('cashier')]
  const body = `start=0&length=1&setStatus=${encodeURIComponent('未上传')}`
  const found = await client.ask({ path: `/nlos${papers.capitalList.path}`, body, cookie: clerk })
  const [order] = JSON.parse(found.body).data
  const sides = await Promise.all(
    ['funder_form', 'funder_auth'].map(async (materialType) => {
      const paths = await cameraPhotos(ownFolder(), materialType, PHOTOS)
      return paths.map((path) => ({ name: basename(path), path, paper: { kind: 'capital', materialType } }))
    }),
  )
  const photos = sides.flat()

  const quiet = startWorking(port, colleague, lists)
  await wait(QUIET_MS)
  const before = await quiet.stop()

  const user = startWorking(port, colleague, lists)
  const started = performance.now()
  let bytes = 0
  await each(photos, AT_ONCE, async ({ name, path, paper }) => {
    part.tried++
    const file = { name, bytes: readFileSync(path) }
    bytes += file.bytes.length
    const { status, body: said } = await upload(client, clerk, order.id, file, paper)
    if (status !== 200) part.fell.push(`${name}: ${status} ${said}`)
  })
  const seconds = (performance.now() - started) / 1000
  const after = await user.stop()
  client.close()
  part.fell.push(...before.fell, ...after.fell)
  if (after.p99 > MOST * Math.max(before.p99, FLOOR_MS))
    part.fell.push(`the colleague's p99 was ${after.p99} ms, and ${before.p99} ms before`)
  const size = (bytes / photos.length / 1024 / 1024).toFixed(1)
  return `${size} MB each in ${seconds.toFixed(1)} s; p50 and p99 of ${before.calls} calls ${before.p50} and ${before.p99} ms before, of ${after.calls} ${after.p50} and ${after.p99} ms meanwhile`
}
