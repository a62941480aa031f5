/** Every page by every address. Rows S1, P11, B6. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { roles } from '../lib/domains/identity/rules/roles.ts'
import { routes } from '../lib/routes.ts'
import { root } from '../scripts/runtime.mjs'
import { each } from './client.mjs'
import { internalHeaders, product } from './payloads.mjs'
import { createVisitor, oneOf, pathOf, WIDTH } from './visit.mjs'

const closed = Object.values(routes).filter((route) => !route.public)

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

export function pageParts(tally, { client, cookie, sessionOf }) {
  const { visit, hide } = createVisitor(client)

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
        const secrets = [...texts].slice(0, 40)
        if (secrets.length < 20) throw new Error(`only ${secrets.length} texts to look for`)
        hide(secrets)
        const cases = product(closed, spellings, [undefined, 'nlos-session=x'])
        await each(cases, WIDTH, async ([route, [name, spell], held]) => {
          await visit(
            part,
            `${pathOf(route)} ${name}`,
            { ...spell(pathOf(route)), cookie: held },
            oneOf(307, 308, 400, 401, 404),
          )
        })
        hide([])
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
