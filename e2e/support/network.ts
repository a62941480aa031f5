import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that a test can cut: also for a page's worker, which the browser's own switch does not reach. */
export type Network = { url: string; cut: () => void; mend: () => void; close: () => void }

export async function networkTo(server: string): Promise<Network> {
  const { hostname, port } = new URL(server)
  const open = new Set<Socket>()
  let isCut = false
  const way = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  const address = way.address()
  if (address === null || typeof address === 'string') throw new Error('the way has no port')
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://localhost:${address.port}`,
    cut,
    mend: () => {
      isCut = false
    },
    close: () => {
      cut()
      way.close()
    },
  }
}
