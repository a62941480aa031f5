import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'

/** The contents of a backup, so that a broken one is known before it is needed: `manifest.json`, written last. */

const NAME = 'manifest.json'

const manifest = z.object({
  format: z.literal(1),
  engine: z.enum(['pglite', 'postgres']),
  madeAt: z.string(),
  /** Roles that the tables and functions speak of. */
  roles: z.array(z.string()),
  /** Rows by table at the moment of the dump; of a copied PGlite folder none are counted. */
  rows: z.record(z.string(), z.number().int()),
  files: z.array(z.object({ path: z.string(), size: z.number().int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifest>

/** A backup that cannot be made or used; the message is for the person who runs the command. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Lists what is in the folder now, with checksums, and ends the backup. */
export async function writeManifest(
  folder: string,
  about: Pick<Manifest, 'engine' | 'roles' | 'rows'>,
): Promise<Manifest> {
  const files: Manifest['files'] = []
  for (const path of (await filesIn(folder)).sort()) {
    const { size } = await stat(join(folder, path))
    files.push({ path, size, sha256: await checksum(join(folder, path)) })
  }
  const made: Manifest = { format: 1, madeAt: new Date().toISOString(), ...about, files }
  await writeFile(join(folder, NAME), `${JSON.stringify(made, null, 1)}\n`, { mode: 0o600, flag: 'wx' })
  return made
}

/**
 * The manifest of a backup whose files are all as they were written.
 * @throws {BackupError} naming the first file that is not
 */
export async function verifiedManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw new BackupError(`${folder} holds no ${NAME}: it is no backup, or one that was broken off.`)
  })
  const parsed = manifest.safeParse(parseJson(text))
  if (!parsed.success) throw new BackupError(`${NAME} of ${folder} is damaged.`)
  const listed = new Set(parsed.data.files.map(({ path }) => path))
  const stranger = (await filesIn(folder)).find((path) => path !== NAME && !listed.has(path))
  if (stranger) throw new BackupError(`${stranger} is in the backup and not in its list.`)
  for (const { path, size, sha256 } of parsed.data.files) {
    const found = await stat(join(folder, path)).catch(() => undefined)
    if (!found) throw new BackupError(`${path} of the backup is missing.`)
    if (found.size !== size || (await checksum(join(folder, path))) !== sha256)
      throw new BackupError(`${path} of the backup is damaged.`)
  }
  return parsed.data
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

async function checksum(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
