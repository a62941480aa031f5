/** The one way in for machines: what is no right callback of a port, of now, for this tenant. Rows P8, A4, A10. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { encodeForm } from '../lib/platform/contract/form-text.ts'
import { signatureOf } from '../lib/platform/outside/signature.ts'
import { each } from './client.mjs'
import { wrongWith } from './tally.mjs'

const SMS = '/nlos/callback/sms'
const MOST = 128 * 1024
const CLOSED_WITHIN = 60_000

/** The other side of a port that has the request and says nothing yet. */
export async function startSilentPort() {
  const received = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    if (req.method === 'POST') received.push(JSON.parse(body))
    res.writeHead(202, { 'content-type': 'application/json' }).end('{"result":"pending"}')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    url: `http://127.0.0.1:${server.address().port}/sms`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * @param at `keys` of the ports `sms` and `timestamp`; `clerk` may invite to interviews, `admin` reads 外部请求.
 *   The server believes X-Forwarded-For of the loopback
 */
export function callbackParts(tally, { client, port, keys, clerk, admin }) {
  let lastAddress = 0
  const newAddress = () => `203.0.113.${++lastAddress}`
  const signed = (body, { key = keys.sms, path = SMS, method = 'POST', at = new Date() } = {}) =>
    signatureOf({ method, path, body }, key, at)
  const bring = (body, signature, { path = SMS, headers, from = newAddress(), ...more } = {}) =>
    client.ask({
      path,
      body,
      headers: {
        'x-nlos': undefined,
        origin: undefined,
        'sec-fetch-site': undefined,
        'content-type': 'application/json',
        'x-forwarded-for': from,
        'x-nlos-signature': signature,
        ...headers,
      },
      ...more,
    })
  const post = async (path, input, cookie) =>
    JSON.parse((await client.ask({ path: `/nlos${path}`, body: encodeForm(input), cookie })).body)

  /** The reference of an SMS that is under way. */
  async function openReference() {
    const { data } = await post('/biz/interview/list', { start: 0, length: 50 }, clerk)
    const before = port.received.length
    for (const { id } of data) {
      const { sms } = await post('/biz/interview/invite', { orderId: id, eventId: randomUUID() }, clerk)
      if (!sms) continue
      for (let tries = 0; port.received.length === before && tries < 400; tries++) await wait(50)
      if (port.received.length > before) return port.received.at(-1).reference
    }
    throw new Error('nobody can be invited to an interview')
  }
  const right = (reference) => JSON.stringify({ reference, result: 'done', answer: { messageId: 'm-1' } })

  return [
    () =>
      tally.part(
        'P8, A10',
        'callbacks that are not the port’s own, of now, for this tenant',
        async (part) => {
          const body = right(await openReference())
          const old = new Date(Date.now() - 301_000)
          const early = new Date(Date.now() + 301_000)
          const cases = [
            ['no signature', 403, undefined],
            ['an empty one', 403, ''],
            ['one of another shape', 403, 'sha256=0000'],
            ['one of 100 kB', 431, 'a'.repeat(100_000)],
            ['another key', 403, signed(body, { key: 'x'.repeat(32) })],
            ['another port’s key', 403, signed(body, { key: keys.timestamp })],
            ['another method', 403, signed(body, { method: 'GET' })],
            ['another port’s path', 403, signed(body, { path: '/nlos/callback/timestamp' })],
            ['another body', 403, signed(`${body} `)],
            ['an hour ago', 403, signed(body, { at: old })],
            ['to come', 403, signed(body, { at: early })],
            [
              'a later time in front of an old one',
              403,
              signed(body, { at: old }).replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000)}`),
            ],
            [
              'at another tenant',
              404,
              signed(body),
              { headers: { host: `qinghe.localhost:${client.port}` } },
            ],
            ['at nobody’s host', 421, signed(body), { headers: { host: 'elsewhere.example' } }],
            [
              'as a form',
              415,
              signed(body),
              { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
            ],
            ['as text', 415, signed(body), { headers: { 'content-type': 'text/plain' } }],
            ['read', 405, signed(body), { method: 'GET' }],
            [
              'of a port that nobody set up',
              404,
              signed(body, { path: '/nlos/callback/deduction' }),
              { path: '/nlos/callback/deduction' },
            ],
            [
              'of no port',
              404,
              signed(body, { path: '/nlos/callback/payments' }),
              { path: '/nlos/callback/payments' },
            ],
          ]
          for (const [name, status, signature, more] of cases) {
            part.tried++
            const received = await bring(body, signature, more)
            const wrong = wrongWith({ ...received, headers: { ...received.headers } }, client)
            if (received.status !== 431 && wrong) part.fell.push(`${name}: ${wrong}`)
            if (received.status !== status)
              part.fell.push(`${name}: answered ${received.status}, not ${status}`)
          }
          for (const text of ['', 'null', '[]', '{}', '{"reference":1}', right('x'), '{'.repeat(1000)]) {
            part.tried++
            const { status } = await bring(text, signed(text))
            if (status !== 400) part.fell.push(`${text.slice(0, 20)}: answered ${status}, not 400`)
          }
          part.tried++
          const unknown = right(randomUUID())
          const { status } = await bring(unknown, signed(unknown))
          if (status !== 404) part.fell.push(`an unknown reference: ${status}`)
        },
      ),

    () =>
      tally.part('P8', 'a right callback, recorded and said again by a crowd', async (part) => {
        const reference = await openReference()
        const body = right(reference)
        const signature = signed(body)
        await each(Array.from({ length: 100 }), 20, async () => {
          part.tried++
          const received = await bring(body, signature)
          if (received.status !== 200 || String(received.body) !== '{"taken":true}')
            part.fell.push(`answered ${received.status}: ${received.body}`)
        })
        const { data } = await post('/biz/outside/list', { start: 0, length: 50, port: 'sms' }, admin)
        for (const { id } of data) {
          const call = await post('/biz/outside/get', { id }, admin)
          if (call.reference !== reference) continue
          const done = call.tries.filter(({ result }) => result === 'done').length
          if (done !== 1) part.fell.push(`it was handled ${done} times`)
          return `handled once, ${call.tries.filter(({ result }) => result === 'repeat').length} times heard again`
        }
        part.fell.push('the call is not among the outside requests')
        return undefined
      }),

    () =>
      tally.part(
        'A4, A10',
        'a flood of wrong signatures of one address; the others are heard',
        async (part) => {
          const body = right(randomUUID())
          const from = newAddress()
          const statuses = []
          await each(Array.from({ length: 300 }), 20, async () => {
            part.tried++
            statuses.push((await bring(body, signed(body, { key: 'y'.repeat(32) }), { from })).status)
          })
          const heard = statuses.filter((status) => status === 403).length
          // Two minutes of the clock may meet in it; what was asked side by side passed the check before it was counted.
          if (heard > 2 * (10 + 20)) part.fell.push(`${heard} of 300 wrong signatures were looked at`)
          if (statuses.some((status) => status !== 403 && status !== 429))
            part.fell.push(`answered ${[...new Set(statuses)]}`)
          if ((await bring(body, signed(body))).status !== 404) part.fell.push('another address is not heard')
          return `${heard} looked at, ${statuses.length - heard} not`
        },
      ),

    () =>
      tally.part('A4', 'callbacks that are too large, or never end', async (part) => {
        for (const [name, more] of [
          ['stated', {}],
          ['in chunks', { chunked: true }],
        ]) {
          part.tried++
          const body = 'x'.repeat(MOST + 1)
          const received = await bring(body, signed(body), { ...more, alone: true })
          if (received.status !== 413) part.fell.push(`too large, ${name}: answered ${received.status}`)
        }
        const head = `POST ${SMS} HTTP/1.1\r\nHost: ${client.host}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n`
        const started = performance.now()
        const strangers = Array.from({ length: 100 }, () => {
          const socket = connect(client.port, '127.0.0.1')
          const stranger = { open: true, socket, heard: '' }
          socket.on('data', (chunk) => {
            stranger.heard += chunk
          })
          socket
            .on('error', () => undefined)
            .on('close', () => {
              stranger.open = false
            })
          socket.write(head)
          return stranger
        })
        part.tried += strangers.length
        while (strangers.some(({ open }) => open) && performance.now() - started < CLOSED_WITHIN) {
          for (const { open, socket } of strangers) if (open) socket.write('{')
          await wait(1_000)
        }
        const left = strangers.filter(({ open }) => open).length
        if (left > 0) part.fell.push(`${left} slow bodies are still open after 60 s`)
        for (const { heard, socket } of strangers) {
          if (/^HTTP\/1\.1 (2|3|5)/.test(heard)) part.fell.push(heard.slice(0, 20))
          socket.destroy()
        }
        return `slow ones closed after ${Math.round((performance.now() - started) / 1000)} s`
      }),
  ]
}
