import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applications } from '../lib/contracts/applications.ts'
import type { Endpoint } from '../lib/contracts/endpoint.ts'

/** Runs the loader as Turbopack does: natively, on the file of a contract. */
function load(file: string): string {
  const script = `
    const { default: load } = await import('./scripts/contract-loader.mjs')
    process.stdout.write(await load.call({ resourcePath: ${JSON.stringify(join(process.cwd(), file))} }))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
}

test('the browser gets method, path and kind of every call, what columns need and what it reads or writes, and no schema', () => {
  const text = load('lib/contracts/applications.ts')
  const [, json = ''] = /^export const applications = (.*)\n$/.exec(text) ?? []
  const copy: unknown = JSON.parse(json)
  expect(copy).toEqual(
    Object.fromEntries(
      Object.entries(applications).map(
        ([call, { method, path, kind, rowNeeds, of, writes }]: [string, Endpoint]) => [
          call,
          {
            ...{ method, path, kind, ...(rowNeeds && { rowNeeds }), ...(of && { of }) },
            ...(writes && { writes: { on: writes.on } }),
          },
        ],
      ),
    ),
  )
  expect(copy).toMatchObject({ query: { rowNeeds: { riskHint: 'order:internal' } } })
})

test('the build gives every domain to it: one that it passes by brings the validator into the first page', () => {
  const [, condition = ''] = /content: \/(.+)\/ }/.exec(readFileSync('next.config.mjs', 'utf8')) ?? []
  const domains = Array.from(
    readFileSync('lib/contracts/index.ts', 'utf8').matchAll(/^import \{ \w+ \} from '\.\/(.+)'$/gm),
    ([, file = '']) => file,
  )
  expect(domains.length).toBeGreaterThan(10)
  const passedBy = domains.filter(
    (file) => !new RegExp(condition).test(readFileSync(`lib/contracts/${file}`, 'utf8')),
  )
  expect(condition === '' ? domains : passedBy).toEqual([])
})
