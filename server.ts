import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { announce } from './lib/bff/announce.ts'
import { theEventStreams } from './lib/bff/event-stream.ts'
import { createFrontListener, type UpgradeHandler } from './lib/bff/front.ts'
import { gracefulStop } from './lib/bff/graceful-stop.ts'
import { flushLog, log } from './lib/bff/log.ts'
import { createPhoneLine, PHONE_LINE } from './lib/bff/phone-line.ts'
import { trustedProxies } from './lib/bff/request-origin.ts'
import { sessionKeys } from './lib/bff/session-secret.ts'
import { createStaticFiles } from './lib/bff/static-files.ts'
import { tenants } from './lib/bff/tenants.ts'
import { theDoor } from './lib/bff/the-door.ts'
import { chosenUpstream } from './lib/bff/upstream.ts'
import { wornBrandOf } from './lib/bff/worn-brand.ts'
import { roleCodes } from './lib/domains/identity/rules/roles.ts'
import { EnvError, getEnv } from './lib/env.ts'

/** The one process: `node server.ts`. The listener answers first, Next is loaded behind it. */

/** Connections at once: every open page holds one for its events, and strangers get what is left. */
const MAX_CONNECTIONS = 16_384

/** Next loads for some hundred ms without a break: the calls that waited for the port are answered before, in ms. */
const HEAD_START = 50

function start(): void {
  const env = getEnv()
  sessionKeys()
  trustedProxies()
  tenants()
  const dir = import.meta.dirname
  const upstream = chosenUpstream()

  /** Next attaches its own upgrade handler to the server it is given: this one never listens. */
  const nextUpgrades = createServer()
  const server = createServer({
    keepAliveTimeout: 65_000,
    /** Headers are a few kilobytes: whoever takes longer for them holds a connection, and is no user. */
    headersTimeout: 20_000,
    connectionsCheckingInterval: 5_000,
    /** Longer than the 180 s of a call, for an upload that takes all of them. */
    requestTimeout: 200_000,
    maxHeaderSize: 16 * 1024,
  })
  const prepared = once(server, 'listening').then(async () => {
    await wait(HEAD_START)
    const { default: next } = await import('next')
    const app = next({
      dev: env.dev,
      dir,
      hostname: 'localhost',
      port: env.port,
      httpServer: nextUpgrades,
      quiet: true,
    })
    await app.prepare()
    return app.getRequestHandler()
  })
  prepared.catch((error: unknown) => fail(`Next does not start: ${textOf(error)}`))

  const built = [
    { prefix: '/_next/static/', folder: join(dir, '.next', 'static'), immutable: true },
    { prefix: '/', folder: join(dir, 'public'), immutable: false },
  ]
  const phoneLine = createPhoneLine(upstream.openLine)
  const hotReload: UpgradeHandler = (req, socket, head) => nextUpgrades.emit('upgrade', req, socket, head)
  const front = createFrontListener({
    door: theDoor(),
    events: theEventStreams(),
    next: () => prepared,
    brand: wornBrandOf,
    ready: async () => Boolean(await prepared) && upstream.ready(),
    staticFiles: createStaticFiles([
      { prefix: '/manual/screenshots/', folder: join(dir, 'docs', 'screenshots'), immutable: false },
      ...(env.dev ? [] : built),
    ]),
    upgrades: new Map([
      [PHONE_LINE, phoneLine.upgrade],
      ...(env.dev ? [['/_next/hmr', hotReload] as const] : []),
    ]),
    metricsToken: env.metricsToken,
    dev: env.dev,
  })

  server.maxConnections = MAX_CONNECTIONS
  server.on('request', front.request)
  server.on('upgrade', front.upgrade)
  server.on('connect', front.connect)
  server.on('clientError', front.broken)
  // An expectation that we do not know is none of ours (RFC 9110, 10.1.1).
  server.on('checkExpectation', front.request)
  server.once('error', (error) => {
    const taken = 'code' in error && error.code === 'EADDRINUSE'
    fail(taken ? `PORT ${env.port} is in use by another program.` : textOf(error))
  })
  server.listen(env.port, () => announce(env, server.address(), roleCodes))

  const stop = gracefulStop({
    server,
    drain() {
      log('stopping')
      front.drain()
      phoneLine.close()
    },
    close: () =>
      upstream.close().catch((error: unknown) => log('close failed', { reason: textOf(error) }, 'error')),
    exit(code) {
      flushLog()
      process.exit(code)
    },
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('unhandledRejection', (error) => log('unhandled rejection', { reason: textOf(error) }, 'error'))
  process.on('uncaughtException', (error) => log('uncaught exception', { reason: textOf(error) }, 'error'))

  /** Opening the embedded backend takes seconds on a first start: begin now, not at the first login. */
  upstream.ready().catch((error: unknown) => {
    log('database does not open', { reason: textOf(error) }, 'error')
    fail(`The database does not open: ${error instanceof Error ? error.message : error}`)
  })
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function fail(reason: string): never {
  flushLog()
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

try {
  start()
} catch (error) {
  fail(error instanceof EnvError ? error.message : textOf(error))
}
