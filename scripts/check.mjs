/** `npm run check`: types, lint, format, dead code, copies, unit tests. */
import { runChecks } from './checks.mjs'
import { ensureInstalled } from './install.mjs'
import { say, script } from './runtime.mjs'

await script(async () => {
  await ensureInstalled()
  const { passed, failed } = await runChecks()
  say(`${passed} passed, ${failed} failed`)
  return failed ? 1 : 0
})
