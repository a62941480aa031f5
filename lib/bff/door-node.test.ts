import { createServer } from 'node:http'
import { listen } from './door.fixture.ts'
import { describeDoor } from './door.suite.ts'
import { createFrontListener } from './front.ts'
import { brandOf } from './tenants.ts'

describeDoor('node:http', async (door) => {
  const front = createFrontListener({
    brand: async (host) => brandOf(host),
    door,
    events: () => Promise.reject(new Error('no stream here')),
    next: async () => async (_req, res) => {
      res.writeHead(404).end()
    },
    staticFiles: () => false,
    ready: async () => true,
    dev: false,
  })
  const server = createServer(front.request)
  const port = await listen(server)
  return {
    port,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
})
