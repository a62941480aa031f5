/** `npm run check`: types, lint, format, dead code, copies, unit tests. */
import { runChecks } from './checks.mjs'
import { ensureInstalled } from './install.mjs'
import { say, script } from './runtime.mjs'
import { sum } from './steps.mjs'

await script(async () => {
  await ensureInstalled()
  const { passed, failed } = sum(await runChecks())
  say(`${passed} passed, ${failed} failed`)
  return failed ? 1 : 0
})
