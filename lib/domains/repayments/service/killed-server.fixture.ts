import { createHttpService } from '../../../platform/http-service.ts'
import { openBackend } from '../../open-backend.ts'

/** A server that answers calls until it is killed. Heard of, it may be: in the middle of its work, or when none is left. */

export type ServerOptions = { databaseUrl: string; dataDir: string; port: number }

const enough = 20
const quiet = 5_000

const { port, ...options }: ServerOptions = JSON.parse(process.argv[2] ?? '')
const backend = await openBackend({ ...options, demo: false, background: false })
const { server } = createHttpService(backend, { key: undefined })
let answered = 0
let last = Date.now()
server.on('request', (_request, response) => {
  last = Date.now()
  response.on('finish', () => {
    answered += 1
    last = Date.now()
  })
})
server.listen(port, '127.0.0.1', () => {
  setInterval(() => {
    if (answered >= enough || Date.now() - last > quiet) process.send?.({ answered })
  }, 100)
})
