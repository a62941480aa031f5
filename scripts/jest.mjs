/**
 * `npm run jest -- lib/domains/gps`: tests by parts of their paths, on the Node that runs the product; with `--postgres`
 * on a PostgreSQL of their own, as a proof runs them, and not on PGlite.
 */
import { ensureInstalled } from './install.mjs'
import { startPostgres } from './postgres.mjs'
import { runNode, script } from './runtime.mjs'
import { compileCache } from './serve.mjs'

const args = process.argv.slice(2).filter((arg) => arg !== '--postgres')

await script(async () => {
  await ensureInstalled()
  const postgres = process.argv.includes('--postgres') ? await startPostgres(['tests']) : undefined
  const env = { ...compileCache, ...(postgres && { NLOS_TEST_DATABASE_URL: postgres.urls.tests }) }
  try {
    const { code } = await runNode(['node_modules/jest/bin/jest.js', ...args], { env })
    return code
  } finally {
    await postgres?.stop()
  }
})
