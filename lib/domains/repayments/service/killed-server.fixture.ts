import { createHttpService } from '../../../platform/http-service.ts'
import { openBackend } from '../../open-backend.ts'

/** A server that answers calls until it is killed. */

export type ServerOptions = { databaseUrl: string; dataDir: string; port: number }

/** Heard of, it may be killed: so many ms it has answered by then. */
const answering = 2_000

const { port, ...options }: ServerOptions = JSON.parse(process.argv[2] ?? '')
const backend = await openBackend({ ...options, demo: false, background: false })
createHttpService(backend, { key: undefined }).server.listen(port, '127.0.0.1', () => {
  setTimeout(() => setInterval(() => process.send?.({ port }), 100), answering)
})
