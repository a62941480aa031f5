/** Pages, brands, headers and the backend behind them, on the demo. Rows S1, T1, T5, B3, B6, B7, B9, P11, P12. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pendingRoutes, routes } from '../lib/routes.ts'
import { roles } from '../lib/rules/roles.ts'
import { root } from '../scripts/runtime.mjs'
import { each } from './client.mjs'
import { internalHeaders, product, traversals } from './payloads.mjs'
import { wrongWith } from './tally.mjs'

const WIDTH = 6
const closed = Object.values(routes).filter((route) => !route.public)
const pathOf = ({ path }) => path.replace(/\/:\w+\?$/, '').replace(/:\w+/g, '1')

/** Ways in which Next has answered, or another framework could answer, what a redirect should have kept. */
const spellings = [
  ['plain', (path) => ({ path })],
  ['slash', (path) => ({ path: `${path}/` })],
  ['two slashes', (path) => ({ path: `/${path}` })],
  ['.rsc', (path) => ({ path: `${path}.rsc` })],
  ['RSC', (path) => ({ path: `${path}?_rsc=1`, headers: { rsc: '1' } })],
  ['prefetch', (path) => ({ path, headers: { rsc: '1', 'next-router-prefetch': '1' } })],
  [
    'segment',
    (path) => ({
      path: `${path}.segments/_tree.segment.rsc`,
      headers: { rsc: '1', 'next-router-segment-prefetch': '/_tree' },
    }),
  ],
  [
    'state tree',
    (path) => ({
      path,
      headers: {
        rsc: '1',
        'next-router-state-tree': encodeURIComponent('["",{"children":["(console)",{}]},null,null]'),
      },
    }),
  ],
  [
    'encoded letter',
    (path) => ({ path: path.replace(/[a-z]$/i, (at) => `%${at.charCodeAt(0).toString(16)}`) }),
  ],
  ['other case', (path) => ({ path: path.toUpperCase() })],
  [
    'subrequest',
    (path) => ({ path, headers: { 'x-middleware-subrequest': internalHeaders['x-middleware-subrequest'] } }),
  ],
  ['all internal words', (path) => ({ path, headers: internalHeaders })],
  [
    'query words',
    (path) => ({ path: `${path}?nxtPpath=login&__nextDefaultLocale=x&_rsc=x&__NEXT_ERROR__=1` }),
  ],
  ['another prefix', (path) => ({ path: `/_next/data/x${path}.json` })],
  ['behind a file', (path) => ({ path: `${path}/x.png` })],
  ['HEAD', (path) => ({ path, method: 'HEAD' })],
]

/**
 * @param at `cookie` is the session of somebody who sees orders; `sessionOf` gives that of a role
 */
