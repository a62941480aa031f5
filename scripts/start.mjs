/** `npm start`: from whatever state the folder is in to a serving console. */
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { script } from './runtime.mjs'
import { serve } from './serve.mjs'

await script(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return serve({ NODE_ENV: 'production' })
})
