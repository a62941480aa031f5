import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applications } from '../lib/domains/orders/contract.ts'

/** Runs the loader as Turbopack does: natively, on the file of a contract. */
function load(file: string): string {
  const script = `
    const { default: load } = await import('./scripts/contract-loader.mjs')
    process.stdout.write(await load.call({ resourcePath: ${JSON.stringify(join(process.cwd(), file))} }))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
}

/** Of a domain, what its browser's copy says. */
const copyOf = (domain: string): unknown =>
  JSON.parse(/= (.*)\n$/.exec(load(`lib/domains/${domain}/contract.ts`))?.[1] ?? '')

test('the browser hears what a call leaves to a second person, whose banner is read again', () => {
  expect(copyOf('releases')).toMatchObject({ make: { writes: { on: 'order', proposes: 'release' } } })
})

test('the browser gets method, path and kind of every call, what columns need what it reads or writes and who may write, and no schema', () => {
  const text = load('lib/domains/orders/contract.ts')
  const [, json = ''] = /^export const applications = (.*)\n$/.exec(text) ?? []
  const copy: unknown = JSON.parse(json)
  const read = applications.query
  expect(copy).toMatchObject({
    query: { method: read.method, path: read.path, kind: 'json', of: ['order'] },
    void: {
      path: applications.void.path,
      access: applications.void.access,
      writes: { on: 'order', id: 'orderId' },
    },
    copy: { writes: { anyVersion: true } },
  })
  expect(Object.keys(copy as object)).toEqual(Object.keys(applications))
  expect(text).not.toMatch(/"(input|output|action|maxBytes)"/)
  expect(copy).toMatchObject({ query: { rowNeeds: { riskHint: 'order:internal' } } })
})

test('the build gives every domain to it: one that it passes by brings the validator into the first page', () => {
  const [, condition = ''] = /content: \/(.+)\/ }/.exec(readFileSync('next.config.mjs', 'utf8')) ?? []
  const domains = Array.from(
    readFileSync('lib/domains/endpoints.ts', 'utf8').matchAll(
      /^import \{ \w+ \} from '\.\/(.+contract.*)'$/gm,
    ),
    ([, file = '']) => file,
  )
  expect(domains.length).toBeGreaterThan(10)
  const passedBy = domains.filter(
    (file) => !new RegExp(condition).test(readFileSync(`lib/domains/${file}`, 'utf8')),
  )
  expect(condition === '' ? domains : passedBy).toEqual([])
})
