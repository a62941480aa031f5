import { floors, knownToPlatform, upwards } from './floors.ts'
import { isTest, projectPath, readSources } from './source-tree.ts'

/** The domain of a file, `platform`, or undefined for what gathers all domains and for the demo, which stand above them. */
const homeOf = (path: string) =>
  /^lib\/domains\/(?!seed\/|walks\/)([\w-]+)\//.exec(path)?.[1] ??
  (path.startsWith('lib/platform/') ? 'platform' : undefined)

/** Each pair of homes of which the first imports from the second. */
const pairs = new Map<string, Set<string>>()
for (const { path, imports } of readSources().filter(
  ({ path }) => !isTest(path) && !/\/testing\.ts$/.test(path),
)) {
  const home = homeOf(path)
  if (home === undefined) continue
  for (const { specifier } of imports) {
    const other = homeOf(projectPath(path, specifier) ?? '')
    if (other === undefined || other === home) continue
    pairs.set(home, (pairs.get(home) ?? new Set()).add(other))
  }
}
const heightOf = (domain: string) => floors.indexOf(domain)

test('every domain has its floor', () => {
  const named = [...new Set([...pairs].flatMap(([home, others]) => [home, ...others]))]
  expect(named.filter((domain) => domain !== 'platform' && heightOf(domain) < 0)).toEqual([])
})

test('domains import downwards, but for the pairs that are written down', () => {
  const found = [...pairs]
    .filter(([home]) => home !== 'platform')
    .flatMap(([home, others]) =>
      [...others].filter((other) => heightOf(other) > heightOf(home)).map((other) => `${home} → ${other}`),
    )
  const written = Object.entries(upwards).flatMap(([home, others]) =>
    others.map((other) => `${home} → ${other}`),
  )
  expect(found.toSorted()).toEqual(written.toSorted())
})

test('the platform knows no domain, but for those that are written down', () => {
  expect([...(pairs.get('platform') ?? [])].toSorted()).toEqual(knownToPlatform.toSorted())
})
