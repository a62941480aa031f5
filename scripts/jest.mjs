/** `npm run jest -- lib/domains/gps`: tests by parts of their paths, on the Node that runs the product. */
import { ensureInstalled } from './install.mjs'
import { runNode, script } from './runtime.mjs'

await script(async () => {
  await ensureInstalled()
  const { code } = await runNode(['node_modules/jest/bin/jest.js', ...process.argv.slice(2)])
  return code
})
