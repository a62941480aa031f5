/** Somebody who goes on working while everything else goes wrong. */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from './client.mjs'

const PAUSE = 40

/**
 * Calls one after the other until it is stopped.
 * @returns `stop` gives the times in ms; `fell` lists what was not answered with 200
 */
export function startWorking(client, cookie, sent = { path: '/nlos/home/list', body: 'a=1' }) {
  const times = []
  const fell = []
  let going = true
  const run = async () => {
    while (going) {
      const received = await client.ask({ ...sent, cookie }).catch((error) => ({ status: error.message }))
      if (received.status === 200) times.push(received.ms)
      else fell.push(`another user: answered ${received.status}`)
      await wait(PAUSE)
    }
  }
  run()
  return {
    fell,
    stop() {
      going = false
      const at = (share) => Math.round(percentile(times, share))
      return { calls: times.length, p50: at(0.5), p99: at(0.99) }
    },
  }
}

/** Resident memory of a process in MB. */
export function memoryOf(pid) {
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024)
}
