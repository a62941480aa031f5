/** Ours, as production starts it: server.ts with Next in the same process, in front of the service of the benches. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/postgres.mjs'
import { compileCache } from '../../scripts/serve.mjs'
import { signIn } from './demo-desk.mjs'
import { requestText } from './load.mjs'
import { CORE, served, startNodeOn } from './machine.mjs'

/** The key that seals the session of ours, and the one that the peers that read it are given. */
export const newSecret = () => randomBytes(32).toString('base64')

/**
 * @param {string} upstream URL of the service
 * @param {{ secret?: string, wait?: boolean, answers?: 'report' | 'refuse' }} [options] `wait: false` comes back at
 *   once, before anything answers; `answers` is what becomes of an answer that is not as the contract says
 */
export async function startConsole(upstream, { secret = newSecret(), wait, answers = 'report' } = {}) {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'nlos-bench-'))
  // Its log goes into a file, a line for each request, as nginx has it.
  const log = openSync(join(folder, 'server.log'), 'w')
  const child = startNodeOn(CORE.measured, ['server.ts'], {
    stdio: ['ignore', log, log],
    env: {
      ...compileCache,
      NLOS_UPSTREAM_URL: upstream,
      NLOS_ANSWERS: answers,
      SESSION_SECRET: secret,
      DATA_DIR: folder,
      PORT: String(port),
    },
  })
  return served(child, port, { path: '/readyz', folder, wait })
}

/** The form that every hop is asked with. */
export const form = 'start=0&length=20&newest=true'

/**
 * The headers of a call as a page of the console sends it.
 * @param {{ port: number }} server
 */
export const headersOfCall = ({ port }, cookie) => ({
  host: `localhost:${port}`,
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'zh-CN,zh;q=0.9',
  origin: `http://localhost:${port}`,
  referer: `http://localhost:${port}/order/query`,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'x-nlos': '1',
  cookie,
})

/** The call that every hop is measured with: a form out, 1 KB of JSON back. */
export function listCall(server, cookie) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return requestText('POST', '/nlos/home/list', { ...headersOfCall(server, cookie), ...type }, form)
}

/** The cookie of a session, from a login through the door. */
export const sessionAt = async ({ url }) => (await signIn(url, 'entry_clerk')).cookie
