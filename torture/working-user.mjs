/** The thread of `other-user.mjs`: calls one after the other, timed where nothing else is going on. */
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createClient, percentile } from './client.mjs'

const PAUSE = 40

const { port, cookie, sent } = workerData
const client = createClient(port, 1)
const times = []
const fell = []
let going = true
parentPort.once('message', () => {
  going = false
})

const turns = [sent].flat()
for (let turn = 0; going; turn++) {
  const received = await client
    .ask({ ...turns[turn % turns.length], cookie })
    .catch((error) => ({ status: error.message }))
  if (received.status === 200) times.push(received.ms)
  else fell.push(`another user: answered ${received.status}`)
  await wait(PAUSE)
}
client.close()
const at = (share) => Math.round(percentile(times, share))
parentPort.postMessage({ calls: times.length, p50: at(0.5), p99: at(0.99), fell })
