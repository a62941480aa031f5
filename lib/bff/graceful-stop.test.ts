import { Agent, createServer, get, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gracefulStop } from './graceful-stop.ts'

/** Answers `/slow` when it is told to, and `/hung` never. */
function startSlow() {
  const waiting: ServerResponse[] = []
  const server = createServer((req, res) => {
    if (req.url === '/slow') waiting.push(res)
    else if (req.url !== '/hung') res.end('ok')
  })
  return new Promise<{ server: Server; port: number; waiting: ServerResponse[] }>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ server, port: (server.address() as AddressInfo).port, waiting })
    })
  })
}

const ask = (port: number, path: string, agent: Agent | false = false) =>
  new Promise<string>((resolve) => {
    get({ port, path, host: '127.0.0.1', agent }, (res) => {
      let text = ''
      res.on('data', (chunk) => {
        text += chunk
      })
      res.on('close', () => resolve(text))
    }).on('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? 'error'))
  })

const until = async (come: () => boolean) => {
  while (!come()) await new Promise((resolve) => setImmediate(resolve))
}

describe('A5: a stop', () => {
  it('lets calls under way finish, refuses new ones, and closes what they stood on after them', async () => {
    const { server, port, waiting } = await startSlow()
    const order: string[] = []
    const stop = gracefulStop({
      server,
      drain: () => order.push('drain'),
      close: async () => void order.push('close'),
      exit: (code) => order.push(`exit ${code}`),
    })
    const slow = Promise.all(Array.from({ length: 20 }, () => ask(port, '/slow')))
    await until(() => waiting.length === 20)
    const stopped = stop()
    expect(await ask(port, '/')).toBe('ECONNREFUSED')
    expect(order).toEqual(['drain'])
    for (const res of waiting) res.end('done')
    expect(await slow).toEqual(Array(20).fill('done'))
    await stopped
    expect(order).toEqual(['drain', 'close', 'exit 0'])
  })

  it('answers on the connections that a proxy keeps open, and does not wait for them', async () => {
    const { server, port, waiting } = await startSlow()
    const exit = jest.fn()
    const agent = new Agent({ keepAlive: true })
    const slow = ask(port, '/slow', agent)
    expect(await ask(port, '/', agent)).toBe('ok')
    await until(() => waiting.length === 1 && Object.values(agent.freeSockets).flat().length === 1)
    const stopped = gracefulStop({ server, drain: () => undefined, close: async () => undefined, exit })()
    expect(await ask(port, '/', agent)).toBe('ok')
    waiting[0]?.end('done')
    expect(await slow).toBe('done')
    await stopped
    expect(exit).toHaveBeenCalledWith(0)
    agent.destroy()
  }, 10_000)

  it('cuts a call that hangs at the deadline', async () => {
    const { server, port } = await startSlow()
    const exit = jest.fn()
    const hung = ask(port, '/hung')
    await new Promise((resolve) => server.once('request', resolve))
    await gracefulStop({
      server,
      drain: () => undefined,
      close: async () => undefined,
      drainDeadline: 50,
      exit,
    })()
    expect(await hung).toBe('ECONNRESET')
    expect(exit).toHaveBeenCalledWith(0)
  })

  it('does not wait for ever for what does not close', async () => {
    const { server } = await startSlow()
    const exit = jest.fn()
    const close = () => new Promise<void>(() => undefined)
    await gracefulStop({ server, drain: () => undefined, close, closeDeadline: 20, exit })()
    expect(exit).toHaveBeenCalledWith(1)
  })

  it('ends at once at the second signal', async () => {
    const { server, port, waiting } = await startSlow()
    const exit = jest.fn()
    const slow = ask(port, '/slow')
    await until(() => waiting.length === 1)
    const stop = gracefulStop({ server, drain: () => undefined, close: async () => undefined, exit })
    const first = stop()
    await stop()
    expect(exit).toHaveBeenCalledWith(1)
    waiting[0]?.end()
    await Promise.all([first, slow])
  })
})
