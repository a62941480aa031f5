/**
 * The lists of contracts, papers and releases at 200,000 orders on PostgreSQL, as their screens open and with one
 * filter: page 5,000 or the last one against page 1 through the door, in time and in CPU of server and database.
 *
 *     npm run bench -- release-lists [orders] [--only=/release/index]
 */

import { firstReviewed } from '../lib/domains/materials/rules/material-sets.ts'
import { routes } from '../lib/routes.ts'
import { screens } from '../lib/screens.ts'
import { ensureBuilt } from '../scripts/build.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { signIn } from './rig/demo-desk.mjs'
import { wantedCount } from './rig/machine.mjs'
import { quantile } from './rig/ratios.ts'
import { withSeededServer } from './rig/seeded.mjs'

const length = 20
const rounds = 8
/** Calls of a turn: CPU is counted in steps of 10 ms. */
const calls = 10
const farthest = 5000
const limit = 1.5

/** By the route of its screen: what the screen asks with when it opens, and one filter that people set. */
const lists = {
  releaseList: [{}, { releaseState: 'paid' }],
  insuranceMaterials: [{}, { setStatus: '未上传' }],
  mortgageMaterials: [{}, { mortgageStatus: '待办理' }],
  capitalMaterials: [{}, { capitalStatus: '待推送' }],
  usedCarSupplements: [{}, { late: 'late' }],
  newCarSupplements: [{}, { late: 'late' }],
  supplementReview: [{ setStatus: firstReviewed }, { setStatus: firstReviewed, kind: 'new_extra' }],
  gpsFitting: [{}, { fittingState: 'none' }],
  firstPayments: [{}, { state: 'none' }],
  changes: [{ view: 'check' }, { view: 'check', kind: 'release' }],
  contractSigning: [{}, { contractState: 'none' }],
  contractSms: [{}, { state: 'delivered' }],
  insurerMaterials: [{}, { underwritingStatus: '未提交' }],
}

await script(async () => {
  const orders = wantedCount(200_000)
  const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
  await ensureBuilt()
  const worst = await withSeededServer(orders, async ({ url, cpu }) => {
    const ratios = []
    for (const [key, inputs] of Object.entries(lists)) {
      const { path } = routes[key]
      if (only !== undefined && path !== only) continue
      const { asks, walk } = screens[key]
      const { call } = await signIn(url, walk.as)
      for (const fields of inputs) {
        const ask = (page) => call(asks.path.replace(/^\/nlos/, ''), { ...fields, ...placeOf(page) })
        ratios.push(...(await compare(`${path} ${textOf(fields)}`, ask, cpu)))
      }
    }
    return Math.max(...ratios)
  })
  say(`the largest ratio is ${worst.toFixed(2)}, at most ${limit} is wanted`)
  return 0
})

function placeOf(page) {
  return { start: String((page - 1) * length), length: String(length) }
}

/** Of an input, for a line of the report. */
function textOf(fields) {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}

/** Both pages by turns, so that both meet the same machine. @returns the ratio of the times and that of the CPU */
async function compare(name, ask, cpu) {
  const started = performance.now()
  const { total, allPage } = await ask(1)
  const first = performance.now() - started
  const last = Math.min(farthest, allPage)
  if (last < 2) {
    say(`${name}: ${total} rows, one page, first call ${first.toFixed(0)} ms`)
    return []
  }
  await ask(last)
  const near = { page: 1, ms: [], cpu: 0 }
  const far = { page: last, ms: [], cpu: 0 }
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? [near, far] : [far, near]) {
      const before = cpu()
      for (let n = 0; n < calls; n += 1) {
        const asked = performance.now()
        await ask(side.page)
        side.ms.push(performance.now() - asked)
      }
      side.cpu += (cpu() - before) / 1000 / rounds / calls
    }
  }
  const [ms, farMs] = [quantile(near.ms, 0.5), quantile(far.ms, 0.5)]
  say(
    `${name}: ${total} rows, first call ${first.toFixed(0)} ms; page 1 p50 ${ms.toFixed(1)} ms, CPU ${near.cpu.toFixed(1)}; page ${last} p50 ${farMs.toFixed(1)} ms, CPU ${far.cpu.toFixed(1)}; ratio ${(farMs / ms).toFixed(2)}, of CPU ${(far.cpu / near.cpu).toFixed(2)}`,
  )
  return [farMs / ms, far.cpu / near.cpu]
}
