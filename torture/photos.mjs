/**
 * Photos of a camera go up, as many as a case of papers takes, over a network that is cut on the way, while a colleague
 * works with lists. Rows N3, U4.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { networkTo } from '../e2e/support/network.ts'
import { cameraPhotos } from '../e2e/support/papers.ts'
import { firstPayments } from '../lib/domains/first-payments/contract.ts'
import { demoPassword } from '../lib/domains/identity/service/demo-offer.ts'
import { clientHash } from '../lib/domains/identity/service/password-hash.ts'
import { papers } from '../lib/domains/materials/contract/papers.ts'
import { applications } from '../lib/domains/orders/contract.ts'
import { releases } from '../lib/domains/releases/contract.ts'
import { changes } from '../lib/platform/changes/contract.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { createClient, each } from './client.mjs'
import { FLOOR_MS, MOST, upload } from './costly.mjs'
import { startWorking } from './other-user.mjs'
import { ownFolder, startServer } from './servers.mjs'

/** Of each of two papers of the case. */
const PHOTOS = 20
const LEAST_BYTES = 6 * 1024 * 1024
/** The network goes when so many are there. */
const CUTS = [10, 20, 30]
const CUT_MS = 1_000
/** As many as a browser sends to one host. */
const AT_ONCE = 6
const QUIET_MS = 20_000

export function photoParts(tally) {
  const beside = (engine, env) =>
    tally.part(
      'N3, U4',
      `${2 * PHOTOS} photos of 6 MB over a network cut ${CUTS.length} times, beside a colleague's lists, on ${engine}`,
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
  const waiting = []
  for (const materialType of ['funder_form', 'funder_auth']) {
    for (const path of await largePhotos(materialType))
      waiting.push({ path, paper: { kind: 'capital', materialType, eventId: randomUUID() } })
  }
  const names = waiting.map(({ path }) => basename(path)).sort()
  const bytes = waiting.reduce((sum, { path }) => sum + statSync(path).size, 0)

  const quiet = startWorking(port, colleague, lists)
  await wait(QUIET_MS)
  const before = await quiet.stop()

  const user = startWorking(port, colleague, lists)
  const started = performance.now()
  const broken = await sendAll(part, { port, clerk, orderId: order.id, waiting })
  const seconds = (performance.now() - started) / 1000
  const after = await user.stop()
  const stored = await client.ask({
    path: `/nlos${papers.get.path}`,
    body: `orderId=${order.id}&kind=capital`,
    cookie: clerk,
  })
  client.close()
  const there = JSON.parse(stored.body).items.flatMap(({ files }) => files.map(({ name }) => name))
  if (JSON.stringify(there.sort()) !== JSON.stringify(names))
    part.fell.push(`there are ${there.length} photos: ${there}`)
  part.fell.push(...before.fell, ...after.fell)
  if (after.p99 > MOST * Math.max(before.p99, FLOOR_MS))
    part.fell.push(`the colleague's p99 was ${after.p99} ms, and ${before.p99} ms before`)
  const size = (bytes / names.length / 1024 / 1024).toFixed(1)
  return `${size} MB each, all there once after ${seconds.toFixed(1)} s, ${broken.join(' + ')} broken off on the way; p50 and p99 of ${before.calls} calls ${before.p50} and ${before.p99} ms before, of ${after.calls} ${after.p50} and ${after.p99} ms meanwhile`
}

/** One in four of the camera's is smaller. */
async function largePhotos(name) {
  const paths = await cameraPhotos(ownFolder(), name, Math.ceil((PHOTOS * 4) / 3))
  const large = paths.filter((path) => statSync(path).size >= LEAST_BYTES).slice(0, PHOTOS)
  if (large.length < PHOTOS) throw new Error(`only ${large.length} photos are as large as they should be`)
  return large
}

/**
 * As the page sends what waits: each under its event until it is answered; without an answer all stop, and what was not
 * answered goes again, whole, as soon as there is a network.
 * @returns how many were broken off by each cut
 */
async function sendAll(part, { port, clerk, orderId, waiting }) {
  const network = await networkTo(`http://127.0.0.1:${port}`)
  const client = createClient(Number(new URL(network.url).port), AT_ONCE)
  const cuts = [...CUTS]
  const broken = []
  let taken = 0
  let left = waiting
  while (left.length > 0) {
    const unanswered = []
    let isCut = false
    await each(left, AT_ONCE, async (photo) => {
      if (isCut) return unanswered.push(photo)
      part.tried++
      const name = basename(photo.path)
      const file = { name, bytes: readFileSync(photo.path) }
      const answer = await upload(client, clerk, orderId, file, photo.paper).catch(() => undefined)
      if (!answer) {
        if (!isCut) part.fell.push(`${name} was not answered, and nothing was cut`)
        broken[broken.length - 1]++
        return unanswered.push(photo)
      }
      if (answer.status !== 200) part.fell.push(`${name}: ${answer.status} ${answer.body}`)
      taken++
      if (cuts.length === 0 || taken < cuts[0]) return undefined
      cuts.shift()
      isCut = true
      broken.push(0)
      return network.cut()
    })
    left = unanswered
    if (!isCut) continue
    if (broken.at(-1) === 0) part.fell.push('a cut broke nothing off')
    await wait(CUT_MS)
    network.mend()
  }
  client.close()
  network.close()
  return broken
}
