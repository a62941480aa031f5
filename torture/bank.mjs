/** A bank behind the port of payments: it answers late, wrongly or not at all, and keeps books of its own. */
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { isSignedWith, SIGNATURE, signatureOf } from '../lib/platform/outside/signature.ts'

const CALLBACK = '/nlos/callback/payment'

/**
 * @param {string} key of the port
 * @param {(sent: import('./client.mjs').Sent) => Promise<unknown>} tell brings a callback to the console
 */
export async function openBank(key, tell) {
  /** Everything that it has paid, by the reference under which it was asked: known ones are not paid again. */
  const paid = new Map()
  let open = await listen(0)
  const { port } = open.address()

  async function listen(at) {
    const server = createServer(answer)
    await new Promise((resolve) => server.listen(at, '127.0.0.1', resolve))
    return server
  }

  async function answer(req, res) {
    let body = ''
    try {
      for await (const chunk of req) body += chunk
    } catch {
      // Whoever asked was killed meanwhile.
      return
    }
    const { method, url: path, headers } = req
    if (!isSignedWith(headers[SIGNATURE], { method, path, body }, key, new Date())) return say(res, 401, '{}')
    const chance = Math.random()
    if (method === 'GET') {
      const known = paid.get(path.split('/').at(-1))
      return known ? reply(res, known, chance) : say(res, 404, '{}')
    }
    if (chance < 0.05) return say(res, 500, 'broken before anything was paid')
    return reply(res, pay(JSON.parse(body)), chance)
  }

  function pay({ reference, request: { payNo, amount, summary } }) {
    if (!paid.has(reference))
      paid.set(reference, {
        reference,
        payNo,
        amount,
        orderNo: summary,
        answer: { bankReference: `B-${reference.slice(0, 8)}`, paidAt: new Date().toISOString() },
      })
    return paid.get(reference)
  }

  async function reply(res, payment, chance) {
    if (chance < 0.12) return say(res, 500, 'broken after it was paid')
    if (chance < 0.18) return res.destroy()
    if (chance < 0.3) {
      if (Math.random() < 0.5) callBack(payment)
      return say(res, 202, '{"result":"pending"}')
    }
    if (chance < 0.4) callBack(payment)
    await wait(chance * 50)
    return say(res, 200, JSON.stringify({ result: 'done', answer: payment.answer }))
  }

  async function callBack({ reference, answer: said }) {
    await wait(Math.random() * 1_000)
    const body = JSON.stringify({ reference, result: 'done', answer: said })
    const signature = signatureOf({ method: 'POST', path: CALLBACK, body }, key, new Date())
    const own = { 'x-nlos': undefined, origin: undefined, 'sec-fetch-site': undefined }
    const headers = { ...own, 'content-type': 'application/json', [SIGNATURE]: signature }
    // Nobody may be there: then the console asks by itself.
    await tell({ path: CALLBACK, body, headers }).catch(() => undefined)
  }

  async function close() {
    open.closeAllConnections()
    await new Promise((resolve) => open.close(resolve))
  }

  return {
    url: `http://127.0.0.1:${port}/port`,
    books: () => [...paid.values()],
    async goAway(ms) {
      await close()
      await wait(ms)
      open = await listen(port)
    },
    close,
  }
}

const say = (res, status, body) => {
  res.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
