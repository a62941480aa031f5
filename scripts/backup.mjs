/** `npm run backup -- <folder>`: the database and the uploads of these settings, with a manifest, into a new folder. */
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, say, script, secondsSince } from './runtime.mjs'

await script(async () => {
  await ensureInstalled()
  if (await onPinnedNode()) await backup()
})

async function backup() {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('Usage: npm run backup -- <folder>')
  const { commandEnv } = await import('./command-env.mjs')
  const { makeBackup } = await import('../lib/platform/backup/backup.ts')
  const started = performance.now()
  const { files, engine } = await makeBackup({ ...(await commandEnv()), folder })
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  say(
    `${folder}: ${engine}, ${files.length} files, ${Math.ceil(bytes / 1e6)} MB in ${secondsSince(started)}.`,
  )
}
