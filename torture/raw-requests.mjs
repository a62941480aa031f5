/** Requests as bytes, which no client library would send. */
import { product } from './payloads.mjs'

const HOST = 'Host: localhost'
const CLOSE = 'Connection: close'

/** Path of the request that the others hide. */
export const CANARY = '/healthz'
/** Followed by another request, which may not be answered: the connection ends with the first refusal. */
const canary = `GET ${CANARY} HTTP/1.1\r\n${HOST}\r\n${CLOSE}\r\n\r\n`
const end = '0\r\n\r\n'

const framings = [
  ['length and chunks', 'Content-Length: 6\r\nTransfer-Encoding: chunked', `${end}G`],
  ['chunks and length', 'Transfer-Encoding: chunked\r\nContent-Length: 4', `5c\r\n${end}`],
  ['two lengths', 'Content-Length: 0\r\nContent-Length: 44', ''],
  ['two lengths that agree', 'Content-Length: 3\r\nContent-Length: 3', 'a=1'],
  ...['0, 44', '+0', '-1', '0x10', '1 0', '9'.repeat(40), '', '1e3', '٣', '3;3', '"3"', '3\x0b'].map(
    (length) => [`the length ${JSON.stringify(length)}`, `Content-Length: ${length}`, 'a=1'],
  ),
  ...[
    'xchunked',
    'chunked, identity',
    'identity, chunked',
    'chunked, chunked',
    'gzip, chunked',
    '"chunked"',
    'chunked;q=1',
    '\x0bchunked',
    'chunked\x00',
    'identity',
    '',
    'chunke',
    'c hunked',
  ].map((coding) => [`the coding ${JSON.stringify(coding)}`, `Transfer-Encoding: ${coding}`, end]),
  ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', end],
  ['a space before the colon', 'Content-Length : 44', ''],
  ['a coding with a space', 'Transfer-Encoding : chunked', end],
  ['a coding with a tab', 'Transfer-Encoding\t: chunked', end],
  ['a bare line feed', 'X: y\nTransfer-Encoding: chunked', end],
  ['a bare return', 'X: y\rTransfer-Encoding: chunked', end],
  ['a folded header', 'X: y\r\n Content-Length: 44\r\nContent-Length: 0', ''],
  ['a NUL', 'X: a\x00b\r\nContent-Length: 0', ''],
  ['no name', ': y', ''],
  ['no colon', 'Content-Length', ''],
  ...['ffffffffffffffff1', '0x1', '+1', '-1', ' 1', '1 ', '', 'g', '1\n', '1;a\nb'].map((size) => [
    `the chunk size ${JSON.stringify(size)}`,
    'Transfer-Encoding: chunked',
    `${size}\r\na\r\n${end}`,
  ]),
  ['a chunk longer than it says', 'Transfer-Encoding: chunked', `1\r\nabc\r\n${end}`],
  ['a chunk without its end', 'Transfer-Encoding: chunked', '1\r\nabX'],
]

/** @returns {[string, string][]} */
export function hiddenRequests(cookie) {
  const session = `${HOST}\r\nx-nlos: 1\r\nOrigin: http://localhost\r\nCookie: ${cookie}\r\nContent-Type: application/x-www-form-urlencoded`
  const starts = [
    ['POST /nlos/home/list HTTP/1.1', HOST],
    ['POST /nlos/login/go HTTP/1.1', HOST],
    ['POST /nlos/nothing HTTP/1.1', session],
    ['POST /session/unlock HTTP/1.1', HOST],
    ['POST /order/query HTTP/1.1', HOST],
  ]
  return product(starts, framings).map(([[line, headers], [name, framing, body]]) => [
    `${line}: ${name}`,
    `${line}\r\n${headers}\r\n${framing}\r\n\r\n${body}${canary}`,
  ])
}

