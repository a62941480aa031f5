/** The load and the service behind, as processes of their own on the other core. */
import { once } from 'node:events'
import { join } from 'node:path'
import { CORE, cpuMicros, ended, startNodeOn } from './machine.mjs'

const WARM_UP = 3_000

async function child(file) {
  const started = startNodeOn(CORE.load, [join(import.meta.dirname, file)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return started
}

/** @returns the service that all hops lead to; `tell` gives it answers by path */
export async function startService() {
  const service = await child('service.mjs')
  const [{ port }] = await once(service, 'message')
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async tell(answers) {
      service.send({ answers })
      await once(service, 'message')
    },
    stop: () => ended(service),
  }
}

/** @returns the generator: `run` gives one job to it, see generator.ts and paced.ts */
export async function startLoad() {
  const generator = await child('generator.ts')
  const run = async (job) => {
    generator.send(job)
    const [{ result, error }] = await once(generator, 'message')
    if (error) throw new Error(error)
    return result
  }
  return {
    run,
    /**
     * Runs a job against a server and adds the CPU time that it cost there, in µs a request.
     * @param {{ pid: number, port: number, requests: string[] }} server
     * @param {Partial<import('./generator.ts').Job>} job
     */
    async measure({ pid, port, requests }, job) {
      const before = cpuMicros(pid)
      const load = await run({ port, requests, ...job })
      return { ...load, cpu: (cpuMicros(pid) - before) / load.count }
    },
    /** Code made fast, pools filled: 3,000 requests, or fewer where each is long. */
    warmUp: ({ port, requests }, job = {}) =>
      run({ port, requests, connections: 32, count: WARM_UP, ...job }),
    stop: () => ended(generator),
  }
}

/** A request as text, as our pages send it. @param {Record<string, string | number>} headers */
export function requestText(method, path, headers, body = '') {
  const length =
    method === 'POST' && headers['content-length'] === undefined ? { 'content-length': body.length } : {}
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
