/** Settings of a command that works on the data alone: one that needs no secret is not asked for one. */
import { demoFlag } from './serve.mjs'

/** @returns {Promise<import('../lib/env.ts').Env>} @throws {Error} naming a wrong setting */
export async function commandEnv() {
  const { parseEnv } = await import('../lib/env.ts')
  const env = parseEnv({ ...process.env, ...demoFlag(process.env), NLOS_DEMO: '1' })
  if (env.upstreamUrl) throw new Error('NLOS_UPSTREAM_URL is set: the data is with that service.')
  return env
}
