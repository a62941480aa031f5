import type { AddressInfo } from 'node:net'
import { createHttpService } from '../../../platform/http-service.ts'
import { openBackend } from '../../open-backend.ts'

/** A server that answers calls until it is killed, and says where it listens. */

export type ServerOptions = { databaseUrl: string; dataDir: string; process: number }
export type ServerSays = { process: number; port: number }

const { process: own, ...options }: ServerOptions = JSON.parse(process.argv[2] ?? '')
const backend = await openBackend({ ...options, demo: false, background: false })
const { server } = createHttpService(backend, { key: undefined })
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  setInterval(() => process.send?.({ process: own, port } satisfies ServerSays), 100)
})
