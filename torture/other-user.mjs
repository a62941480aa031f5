/** Somebody who goes on working while everything else goes wrong. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/**
 * Calls one after the other, in a thread of its own, until it is stopped.
 * @param {number} port
 * @param {string} cookie
 * @param {import('./client.mjs').Sent | import('./client.mjs').Sent[]} [sent] several are called in turn
 * @returns `stop` gives the times in ms, and in `fell` what was not answered with 200
 */
export function startWorking(port, cookie, sent = { path: '/nlos/home/list', body: 'a=1' }) {
  const thread = new Worker(new URL('./working-user.mjs', import.meta.url), {
    workerData: { port, cookie, sent },
  })
  return {
    /** @returns {Promise<{ calls: number, p50: number, p99: number, fell: string[] }>} */
    async stop() {
      thread.postMessage('stop')
      const [result] = await once(thread, 'message')
      return result
    },
  }
}

/** Resident memory of a process in MB. */
export function memoryOf(pid) {
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024)
}
