// @ts-expect-error: a script, which has no types.
import { figure, withFigures } from './figures.mjs'

const page = `# Figures

| Figure | Target | Last | Command |
|---|---|---|---|
| Hop | at most 2× | 1.80× (a1, 2026-11-01) | \`npm run bench -- hop\` |
| Bytes | at most 25 KB | **37.3 KB** (a1, 2026-11-01) | \`npm run bench -- bytes\` |

## What holds them
`
const measured = (what: string, value: number, most: number, command: string) =>
  figure({ what, spread: { median: value, min: value, max: value }, most, command })

test('a figure takes the place of its line, with commit and day, and a new one stands below', () => {
  const { text, worse } = withFigures(
    page,
    [measured('Hop', 1.5, 2, 'hop'), measured('Plan', 0.3, 0.17, 'plan')],
    'b2, 2026-11-28',
  )
  expect(worse).toEqual([])
  expect(text).toMatch(/^\| Hop \| at most 2× \| 1\.50× \(b2, 2026-11-28\) \| `npm run bench -- hop` \|$/m)
  expect(text).toMatch(/\| Bytes .*\n\| Plan \| at most 0\.17× \| \*\*0\.30×\*\* \(b2, 2026-11-28\)/)
  expect(text.endsWith('## What holds them\n')).toBe(true)
})

test('a target that was met and is missed is told, and its line stays; one that was missed before is written', () => {
  const { text, worse } = withFigures(
    page,
    [measured('Hop', 2.5, 2, 'hop'), measured('Bytes', 30, 25, 'bytes')],
    'b2, 2026-11-28',
  )
  expect(worse).toEqual([expect.objectContaining({ what: 'Hop' })])
  expect(text).toContain('| Hop | at most 2× | 1.80× (a1, 2026-11-01)')
  expect(text).toContain('**30.00×')
})
