/** Crowds of strangers in front of somebody who works, on the demo. Rows A4, A10, S11. */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { each } from './client.mjs'
import { memoryOf, startWorking } from './other-user.mjs'

const HOST = 'Host: localhost'
const FORM = 'Content-Type: application/x-www-form-urlencoded'

/** Connections of strangers: what is said at once, and what drips after it. */
const kinds = [
  ...['GET /login HTTP/1.1', 'POST /nlos/login/go HTTP/1.1', 'GET /', ''].map((line) => ({
    name: `slow headers: ${line}`,
    count: 125,
    first: line && `${line}\r\n${HOST}\r\nX-`,
    drip: 'a',
  })),
  {
    name: 'a slow body of a login',
    count: 200,
    first: `POST /nlos/login/go HTTP/1.1\r\n${HOST}\r\nx-nlos: 1\r\nOrigin: http://localhost\r\n${FORM}\r\nContent-Length: 900\r\n\r\na=`,
    drip: 'a',
  },
  ...['/order/query', '/nlos/biz/material/file/upload', '/session/unlock', '/nlos/login/go'].map((path) => ({
    name: `9 MB for ${path}`,
    count: 10,
    first: `POST ${path} HTTP/1.1\r\n${HOST}\r\nx-nlos: 1\r\nOrigin: http://localhost\r\n${FORM}\r\nContent-Length: 9000000\r\n\r\n`,
    drip: Buffer.alloc(1_000_000, 'a'),
  })),
]
const PAUSE = 1_000
const CLOSED_WITHIN = 60_000
const MAX_P99 = 500
const MAX_GROWTH = 50

/** @param at `work` is a call of the working user; `cookie` is the session of it */
export function crowdParts(tally, { client, cookie, pid, work }) {
  return [
    () =>
      tally.part('A4', 'strangers with slow headers, slow bodies and bodies of 9 MB', async (part) => {
        const quiet = startWorking(client.port, cookie, work)
        await wait(5_000)
        const before = await quiet.stop()
        const memory = memoryOf(pid)
        let most = memory
        const user = startWorking(client.port, cookie, work)
        const started = performance.now()
        const strangers = kinds.flatMap((kind) =>
          Array.from({ length: kind.count }, () => openStranger(client.port, kind)),
        )
        part.tried = strangers.length
        const open = () => strangers.filter((stranger) => stranger.open)
        while (open().length > 0 && performance.now() - started < CLOSED_WITHIN) {
          for (const stranger of open()) stranger.drip()
          most = Math.max(most, memoryOf(pid))
          await wait(PAUSE)
        }
        const seconds = Math.round((performance.now() - started) / 1_000)
        const after = await user.stop()
        for (const stranger of open()) part.fell.push(`${stranger.name}: still open after ${seconds} s`)
        for (const { name, heard } of strangers) {
          if (/^HTTP\/1\.1 (2|3|5)/.test(heard())) part.fell.push(`${name}: ${heard().slice(0, 20)}`)
        }
        for (const stranger of strangers) stranger.destroy()
        part.fell.push(...after.fell)
        if (after.p99 > MAX_P99) part.fell.push(`the user's p99 was ${after.p99} ms`)
        if (most - memory > MAX_GROWTH) part.fell.push(`memory grew by ${most - memory} MB`)
        return `all closed after ${seconds} s, memory ${memory} MB and ${most - memory} MB more, the user's p99 ${before.p99} ms before and ${after.p99} ms meanwhile`
      }),

    () =>
      tally.part('S11, A10', 'a flood of sign-ins with wrong passwords, 200 a second', async (part) => {
        const user = startWorking(client.port, cookie, work)
        const statuses = new Map()
        let held = 0
        const password = '0123456789abcdef0123456789abcdef'
        for (let second = 0; second < 5; second++) {
          const started = performance.now()
          await each(
            Array.from({ length: 200 }, (_, at) => at),
            200,
            async (at) => {
              part.tried++
              const received = await client
                .ask({
                  path: '/nlos/login/go',
                  body: `account=${at % 2 ? 'admin' : `nobody${at}`}&password=${password}`,
                  alone: true,
                  headers: { 'x-forwarded-for': `9.9.${second}.${at}` },
                })
                .catch((error) => ({ status: error.message }))
              statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
              // Without the captcha that is asked for, no password is looked at.
              if (received.status === 429 || /"captcha":true/.test(received.body)) held++
            },
          )
          await wait(Math.max(0, 1_000 - (performance.now() - started)))
        }
        const { p99, fell } = await user.stop()
        for (const status of statuses.keys())
          if (![400, 429].includes(status)) part.fell.push(`answered ${status}`)
        if (held < part.tried / 2) part.fell.push(`only ${held} of ${part.tried} were held back`)
        part.fell.push(...fell)
        if (p99 > 1_000) part.fell.push(`the user's p99 was ${p99} ms`)
        return `${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}, the user's p99 ${p99} ms`
      }),
  ]
}

function openStranger(port, { name, first, drip }) {
  let open = true
  let heard = ''
  const socket = connect(port, '127.0.0.1', () => first && socket.write(first))
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1').slice(0, 200)
  })
  socket
    .on('error', () => undefined)
    .once('close', () => {
      open = false
    })
  return {
    name,
    heard: () => heard,
    get open() {
      return open
    },
    // Everything that the server does not take in waits here no further.
    drip: () => socket.writableLength === 0 && first && socket.write(drip),
    destroy: () => socket.destroy(),
  }
}
