/**
 * A proxy between the door and its upstream, in user space: a call whose address or body names a fault
 * (`fault=<name>`) gets it instead of an answer, every other call passes.
 */
import { connect, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'

/** So much of a body is read before a call is taken for a healthy one. */
const LOOKED_AT = 2_048

const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n'
const ok = '{"ok":true}'

const says =
  (...pieces) =>
  (socket) => {
    for (const piece of pieces) socket.write(piece)
    socket.end()
  }
const status = (line, type = 'application/json', body = '{}', more = '') =>
  says(
    `HTTP/1.1 ${line}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${more}\r\n${body}`,
  )
const json = (body, more = '') => says(`${JSON_HEAD}${more}\r\n`, body)

/** Writes a text a byte at a time. */
const trickle = (text, pause) => (socket) => {
  let at = 0
  const clock = setInterval(() => {
    if (socket.destroyed || at >= text.length) {
      clearInterval(clock)
      socket.end()
    } else socket.write(text[at++])
  }, pause)
}

let packed
/** 50 MB in some kilobytes. */
const bomb = () => {
  packed ??= gzipSync(Buffer.alloc(50_000_000))
  return packed
}

const GARBAGE = [502]
/** Of a call whose connection broke: a read failed, of a write nobody knows. */
const LOST = { read: [504], write: [502], upload: [502], stream: [504] }
const file = (json, stream) => ({ read: json, write: json, upload: json, stream })
const BROKEN = 0

/**
 * Each fault with what the four kinds of call answer to it; 0 is an answer that breaks off, which a browser sees as
 * what it is. A file may hold any bytes: for it only head and length can be wrong.
 * @type {Record<string, { act: (socket: import('node:net').Socket) => void, want: Record<string, number[]> }>}
 */
export const faults = {
  'reset-after-request': { act: (socket) => socket.resetAndDestroy(), want: LOST },
  'close-without-answer': { act: (socket) => socket.end(), want: LOST },
  'reset-in-head': {
    act: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Ty', () => socket.resetAndDestroy()),
    want: LOST,
  },
  'reset-in-body': {
    act: (socket) =>
      socket.write(`${JSON_HEAD}Content-Length: 99\r\n\r\n{"a":`, () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      ),
    want: { ...LOST, stream: [BROKEN] },
  },
  'length-too-long': { act: json(ok, 'Content-Length: 99\r\n'), want: { ...LOST, stream: [BROKEN] } },
  'length-too-short': { act: json(ok, 'Content-Length: 5\r\n'), want: file(GARBAGE, [200, BROKEN]) },
  'bad-chunk': {
    act: json('zz\r\n{}', 'Transfer-Encoding: chunked\r\n'),
    want: file(GARBAGE, [BROKEN, 502]),
  },
  'cut-chunk': {
    act: json('b\r\n{"ok":', 'Transfer-Encoding: chunked\r\n'),
    want: { ...LOST, stream: [BROKEN] },
  },
  'broken-gzip': { act: json('\x1f\x8bnot', 'Content-Encoding: gzip\r\n'), want: file(GARBAGE, GARBAGE) },
  'gzip-bomb': {
    act: (socket) => json(bomb(), 'Content-Encoding: gzip\r\n')(socket),
    want: file(GARBAGE, GARBAGE),
  },
  html: { act: status('200 OK', 'text/html', '<script>alert(1)</script>'), want: file(GARBAGE, [200]) },
  empty: { act: status('200 OK', 'application/json', ''), want: file(GARBAGE, [200]) },
  'cut-json': { act: json('{"ok":tr'), want: file(GARBAGE, [200]) },
  'too-much': {
    act: (socket) => {
      socket.write(`${JSON_HEAD}\r\n{"a":"`)
      const piece = Buffer.alloc(1_000_000, 'x')
      let left = 50
      const more = () => {
        if (left-- > 0 && !socket.destroyed) socket.write(piece, more)
        else socket.end('"}')
      }
      more()
    },
    want: file(GARBAGE, [200]),
  },
  'deep-json': { act: json(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), want: file([200], [200]) },
  gbk: { act: json(Buffer.from('{"a":"\xc4\xe3"}', 'latin1')), want: file(GARBAGE, [200]) },
  'no-content-with-body': { act: status('204 No Content'), want: file(GARBAGE, GARBAGE) },
  'partial-content': { act: status('206 Partial Content'), want: file(GARBAGE, GARBAGE) },
  redirect: {
    act: status('302 Found', 'text/plain', '', 'Location: /nlos/logout\r\n'),
    want: file(GARBAGE, GARBAGE),
  },
  'not-found-page': { act: status('404 X', 'text/html', '<b>'), want: file([404], [404]) },
  teapot: { act: status("418 I'm a teapot"), want: file(GARBAGE, GARBAGE) },
  expired: { act: status('401 X'), want: file([401], [401]) },
  'too-many': {
    act: status('429 X', 'application/json', '{"message":"x"}', 'Retry-After: 7\r\n'),
    want: file([429], [429]),
  },
  'error-with-stack': {
    act: status('500 X', 'application/json', '{"message":"at /srv/app.js:1"}'),
    want: file([500], [500]),
  },
  'bad-gateway': { act: status('502 X', 'text/html', '<html>nginx</html>'), want: file(GARBAGE, GARBAGE) },
  unavailable: { act: status('503 X', 'text/html', '<html>'), want: file([503], [503]) },
  'gateway-timeout': { act: status('504 X', 'text/html', '<html>'), want: file([504], [504]) },
  'hint-flood': {
    act: says(
      'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(500),
      `${JSON_HEAD}Content-Length: ${ok.length}\r\n\r\n${ok}`,
    ),
    want: file([200], [200]),
  },
  'switching-protocols': {
    act: says('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    want: file([502, 504], [502, 504]),
  },
  'huge-header': { act: json(ok, `X-A: ${'x'.repeat(65_536)}\r\n`), want: file(GARBAGE, GARBAGE) },
  'no-http': { act: says('hello\r\n\r\n'), want: file(GARBAGE, GARBAGE) },
  'old-http': { act: says(ok), want: file(GARBAGE, GARBAGE) },
  'two-lengths': {
    act: json(ok, 'Content-Length: 11\r\nContent-Length: 2\r\n'),
    want: file([502, 504], [502, 504]),
  },
  'two-answers': {
    act: says(
      `${JSON_HEAD}Content-Length: ${ok.length}\r\n\r\n${ok}HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nevil!!`,
    ),
    want: file([200], [200]),
  },
  slow: {
    act: trickle(`${JSON_HEAD}Content-Length: ${ok.length}\r\n\r\n${ok}`, 15),
    want: file([200], [200]),
  },
}

/** Never answered: what ends such a call is the client or the door's own clock. */
const SILENT = {
  hang: () => undefined,
  'byte-by-byte': trickle(`${JSON_HEAD}Content-Length: 9999\r\n\r\n{"a":"${'x'.repeat(9_000)}`, 1_000),
  'slow-start': (socket) => setTimeout(() => json(ok, `Content-Length: ${ok.length}\r\n`)(socket), 3_000),
}

/**
 * @param {number} target port of the healthy upstream
 * @param {Int32Array} hanging its only number counts the calls that are never answered
 */
export async function startFaultProxy(target, hanging) {
  const sockets = new Set()
  /** @type {undefined | 'reset'} a fault of every connection */
  let mode
  let server
  let port = 0

  function serve(socket) {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    if (mode === 'reset') return void socket.resetAndDestroy()
    let seen = Buffer.alloc(0)
    const onData = (chunk) => {
      seen = Buffer.concat([seen, chunk])
      const text = seen.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      const name = /fault=([a-z0-9-]+)/.exec(text)?.[1]
      if (head < 0) return
      const stated = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
      const chunked = /^transfer-encoding: chunked/im.test(text)
      const body = seen.length - head - 4
      if (!name && body < Math.min(stated, LOOKED_AT)) return
      if (!name && chunked && body < 5) return
      if (name && !chunked && body < stated) return
      if (name && chunked && !text.endsWith('0\r\n\r\n')) return
      socket.off('data', onData)
      if (name) fail(socket, name)
      else pass(socket, seen)
    }
    socket.on('data', onData)
  }

  function fail(socket, name) {
    socket.resume()
    if (SILENT[name]) {
      Atomics.add(hanging, 0, 1)
      socket.once('close', () => Atomics.sub(hanging, 0, 1))
      SILENT[name](socket)
    } else faults[name].act(socket)
  }

  /** One call for each connection, so that every call is looked at. */
  function pass(socket, seen) {
    const upstream = connect(target, '127.0.0.1')
    upstream.on('error', () => socket.destroy())
    socket.once('close', () => upstream.destroy())
    upstream.write(
      Buffer.from(
        seen.toString('latin1').replace(/^connection: keep-alive/im, 'connection: close'),
        'latin1',
      ),
    )
    socket.pipe(upstream)
    upstream.pipe(socket)
  }

  async function open() {
    server = createServer(serve)
    await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = server.address().port
  }
  await open()
  return {
    port,
    /** Nobody listens any more; calls under way go on. */
    refuse: () => void server.close(),
    /** Every new connection is reset. */
    reset() {
      mode = 'reset'
    },
    async recover() {
      mode = undefined
      if (!server.listening) await open()
    },
  }
}
