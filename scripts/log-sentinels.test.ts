import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs the scan as the journeys do: natively. */
function leaksIn(log: string): string[] {
  const script = `
    const { leaksIn } = await import('./scripts/log-sentinels.mjs')
    process.stdout.write(JSON.stringify(leaksIn(${JSON.stringify(log)})))`
  const args = ['--input-type=module', '-e', script]
  return JSON.parse(
    execFileSync(process.execPath, args, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' }),
  )
}

const line = (reason: string) =>
  JSON.stringify({ time: '2026-11-21T09:00:00.000Z', message: 'request', reason })

it('D4: finds what a log may not hold', () => {
  const held = ['110101199003071233', '13800138000', 'Demo@2026', 'Fe26.2*1*ab']
  const log = ['demo accounts (password Demo@2026): admin', ...held.map(line), '{"token":"t-1"}'].join('\n')
  expect(leaksIn(log)).toHaveLength(5)
})

it('D4: lets ids, times and numbers of records pass', () => {
  const log = [
    line('0b6f2a52-3f0e-4a5c-9c1a-0f6a2c1d7e55'),
    line('d7abb263-a884-449d-9247-b18332039714'),
    line('AP202511210001'),
    line('110101199003071230'),
  ]
  expect(leaksIn(log.join('\n'))).toEqual([])
})
