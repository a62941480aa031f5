/** Lists of hostile texts, made from their parts rather than copied: every combination is in them. */

/** Every way through some lists: `product([1, 2], ['a'])` is `[[1, 'a'], [2, 'a']]`. */
export function product(...lists) {
  return lists.reduce((rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])), [[]])
}

const DOTS = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '..;',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%ef%bc%8e%ef%bc%8e',
  '....',
  '.',
]
const SEPARATORS = ['/', '%2f', '%5c', '\\', '%252f', '%c0%af', '%e2%88%95', '//', '/./', '%2f%2f']
const TARGETS = [
  'etc/passwd',
  'home/list',
  'windows/win.ini',
  'biz/order/order/list',
  '@127.0.0.1:9',
  'http:%2f%2f127.0.0.1:9',
]

/** Ways up and out of a folder. */
export const traversals = product(DOTS, SEPARATORS, [1, 2, 3, 8], TARGETS).map(
  ([dots, separator, depth, target]) => `${`${dots}${separator}`.repeat(depth)}${target}`,
)

/** Addresses of somewhere else, as a path below ours could spell them. */
export const elsewhere = product(
  ['http:', 'https:', 'HTTP:', 'file:', 'gopher:', 'javascript:', '', 'http:%2f%2f', 'http%3a'],
  ['//', '/', '\\\\', '%2f%2f', ''],
  ['', 'localhost@', 'localhost%40', 'localhost:3000@'],
  [
    '127.0.0.1:9',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'evil.example',
    '169.254.169.254',
    '127.1',
    'localhost%00.evil.example',
  ],
).map((parts) => parts.join(''))

/** Texts for a form field: injection, control, length, shape. */
export const hostileTexts = [
  "' OR '1'='1",
  "'; DROP TABLE application; --",
  "1' AND (SELECT pg_sleep(9)) IS NOT NULL --",
  '$$; SELECT 1; $$',
  '%27%20UNION%20SELECT%20NULL--',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}#{7*7}<%= 7*7 %>',
  'a\r\nX-Injected: 1\r\n\r\n<html>',
  'a\u0000b',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  '=cmd|calc!A1',
  '\u202egnp.exe',
  '\ud800'.toWellFormed(),
  'ÀÁÂ'.normalize('NFD'),
  '１２３４５６',
  '9'.repeat(400),
  '-1',
  '1e308',
  'NaN',
  'Infinity',
  '0x10',
  '9007199254740993',
  '-0',
  '0.1.2',
  '2026-02-30',
  '0000-00-00',
  '99999-12-31',
  'true',
  'null',
  'undefined',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"$gt":""}',
  '{"length":1e9}',
  '[1,2,3]',
  '['.repeat(10_000),
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  'x'.repeat(100_000),
  '%',
  '%zz',
  '\\',
  '',
  ' ',
]

/** Bodies that are wrong as a whole, whatever their call. */
export const hostileBodies = [
  ['the same name twice', 'a=1&a=2'],
  ['ten thousand names', Array.from({ length: 10_000 }, (_, at) => `k${at}=1`).join('&')],
  [
    'names of prototypes',
    '__proto__=1&constructor=2&constructor[prototype][x]=3&hasOwnProperty=4&toString=5',
  ],
  ['nested names', 'a[b][c][d]=1&a[]=2&a.b.c=3'],
  ['a broken escape', 'a=%'],
  ['another broken escape', 'a=%u0041&b=%g1'],
  ['broken UTF-8', Buffer.from([0x61, 0x3d, 0xff, 0xfe, 0xc0, 0xaf])],
  ['escapes that are no UTF-8', 'a=%ff%fe'],
  ['overlong UTF-8', 'a=%c0%80'],
  ['a NUL', 'a=%00'],
  ['lines', 'a=1%0d%0aX-Injected:%201&b=%0d%0a%0d%0a<html>'],
  ['only signs', '&&==&=&a&=1'],
  ['semicolons', 'a=1;b=2;c=3'],
  ['JSON', '{"a":1}'],
  ['XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['one name of 500 kB', `${'n'.repeat(500_000)}=1`],
  ['a value of 1 MB', `a=${'x'.repeat(1_000_000)}`],
]

/** Methods that a parser knows, and some that none does. */
export const methods =
  'GET POST PUT PATCH DELETE HEAD OPTIONS TRACE PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK SEARCH REPORT PURGE MERGE LINK QUERY FOO'.split(
    ' ',
  )

/** Words of Next's servers to each other, and of proxies. */
export const internalHeaders = {
  'x-middleware-subrequest': Array(5).fill('middleware').join(':'),
  'x-middleware-subrequest-id': '1',
  'x-middleware-next': '1',
  'x-middleware-rewrite': '/wel/index',
  'x-middleware-invoke': '1',
  'x-middleware-prefetch': '1',
  'x-middleware-set-cookie': 'a=1',
  'x-middleware-override-headers': 'cookie',
  'x-middleware-request-cookie': 'a=1',
  'x-matched-path': '/wel/index',
  'x-now-route-matches': '1=wel',
  'x-nextjs-data': '1',
  'x-invoke-path': '/wel/index',
  'x-invoke-status': '200',
  'x-invoke-output': '/wel/index',
  'x-next-resume-state-length': '1',
  'next-resume': '1',
  'next-action': 'a'.repeat(40),
  'x-nlos-front': '00000000-0000-0000-0000-000000000000',
  'x-nlos-tenant': 'qhe',
  'x-nlos-host': 'qinghe.localhost',
  'x-nlos-origin': 'https://evil.example',
  'x-nlos-client-ip': '9.9.9.9',
  'x-original-url': '/wel/index',
  'x-original-host': 'qinghe.localhost',
  'x-rewrite-url': '/wel/index',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '9.9.9.9',
  'x-forwarded-port': '1',
  'x-forwarded-prefix': '/x',
  'x-real-ip': '9.9.9.9',
  'x-http-method-override': 'DELETE',
  forwarded: 'host=evil.example;proto=https',
  'content-security-policy': "script-src 'nonce-mine'",
  via: '1.1 evil.example',
  'proxy-authorization': 'Basic eDp4',
  authorization: 'Bearer x',
  token: 'x',
}
