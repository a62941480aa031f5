/**
 * CPU time of the server process per signed-in page, every page rendered anew for its request.
 *
 *     npm run bench -- page-cpu
 */
import { ensureBuilt } from '../scripts/build.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { signIn, withDemoServer } from './rig/demo-desk.mjs'
import { cpuMicros } from './rig/machine.mjs'

const pages = ['/wel/index', '/create/index', '/order/query', '/404']
const warmUp = 100
const measured = 300

await script(async () => {
  await ensureBuilt()
  await withDemoServer(async ({ url, pid }) => {
    const { cookie } = await signIn(url, 'entry_clerk')
    for (const path of pages) {
      const load = async (count) => {
        for (let n = 0; n < count; n += 1)
          await (await fetch(url + path, { headers: { cookie } })).arrayBuffer()
      }
      await load(warmUp)
      const before = cpuMicros(pid)
      await load(measured)
      say(`${path}: ${((cpuMicros(pid) - before) / 1000 / measured).toFixed(1)} ms CPU a page`)
    }
  })
  return 0
})
