/**
 * `npm run restore -- <folder>`: a backup into the empty database and DATA_DIR of these settings. `-- --check <folder>`
 * only looks whether the backup is whole.
 */
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, say, script, secondsSince } from './runtime.mjs'

await script(async () => {
  await ensureInstalled()
  if (await onPinnedNode()) await restore()
})

async function restore() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean' } },
  })
  const [folder] = positionals
  if (!folder) throw new Error('Usage: npm run restore -- [--check] <folder>')
  const started = performance.now()
  if (values.check) {
    const { verifiedManifest } = await import('../lib/platform/backup/manifest.ts')
    const { files, madeAt } = await verifiedManifest(folder)
    say(`${folder}: whole, ${files.length} files, made at ${madeAt}.`)
    return
  }
  const { commandEnv } = await import('./command-env.mjs')
  const { restoreBackup } = await import('../lib/platform/backup/backup.ts')
  const { files, madeAt } = await restoreBackup({ ...(await commandEnv()), folder })
  say(`Restored ${files.length} files of ${madeAt} in ${secondsSince(started)}. Now start the console.`)
}
