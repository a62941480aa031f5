/** `npm run dev`: the same server with Next in development mode; pages are compiled when asked for. */
import { ensureInstalled } from './install.mjs'
import { script } from './runtime.mjs'
import { serve } from './serve.mjs'

await script(async () => {
  await ensureInstalled()
  return serve({ NODE_ENV: 'development', NLOS_DEV: '1' })
})
