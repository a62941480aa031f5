/**
 * A file of rows of the black list, read and then booked, beside somebody who turns the pages of a list: the CPU of
 * server and PostgreSQL a row, and the times of the other user's calls before and meanwhile.
 *
 *     npm run bench -- import [rows]
 */
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuilt } from '../scripts/build.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { startWorking } from '../torture/other-user.mjs'
import { signIn } from './rig/demo-desk.mjs'
import { wantedCount } from './rig/machine.mjs'
import { withSeededServer } from './rig/seeded.mjs'

const quietMs = 20_000
const list = { path: '/nlos/biz/order/order/list', body: 'start=0&length=20' }

await script(async () => {
  const rows = wantedCount(20_000)
  await ensureBuilt()
  await withSeededServer(2_000, async ({ url, cpu }) => {
    const manager = await signIn(url, 'risk_manager')
    const other = await signIn(url, 'risk_officer')
    const port = Number(new URL(url).port)
    const beside = async (name, work) => {
      const user = startWorking(port, other.cookie, {
        ...list,
        headers: { host: new URL(url).host, origin: url },
      })
      const before = cpu()
      const result = await work()
      const used = (cpu() - before) / 1000
      const { calls, p50, p99, fell } = await user.stop()
      say(
        `${name}: another user's ${calls} calls p50 ${p50} ms, p99 ${p99} ms${fell.length ? `, ${fell.length} fell (${fell[0]})` : ''}`,
      )
      return { ...result, used }
    }
    await beside('quiet', () => wait(quietMs))
    const read = await beside('reading', () => upload(url, manager.cookie, fileOf(rows)))
    say(
      `read in ${read.seconds} s, ${(read.used / rows).toFixed(3)} ms of CPU a row, the other user's with it`,
    )
    const booked = await beside('booking', () => book(manager, read))
    say(`${booked.added} booked in ${booked.seconds} s, ${(booked.used / rows).toFixed(3)} ms of CPU a row`)
  })
  return 0
})

function fileOf(rows) {
  const heads = '号码类型,号码,级别,来源,原因,有效期至'
  const lines = Array.from(
    { length: rows },
    (_, at) => `手机号,139${String(at).padStart(8, '0')},黑名单,内部,伪造材料,`,
  )
  return new Blob([[heads, ...lines].join('\r\n')], { type: 'text/csv' })
}

async function timed(work) {
  const started = performance.now()
  const answer = await work()
  return { ...answer, seconds: ((performance.now() - started) / 1000).toFixed(1) }
}

/** @returns what the import is known by */
function upload(url, cookie, file) {
  return timed(async () => {
    const form = new FormData()
    form.set('kind', 'blacklist')
    form.set('eventId', crypto.randomUUID())
    form.set('file', file, 'rows.csv')
    const headers = { 'x-nlos': '1', origin: url, cookie }
    const answer = await fetch(`${url}/nlos/biz/import/read`, { method: 'POST', headers, body: form })
    if (answer.status !== 200) throw new Error(`read: ${answer.status} ${await answer.text()}`)
    return answer.json()
  })
}

function book({ call }, { id, rowVersion }) {
  const eventId = `book-entries-${id}-${rowVersion}`
  return timed(() =>
    call('/biz/import/book', { importId: String(id), rowVersion: String(rowVersion), eventId }),
  )
}