const lines = [
  ...['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'FOO', 'PROPFIND', 'get', 'G\x00T', ''].map(
    (method) => `${method} /order/query HTTP/1.1`,
  ),
  ...[
    '*',
    'http://evil.example/x',
    'https://evil.example/',
    '//evil.example',
    '/a//b',
    '/\\evil.example',
    '/%5cevil.example',
    '/..%2f..%2fetc/passwd',
    '/%ff',
    '/%zz',
    '/%',
    '/%00',
    '/%2f',
    '/nlos/%ff',
    '/nlos/%zz',
    '/nlos//x',
    '/_next/static/%ff',
    '/session/%ff',
    '/login/%ff',
    '/myiframe/%ff',
    'x',
    '?',
    '',
    '/\x80',
    '/\xe4\xbd\xa0',
    '/a b',
    '/\t',
    `/${'a'.repeat(9_000)}`,
    `/?${'a'.repeat(9_000)}`,
    `/${'../'.repeat(2_000)}`,
    'evil.example:443',
    'javascript:alert(1)',
  ].map((target) => `GET ${target} HTTP/1.1`),
  ...[
    'HTTP/0.9',
    'HTTP/2.0',
    'HTTP/3',
    'HTTP/1.2',
    'HTTP/1.',
    'HTTPS/1.1',
    'http/1.1',
    'HTTP/11',
    'ICE/1.0',
    '',
  ].map((version) => `GET /order/query ${version}`),
  'hello',
  'PRI * HTTP/2.0',
  'CONNECT localhost:80 HTTP/1.1',
  'CONNECT evil.example:443 HTTP/1.1',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'SSH-2.0-x',
  'USER anonymous',
  'EHLO x',
  '\x00'.repeat(100),
]

const headerSets = [
  [`${HOST}\r\n${HOST}`, 'two hosts'],
  [`${HOST}\r\nHost: evil.example`, 'two hosts that differ'],
  ['X: y', 'no host'],
  ['Host:', 'an empty host'],
  ...[
    'a@evil.example',
    'a b',
    'localhost:x',
    'localhost:80:80',
    'localhost/evil',
    'localhost?x',
    'localhost#x',
    'localhost\\evil',
    '[::1',
    '%6cocalhost',
    'localhost,evil.example',
    '\x80',
    '[::1]x',
    ':80',
  ].map((host) => [`Host: ${host}`, `host ${JSON.stringify(host)}`]),
  [`${HOST}\r\nX-Forwarded-Host: a\r\nX-Forwarded-Host: b`, 'two forwarded hosts'],
  [`${HOST}\r\nX-A: ${'a'.repeat(20_000)}`, 'a header of 20 kB'],
  [`${HOST}\r\n${Array.from({ length: 3_000 }, (_, at) => `X-${at}: y`).join('\r\n')}`, '3,000 headers'],
  [`${HOST}\r\nContent-Length: 9000000`, 'a body of a GET'],
  [`${HOST}\r\nX A: y`, 'a space in a name'],
  [`${HOST}\r\nX\x00A: y`, 'a NUL in a name'],
  [`${HOST}\r\nX: \x7f`, 'a DEL in a value'],
]

/** @type {[string, string][]} */
export const brokenRequests = [
  ...lines.map((line) => [line.slice(0, 60), `${line}\r\n${HOST}\r\n${CLOSE}\r\n\r\n`]),
  ...product(
    ['/login', '/nlos/home/list', '/healthz', '/_next/static/x.js', '/session/info', '/brand/x.svg'],
    headerSets,
  ).map(([path, [headers, name]]) => [
    `${path}: ${name}`,
    `GET ${path} HTTP/1.1\r\n${headers}\r\n${CLOSE}\r\n\r\n`,
  ]),
]

/** Upgrades on paths of every kind; nothing of ours but the line of the telephone takes one. */
export function upgrades(cookie) {
  const paths = [
    '/',
    '/login',
    '/order/query',
    '/nlos',
    '/nlos/home/list',
    '/nlos/logout',
    '/session/events',
    '/session/info',
    '/_next/hmr',
    '/_next/webpack-hmr',
    '/_next/static/x',
    '/healthz',
    '/phone/line',
    '/phone/line?seat=8001&hold=aaaaaaaaaaaaaaaaaaaaaa',
    '/phone/line/',
    '//phone/line',
    '/api/index',
    'http://127.0.0.1:9/',
    '*',
    '/%2fphone',
  ]
  const protocols = ['websocket', 'h2c', 'TLS/1.0', 'websocket, h2c', 'HTTP/2.0', 'x']
  const origins = ['', 'Origin: http://evil.example\r\n', 'Origin: null\r\n']
  return product(paths, protocols, origins).map(([path, protocol, origin]) => [
    `${protocol} on ${path} ${origin.trim()}`,
    `GET ${path} HTTP/1.1\r\n${HOST}\r\n${origin}Cookie: ${cookie}\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n`,
  ])
}
