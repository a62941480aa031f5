/** `npm run build`: installs and builds, and starts nothing; for an image or a service manager that starts the rest. */
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { script } from './runtime.mjs'

await script(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
