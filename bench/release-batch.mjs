/**
 * Releases made by a cashier, a hundred a go, and all of them checked by one checker with one call: from the click to
 * the answer, and the CPU of server and PostgreSQL.
 *
 *     npm run bench -- release-batch [releases]
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { mostOfBulk } from '../lib/platform/bulk/rules/bulk.ts'
import { changeLimits } from '../lib/platform/changes/rules/pending-change.ts'
import { ensureBuilt } from '../scripts/build.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { password, signIn } from './rig/demo-desk.mjs'
import { wantedCount } from './rig/machine.mjs'
import { withSeededServer } from './rig/seeded.mjs'

/** One order in a hundred waits for its release, four in five are of the tenant. */
const ordersForEach = 200

await script(async () => {
  const wanted = wantedCount(changeLimits.many)
  await ensureBuilt()
  await withSeededServer(wanted * ordersForEach, async ({ url, cpu }) => {
    const timed = async (name, work) => {
      const [started, before] = [performance.now(), cpu()]
      const result = await work()
      const ms = performance.now() - started
      say(`${name}: ${(ms / 1000).toFixed(2)} s, CPU ${((cpu() - before) / 1_000_000).toFixed(2)} s`)
      return result
    }
    const cashier = await signIn(url, 'cashier')
    const checker = await signIn(url, 'finance_checker')
    const waiting = (await rowsOf(cashier, '/biz/release/list', { releaseState: 'make' })).filter(
      ({ openConditions }) => openConditions === 0,
    )
    const chosen = waiting.slice(0, wanted)
    for (let at = 0; at < chosen.length; at += mostOfBulk) {
      const some = chosen.slice(at, at + mostOfBulk)
      await timed(`${some.length} made`, () => makeAll(cashier, some))
    }
    const changes = (await rowsOf(checker, '/biz/change/list', { kind: 'release' })).slice(0, wanted)
    const { done, left } = await timed(`${changes.length} checked`, () =>
      checker.call('/biz/change/approve', {
        ids: JSON.stringify(changes.map(({ id }) => id)),
        hashes: JSON.stringify(changes.map(({ contentHash }) => contentHash)),
        payPassword: createHash('md5').update(password).digest('hex'),
        eventId: randomUUID(),
      }),
    )
    say(`${done.length} of them are with the bank, ${left.length} were left${whyOf(left)}`)
  })
  return 0
})

function whyOf(left) {
  return [...new Set(left.map(({ reason }) => `; ${reason}`))].join('')
}

/** Every row of a list. */
async function rowsOf({ call }, path, fields) {
  const rows = []
  for (let start = 0; ; start += 100) {
    const { data, total } = await call(path, { ...fields, start: String(start), length: '100' })
    rows.push(...data)
    if (rows.length >= total || data.length === 0) return rows
  }
}

/** The cashier's own batch, from its start until it is done. */
async function makeAll({ call }, orders) {
  const { id } = await call('/biz/bulk/start', {
    title: '制单',
    path: '/biz/release/make',
    eventId: randomUUID(),
    rows: JSON.stringify(
      orders.map(({ id, orderNo, rowVersion }) => ({
        name: orderNo,
        fields: { orderId: String(id), rowVersion: String(rowVersion) },
      })),
    ),
  })
  for (;;) {
    const { state, refused, rows } = await call('/biz/bulk/get', { id: String(id) })
    if (state === 'done') {
      if (refused > 0) say(`${refused} were refused${whyOf(rows.filter(({ reason }) => reason))}`)
      return
    }
    await wait(50)
  }
}