export function pageParts(tally, { client, cookie, sessionOf }) {
  let secrets = []
  /** Sends and judges; `judge` says what else is wrong with an answer. */
  async function visit(part, name, sent, judge = () => undefined) {
    part.tried++
    const received = await client
      .ask({
        method: 'GET',
        ...sent,
        headers: { 'x-nlos': undefined, 'sec-fetch-site': 'none', ...sent.headers },
      })
      .catch((error) => error)
    const wrong =
      received instanceof Error
        ? received.message
        : (wrongWith(received, { ...client, host: sent.headers?.host ?? client.host, secrets }) ??
          judge(received))
    if (wrong) part.fell.push(`${name}: ${wrong}`)
    return received
  }
  const oneOf =
    (...wanted) =>
    ({ status }) =>
      wanted.includes(status) ? undefined : `answered ${status}`

  return [
    () =>
      tally.part('S1', 'every page without a session, in every spelling', async (part) => {
        const texts = new Set(['sys:user:save', 'order:claim_pre'])
        for (const role of Object.keys(roles).filter((one) =>
          roles[one].permissions.includes('order:view'),
        )) {
          const list = {
            path: '/nlos/biz/order/order/list',
            body: 'length=40',
            cookie: await sessionOf(role),
          }
          const { data = [] } = JSON.parse((await client.ask(list)).body)
          for (const { orderNo } of data) if (orderNo) texts.add(orderNo)
        }
        secrets = [...texts].slice(0, 40)
        if (secrets.length < 20) throw new Error(`only ${secrets.length} texts to look for`)
        const cases = product(closed, spellings, [undefined, 'nlos-session=x'])
        await each(cases, WIDTH, async ([route, [name, spell], held]) => {
          await visit(
            part,
            `${pathOf(route)} ${name}`,
            { ...spell(pathOf(route)), cookie: held },
            (received) => {
              if (received.status === 307 || received.status === 308)
                return /^\/(login\?pro=blq|404|wel)?|^\/[\w/]+$/.test(received.headers.location)
                  ? undefined
                  : `leads to ${received.headers.location}`
              return [400, 401, 404].includes(received.status) ? undefined : `answered ${received.status}`
            },
          )
        })
        secrets = []
      }),

    () =>
      tally.part('P11', 'server actions and picture addresses', async (part) => {
        const paths = Object.values(routes).map(pathOf)
        await each(product(paths, ['a'.repeat(40), 'x', '']), WIDTH, ([path, action]) =>
          visit(
            part,
            `action on ${path}`,
            {
              method: 'POST',
              path,
              body: '[]',
              headers: { 'next-action': action, 'content-type': 'text/plain' },
              cookie,
            },
            oneOf(400, 405),
          ),
        )
        const pictures = product(
          ['/_next/image?url=', '/_next/image/?url=', '/_vercel/image?url='],
          [
            '/brand/blq/logo.svg',
            'http://127.0.0.1:9/',
            '//evil.example/x',
            'data:image/svg+xml,x',
            '%2f%2f',
          ],
        ).map((parts) => parts.join('&w=64&q=75').replace('url=&w=64&q=75', 'url='))
        await each(pictures, WIDTH, (path) => visit(part, path, { path }, oneOf(307, 400, 404)))
        const manifest = JSON.parse(
          readFileSync(join(root, '.next/server/server-reference-manifest.json'), 'utf8'),
        )
        const actions = Object.keys(manifest.node).length + Object.keys(manifest.edge).length
        part.tried++
        if (actions > 0) part.fell.push(`${actions} server actions in the build`)
      }),

    () =>
      tally.part('T1', 'hosts of nobody and hosts spelled otherwise', async (part) => {
        const own = [
          ['localhost', '蓝桥示例'],
          ['LOCALHOST', '蓝桥示例'],
          ['localhost.', '蓝桥示例'],
          ['127.0.0.1', '蓝桥示例'],
          ['qinghe.localhost', '青禾示例'],
          ['QingHe.LocalHost.', '青禾示例'],
          ['yunfan.localhost', '云帆示例'],
        ]
        const titles = ['蓝桥示例', '青禾示例', '云帆示例']
        const nobody = [
          'evil.example',
          'localhost.evil.example',
          'xlocalhost',
          'a.localhost',
          'a.qinghe.localhost',
          '10.0.0.1',
          '0.0.0.0',
          'xn--localhost-.example',
          'ⓛocalhost.example'.normalize('NFD').replace(/[^\x20-\x7e]/g, 'x'),
          'localhost.localdomain',
          '127.0.0.2',
          '[::2]',
        ]
        await each(
          product([...own, ...nobody.map((host) => [host, undefined])], ['', ':80', ':443', ':3000']),
          WIDTH,
          async ([[host, title], port]) => {
            const headers = { host: `${host}${port}` }
            await visit(part, `page on ${host}${port}`, { path: '/login', headers }, ({ status, body }) => {
              if (status !== 200) return `answered ${status}`
              const shown = titles.filter((one) => String(body).includes(one))
              return shown.join() === (title ?? '') ? undefined : `shows ${shown}`
            })
            const asked = await client.ask({
              path: '/nlos/home/list',
              body: '',
              cookie,
              headers: { ...headers, origin: `http://${host.toLowerCase().replace(/\.$/, '')}${port}` },
            })
            part.tried++
            const wanted = title === undefined ? [421, 403] : title === titles[0] ? [200, 403] : [401, 403]
            if (!wanted.includes(asked.status))
              part.fell.push(`call on ${host}${port}: answered ${asked.status}`)
          },
        )
      }),

    () =>
      tally.part(
        'T5, B3',
        '3,000 pages of three brands in turn, poisoned hosts between them',
        async (part) => {
          const brands = [
            ['localhost', '蓝桥示例', 'blq'],
            ['qinghe.localhost', '青禾示例', 'qhe'],
            ['yunfan.localhost', '云帆示例', 'yfd'],
          ]
          const nonces = new Set()
          const times = []
          await each(
            Array.from({ length: 3_000 }, (_, at) => at),
            WIDTH,
            async (at) => {
              const [host, title, code] = brands[at % 3]
              const poison =
                at % 7 === 0 ? { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' } : {}
              const received = await visit(
                part,
                `${host} ${at}`,
                {
                  path: '/login',
                  headers: {
                    host: `${host}:${client.port}`,
                    'content-security-policy': "script-src 'nonce-mine'",
                    ...poison,
                  },
                },
                ({ headers, body }) => {
                  const text = String(body)
                  const others = brands.filter(([, other]) => other !== title && text.includes(other))
                  if (!text.includes(title) || others.length > 0) return `another brand: ${others}`
                  if (brands.some(([, , other]) => other !== code && text.includes(`/brand/${other}/`)))
                    return 'another logo'
                  if (text.includes('evil.example')) return 'the poisoned host'
                  const nonce = /script-src[^;]*'nonce-([^']+)'/.exec(headers['content-security-policy'])?.[1]
                  if (!nonce || nonce === 'mine' || nonces.has(nonce)) return `nonce ${nonce}`
                  nonces.add(nonce)
                  if (!/no-store/.test(headers['cache-control']))
                    return `cache-control ${headers['cache-control']}`
                  return [...text.matchAll(/<script(?![^>]*type="application\/)[^>]*>/g)].every(([tag]) =>
                    tag.includes(`nonce="${nonce}"`),
                  )
                    ? undefined
                    : 'a script without the nonce'
                },
              )
              if (received.ms) times.push(received.ms)
            },
          )
          return `${nonces.size} nonces`
        },
      ),

    () =>
      tally.part('B7, B8', 'headers of every page, file and error', async (part) => {
        const files = readdirSync(join(root, '.next/static'), { recursive: true }).filter((file) =>
          statSync(join(root, '.next/static', file)).isFile(),
        )
        const paths = [
          ...Object.values(routes)
            .filter((route) => route.key !== 'serverError')
            .map((route) => [pathOf(route), true]),
          ...files.map((file) => [`/_next/static/${encodeURI(file)}`, false]),
          ...[
            '/nothing',
            '/404',
            '/500',
            '/403',
            '/nlos/x',
            '/session/info',
            '/session/events',
            '/session/nothing',
            '/healthz',
            '/readyz',
            '/favicon.ico',
            '/_next/x',
            '/manual/screenshots/x.png',
            '/brand/blq/logo.svg',
          ].map((path) => [path, false]),
        ]
        await each(product(paths, [undefined, cookie]), WIDTH, ([[path, isPage], held]) =>
          visit(part, path, { path, cookie: held }, ({ status, headers }) => {
            if (status >= 500 && path !== '/500') return `answered ${status}`
            for (const name of [
              'referrer-policy',
              'cross-origin-opener-policy',
              'cross-origin-resource-policy',
              'permissions-policy',
            ]) {
              if (!headers[name]) return `no ${name}`
            }
            if (isPage && !/no-store/.test(headers['cache-control'] ?? ''))
              return `cache-control ${headers['cache-control']}`
            const policy = headers['content-security-policy'] ?? ''
            return isPage &&
              status === 200 &&
              (/script-src[^;]*unsafe-inline/.test(policy) || !policy.includes("frame-ancestors 'none'"))
              ? `policy ${policy}`
              : undefined
          }),
        )
        return `${pendingRoutes.length} routes are not built yet`
      }),

    () =>
      tally.part('B9', 'files that are nobody’s business, and secrets in the bundle', async (part) => {
        const names = [
          '.env',
          '.env.local',
          '.git/config',
          '.git/HEAD',
          '.data/session-secret',
          '.next/BUILD_ID',
          'package.json',
          'package-lock.json',
          'server.ts',
          'lib/env.ts',
          'next.config.mjs',
          'tsconfig.json',
          'node_modules/next/package.json',
          '.DS_Store',
          'Dockerfile',
          'backup.sql',
          'dump.sql.gz',
          'id_rsa',
          'wp-login.php',
          'phpinfo.php',
          'server-status',
          'actuator/env',
          'debug',
          'metrics',
          '__nextjs_original-stack-frame',
          '_next/server/app-paths-manifest.json',
          '_next/static/../server/middleware-manifest.json',
          '_next/build-manifest.json',
          '_buildManifest.js.map',
        ]
        await each(
          product(['/', '/_next/', '/_next/static/', '/brand/', '/manual/screenshots/', '/nlos/'], names),
          WIDTH,
          ([folder, name]) => visit(part, folder + name, { path: folder + name }, oneOf(307, 308, 400, 404)),
        )
        await each(
          product(['/brand/', '/_next/static/', '/manual/screenshots/', '/'], traversals.slice(0, 300)),
          WIDTH,
          ([folder, text]) =>
            visit(part, folder + text, { path: folder + text }, ({ status, body }) =>
              /root:.*:0:0:/.test(body) ? 'shows a file' : oneOf(307, 308, 400, 404, 414)({ status }),
            ),
        )
        const secret =
          /SESSION_SECRET|NLOS_UPSTREAM_URL|DATABASE_URL|postgres(ql)?:\/\/|Demo@2026|sourceMappingURL|-----BEGIN|passwordHash|argon2|nlos_app/
        for (const file of readdirSync(join(root, '.next/static'), { recursive: true })) {
          const path = join(root, '.next/static', file)
          if (!statSync(path).isFile() || !/\.(js|css|json|map)$/.test(file)) continue
          part.tried++
          const found = file.endsWith('.map') ? 'a source map' : secret.exec(readFileSync(path, 'utf8'))?.[0]
          if (found) part.fell.push(`${file}: ${found}`)
        }
      }),

    () =>
      tally.part('B6', 'addresses that lead on', async (part) => {
        const targets = product(
          [
            'https://evil.example',
            '//evil.example',
            '/\\evil.example',
            '\\\\evil.example',
            'javascript:alert(1)',
            'data:text/html,x',
            'http:evil.example',
            '/%2fevil.example',
            '/\tevil.example',
            '///evil.example',
            '/login@evil.example',
            'https:evil.example',
            '%0d%0aLocation:%20http://evil.example',
          ],
          ['', '/create/index', '?x'],
        ).map((parts) => parts.join(''))
        const names = ['pro', 'redirect', 'src', 'from', 'next', 'url', 'returnUrl', 'name']
        await each(
          [
            ...product(['/login', '/lock', '/', '/wel/index', '/404', '/myiframe/1'], names, targets, [
              undefined,
            ]),
            ...product(['/login', '/lock'], names, targets, [cookie]),
          ],
          WIDTH,
          ([path, name, target, held]) =>
            visit(
              part,
              `${path}?${name}=${target}`,
              { path: `${path}?${name}=${encodeURIComponent(target)}`, cookie: held },
              ({ headers }) =>
                /^(\/\/|\/\\|[a-z]+:)/i.test(headers.location ?? '')
                  ? `leads to ${headers.location}`
                  : undefined,
            ),
        )
      }),
  ]
}
