/** The process of `npm run backend`, on the pinned Node; signals are its own. */

import { gracefulStop } from '../lib/bff/graceful-stop.ts'
import { loadSessionKeys } from '../lib/bff/session-secret.ts'
import { openBackend } from '../lib/domains/open-backend.ts'
import { getEnv } from '../lib/env.ts'
import { createHttpService, SERVICE_BASE } from '../lib/platform/http-service.ts'

try {
  await serve()
} catch (error) {
  process.stderr.write(`${process.env.DEBUG ? error.stack : error.message}\n`)
  process.exit(1)
}

async function serve() {
  const env = getEnv()
  check(env)
  const backend = await openBackend({ ...env, sessionSecrets: loadSessionKeys(env) })
  const { server, drain } = createHttpService(backend, { key: env.upstreamKey })
  const stop = gracefulStop({ server, drain, close: backend.close, exit: (code) => process.exit(code) })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(env.port, env.backendHost, resolve)
  })
  const { port } = server.address()
  process.stdout.write(`backend: NLOS_UPSTREAM_URL=http://${env.backendHost}:${port}${SERVICE_BASE}\n`)
}

/** Whoever reaches the service speaks for every browser: their addresses, their tenants. */
function check({ upstreamUrl, upstreamKey, backendHost, demo }) {
  if (upstreamUrl) throw new Error('NLOS_UPSTREAM_URL is for consoles: this is the service that it names.')
  if (upstreamKey) return
  if (!demo) throw new Error('NLOS_UPSTREAM_KEY is not set; make one with: openssl rand -base64 32.')
  if (!/^(127\.|localhost$|::1$)/.test(backendHost))
    throw new Error('BACKEND_HOST is open to others, so NLOS_UPSTREAM_KEY has to be set.')
}
