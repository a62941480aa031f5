/**
 * `npm run backend`: the embedded backend as a process of its own, for consoles whose NLOS_UPSTREAM_URL names it.
 * Takes the settings of a start; PORT is 3100 unless set.
 */
import { ensureInstalled } from './install.mjs'
import { exitCode, script, startNode } from './runtime.mjs'
import { demoFlag } from './serve.mjs'

await script(async () => {
  await ensureInstalled()
  const env = { PORT: process.env.PORT || '3100', ...demoFlag(process.env) }
  return exitCode(startNode(['scripts/backend-process.mjs'], { env }))
})
