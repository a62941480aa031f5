/** Starting, stopping, and what is left when a part is missing. Rows S1, S14, A5, A7. */
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { routes } from '../lib/routes.ts'
import { root } from '../scripts/runtime.mjs'
import { createClient, each } from './client.mjs'
import { launch, newSecret, ownFolder, startServer } from './servers.mjs'
import { wrongWith } from './tally.mjs'

export function processParts(tally, { demo }) {
  return [
    () =>
      tally.part('S14', 'starts with a secret that can be guessed', async (part) => {
        const upstream = { NLOS_UPSTREAM_URL: 'http://127.0.0.1:9' }
        for (const [name, env] of [
          ['none', {}],
          ['31 characters', { SESSION_SECRET: newSecret().slice(0, 31) }],
          ['a default', { SESSION_SECRET: 'complex_password_at_least_32_characters_long' }],
          ['a pattern', { SESSION_SECRET: 'ab'.repeat(20) }],
          ['a weak one beside a good one', { SESSION_SECRET_1: newSecret(), SESSION_SECRET_2: 'short' }],
        ]) {
          part.tried++
          const server = await launch({ ...upstream, ...env })
          const { code } = await Promise.race([server.ended, wait(20_000, { code: 'still running' })])
          if (code === 'still running') await server.stop()
          const said = server.log().trim()
          if (code !== 1 || !/^SESSION_SECRET\w* [^\n]+\.$/.test(said))
            part.fell.push(`${name}: exit ${code}, ${said.slice(0, 200)}`)
          for (const value of Object.values(env))
            if (said.includes(value)) part.fell.push(`${name}: the log shows it`)
        }
      }),

    () =>
      tally.part('A7', 'a second server on the same data', async (part) => {
        part.tried++
        const second = await launch({ NLOS_DEMO: '1', DATA_DIR: demo.dataDir })
        const { code } = await Promise.race([second.ended, wait(30_000, { code: 'still running' })])
        if (code === 'still running') await second.stop()
        const said = second.log().trim().split('\n').at(-1)
        if (code !== 1 || !/process/.test(said)) part.fell.push(`exit ${code}: ${said}`)
        const client = createClient(demo.port)
        const { status } = await client.ask({ method: 'GET', path: '/readyz' })
        client.close()
        if (status !== 200) part.fell.push(`the first one: ${status}`)
        return said
      }),

    () =>
      tally.part('S1', 'every page without middleware.ts in the build', async (part) => {
        const copy = withoutMiddleware()
        const server = await startServer(
          { NLOS_UPSTREAM_URL: 'http://127.0.0.1:9', SESSION_SECRET: newSecret() },
          copy,
        )
        const client = createClient(server.port)
        const ways = [
          {},
          { rsc: '1' },
          { rsc: '1', 'next-router-prefetch': '1' },
          { cookie: 'nlos-session=x' },
        ]
        const closed = Object.values(routes).filter((route) => !route.public)
        await each(
          closed.flatMap(({ path }) => ways.map((headers) => [path.replace(/:\w+\??/g, '1'), headers])),
          4,
          async ([path, headers]) => {
            part.tried++
            const received = await client.ask({
              method: 'GET',
              path,
              headers: { 'x-nlos': undefined, ...headers },
            })
            const text = String(received.body)
            // In the middle of a stream Next cannot send a status any more: it says the redirect in the text.
            const led = received.status === 307 || /NEXT_REDIRECT;\w+;\/login|url=\/login/.test(text)
            const wrong =
              wrongWith(received, client) ??
              (led || received.status === 404 ? undefined : `answered ${received.status}`)
            if (wrong) part.fell.push(`${path} ${JSON.stringify(headers)}: ${wrong}`)
          },
        )
        client.close()
        await server.stop()
      }),
  ]
}

/** SIGTERM while calls are under way: they end, and one that hangs does not hold the exit. */
export function drainPart(tally, { server, client, cookie }) {
  return tally.part('A5', 'a stop under load', async (part) => {
    const slow = Array.from({ length: 50 }, () =>
      client
        .ask({ method: 'GET', path: '/nlos/admin/getDic?type=fault=slow-start', cookie, alone: true })
        .catch((error) => ({ status: error.message })),
    )
    const hanging = client
      .ask({
        method: 'GET',
        path: '/nlos/admin/getDic?type=fault=hang',
        cookie,
        alone: true,
        timeout: 60_000,
      })
      .catch(() => undefined)
    await wait(1_000)
    const started = performance.now()
    server.end()
    const answers = await Promise.all(slow)
    part.tried = part.upstream = answers.length + 1
    for (const { status } of answers) if (status !== 200) part.fell.push(`a call under way: ${status}`)
    const { code } = await Promise.race([server.ended, wait(45_000, { code: 'still running' })])
    const seconds = Math.round((performance.now() - started) / 1_000)
    await hanging
    if (code !== 0 || seconds > 35) part.fell.push(`exit ${code} after ${seconds} s`)
    return `exit after ${seconds} s`
  })
}

/** A copy of the built console whose build knows of no middleware; only small things are copied. */
function withoutMiddleware() {
  const copy = ownFolder()
  const copied = new Set(['server.ts', 'lib', 'package.json', 'next.config.mjs', '.next'])
  for (const name of readdirSync(root)) {
    if (name === '.git' || name === '.data' || name === 'middleware.ts') continue
    if (!copied.has(name)) symlinkSync(join(root, name), join(copy, name))
    else
      cpSync(join(root, name), join(copy, name), {
        recursive: true,
        filter: (path) => !/\.next\/(cache|dev)(\/|$)/.test(path),
      })
  }
  const file = join(copy, '.next/server/functions-config-manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  if (!manifest.functions['/_middleware']) throw new Error('The build has its middleware somewhere else.')
  delete manifest.functions['/_middleware']
  writeFileSync(file, JSON.stringify(manifest))
  return copy
}
