/** The stub behind the fault proxy, in a thread of their own: what the client does with 50 MB must hold up no other call. */
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** Starts both. `hanging` are the calls that the proxy leaves without an end. */
export async function startFaultUpstream() {
  const hanging = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(new URL(import.meta.url), { workerData: hanging })
  const [port] = await once(thread, 'message')
  const tell = (act) => async () => {
    thread.postMessage(act)
    await once(thread, 'message')
  }
  return {
    port,
    get hanging() {
      return Atomics.load(hanging, 0)
    },
    /** Nobody listens any more, every connection is reset, and neither. */
    refuse: tell('refuse'),
    reset: tell('reset'),
    recover: tell('recover'),
    close: () => thread.terminate(),
  }
}

async function serve() {
  const { endpointTable } = await import('../lib/domains/endpoints.ts')
  const { startStub } = await import('./stub.mjs')
  const { startFaultProxy } = await import('./fault-proxy.mjs')
  const stub = await startStub(endpointTable)
  const proxy = await startFaultProxy(stub.port, workerData)
  parentPort.on('message', async (act) => {
    await proxy[act]()
    parentPort.postMessage(act)
  })
  parentPort.postMessage(proxy.port)
}

if (!isMainThread) await serve()
