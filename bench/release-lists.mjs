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
import { comparePages, placeOf, textOf } from './rig/pages.mjs'
import { withSeededServer } from './rig/seeded.mjs'

const how = { farthest: 5000, rounds: 8, calls: 10 }
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
        ratios.push(...(await comparePages(`${path} ${textOf(fields)}`, ask, cpu, how)))
      }
    }
    return Math.max(...ratios)
  })
  say(`the largest ratio is ${worst.toFixed(2)}, at most ${limit} is wanted`)
  return 0
})
