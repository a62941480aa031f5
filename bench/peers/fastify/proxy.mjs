import proxy from '@fastify/http-proxy'
import fastify from 'fastify'

const server = fastify({ bodyLimit: 128 * 1024 * 1024, keepAliveTimeout: 65_000 })
server.get('/health', async () => 'ok')
server.register(proxy, {
  upstream: process.env.SERVICE,
  prefix: '/nlos',
  rewritePrefix: '/nlos',
  undici: { connections: 256, pipelining: 1 },
  replyOptions: {
    rewriteRequestHeaders: (_request, { cookie, ...headers }) => ({ ...headers, token: 'b'.repeat(43) }),
  },
})
await server.listen({ port: Number(process.env.PORT) })
