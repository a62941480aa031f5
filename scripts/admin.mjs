/**
 * `npm run admin -- create --tenant <code> --account <account> --name <name>`: the first administrator of a tenant.
 * The password comes from NLOS_ADMIN_PASSWORD, or is asked for.
 * `npm run admin -- files --to s3|folder`: copies the files of this installation to where they are to be from now on.
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, say, script } from './runtime.mjs'

const usage = `npm run admin -- create --tenant <code> --account <account> --name <name>
       npm run admin -- files --to s3|folder`

await script(async () => {
  await ensureInstalled()
  if (await onPinnedNode()) await (process.argv[2] === 'files' ? copyFiles() : create())
})

async function copyFiles() {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { to: { type: 'string' } } })
  if (values.to !== 's3' && values.to !== 'folder') throw new Error(`Usage: ${usage}`)
  const { commandEnv } = await import('./command-env.mjs')
  const { storeOf } = await import('../lib/platform/files/file-store.ts')
  const { copyObjects } = await import('../lib/platform/files/object-store.ts')
  const { dataDir, s3 } = await commandEnv()
  if (!s3) throw new Error('S3_URL is not set: there is no bucket to copy to or from.')
  const folder = storeOf({ dataDir })
  const bucket = storeOf({ dataDir, s3 })
  const [from, to] = values.to === 's3' ? [folder, bucket] : [bucket, folder]
  const { copied, damaged } = await copyObjects(from, to)
  say(`${copied} files copied; the rest was there. Nothing was deleted where they were.`)
  if (damaged > 0) throw new Error(`${damaged} files are damaged and were not copied: they are named above.`)
}

async function create() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { tenant: { type: 'string' }, account: { type: 'string' }, name: { type: 'string' } },
  })
  const { tenant, account, name } = values
  if (positionals[0] !== 'create' || !tenant || !account || !name) throw new Error(`Usage: ${usage}`)
  const { getEnv } = await import('../lib/env.ts')
  const { createAdministrator } = await import('../lib/domains/admin.ts')
  const { databaseUrl, dataDir } = getEnv()
  const password = process.env.NLOS_ADMIN_PASSWORD || (await ask('Password: '))
  await createAdministrator({ tenant, account, name, password, databaseUrl, dataDir })
  say(`${account} is an administrator of ${tenant}.`)
}

/** Reads a line that is not shown. */
async function ask(question) {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  try {
    const closed = once(terminal, 'close').then(() => '')
    return await Promise.race([terminal.question(''), closed])
  } finally {
    terminal.close()
    process.stdout.write('\n')
  }
}
