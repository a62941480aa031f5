import { each } from './client.mjs'
import { product } from './payloads.mjs'
import { createVisitor, WIDTH } from './visit.mjs'

export function brandParts(tally, { client, cookie }) {
  const { visit } = createVisitor(client)

  return [
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
  ]
}
