/** Runs server.ts, the one process of the product, on the pinned Node. */
import { join } from 'node:path'
import { exitCode, root, startNode } from './runtime.mjs'

/**
 * The folder where Node keeps what it has made of the sources, so that the next start need not read TypeScript again: a
 * fifth of the CPU of a start. Node checks it against each file, and does without it where it cannot write.
 */
export const compileCache = { NODE_COMPILE_CACHE: join(root, '.cache', 'node') }

/**
 * Serves until the server ends; signals reach the server, which ends by itself.
 * @param {Record<string, string>} env
 * @returns {Promise<number>} the server's exit code
 */
export function serve(env) {
  return exitCode(startNode(['server.ts'], { env: { ...compileCache, ...demoFlag(process.env), ...env } }))
}

/** A start without any sign of production is the demo: seeded data, offered accounts, a secret of its own. */
export function demoFlag(env) {
  const production = ['NLOS_UPSTREAM_URL', 'DATABASE_URL'].some((name) => env[name])
  const secret = Object.keys(env).some((name) => name.startsWith('SESSION_SECRET') && env[name])
  return production || secret ? {} : { NLOS_DEMO: env.NLOS_DEMO ?? '1' }
}

const settings =
  /^(SESSION_SECRET(_\d+)?|NLOS_(UPSTREAM_(URL|KEY)|DEMO|DEV|SHOW_CAPTCHA)|BACKEND_HOST|DATABASE_URL|DATA_DIR|TENANTS_FILE|SCAN_COMMAND|SMS_(URL|TOKEN)|METRICS_TOKEN|TRUSTED_PROXIES|PORT|TOKEN_TIME)$/

/** Takes every setting out of a child's environment: what a test starts has those of the test, not the person's. */
export const noSettings = () =>
  Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => settings.test(name))
      .map((name) => [name, undefined]),
  )
