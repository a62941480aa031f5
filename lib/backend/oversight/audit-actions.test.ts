import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditActions } from '../../rules/audit-actions.ts'

const backend = join(import.meta.dirname, '..')
/** Where rows are written: `action: 'order.void'`, behind a choice too. */
const action = /\baction: (?:\w+ \? '([a-zA-Z]+\.[a-zA-Z_]+)' : )?'([a-zA-Z]+\.[a-zA-Z_]+)'/g

test('whatever the service writes into the audit log can be chosen and has a word', () => {
  const files = globSync('**/*.ts', { cwd: backend }).filter((file) => !/\.test\.ts$/.test(file))
  const written = new Set(
    files.flatMap((file) =>
      Array.from(readFileSync(join(backend, file), 'utf8').matchAll(action), ([, first, second]) => [
        first,
        second,
      ]).flat(),
    ),
  )
  written.delete(undefined)
  expect(written.size).toBeGreaterThan(30)
  expect(
    [...written].filter((code) => !(auditActions as readonly (string | undefined)[]).includes(code)),
  ).toEqual([])
})
