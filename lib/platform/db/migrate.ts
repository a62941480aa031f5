import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection, Engine } from './engine.ts'

/** Beside this file; as a path, because a bundler would take a URL for something to bundle. */
const ownFolder = join(import.meta.dirname, 'migrations')

type Migration = { tag: string; text: string; hash: string }

/** The migrations in order, oldest first: the numbers in their names are it. */
function migrationsIn(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { tag: name.slice(0, -'.sql'.length), text, hash: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Brings the schema up to date, each new migration once, all in one transaction; processes that start together wait
 * for each other. Runs as the owner of the database.
 * @returns names of the migrations applied.
 * @param folder another than the program's own, for tests
 * @throws {Error} when the database is newer than this program, or a migration was another one when it was applied.
 */
export function migrate(engine: Engine, folder = ownFolder): Promise<string[]> {
  return engine.withConnection(async (connection) => {
    await connection.exec('BEGIN')
    try {
      const applied = await applyPending(connection, migrationsIn(folder))
      await connection.exec('COMMIT')
      return applied
    } catch (error) {
      await connection.exec('ROLLBACK').catch(() => undefined)
      throw error
    }
  })
}

async function applyPending(connection: Connection, known: readonly Migration[]): Promise<string[]> {
  await connection.exec(
    `SELECT pg_advisory_xact_lock(7146501);
     CREATE TABLE IF NOT EXISTS nlos_migration (tag text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
     ALTER TABLE nlos_migration ADD COLUMN IF NOT EXISTS hash text`,
  )
  const { rows } = await connection.query('SELECT tag, hash FROM nlos_migration ORDER BY tag', [], 'array')
  const done = new Map(rows as [tag: string, hash: string | null][])
  for (const [tag, hash] of done) refuseOther(tag, hash, known)
  const pending = known.filter(({ tag }) => !done.has(tag))
  for (const { text } of pending) await connection.exec(text)
  // Those that were applied before there were hashes get theirs with the new ones.
  for (const { tag, hash } of known.filter((one) => !done.get(one.tag))) {
    await connection.query(
      'INSERT INTO nlos_migration (tag, hash) VALUES ($1, $2) ON CONFLICT (tag) DO UPDATE SET hash = excluded.hash',
      [tag, hash],
      'array',
    )
  }
  return pending.map(({ tag }) => tag)
}

/** A database that this program did not make would start, and then fail call by call. */
function refuseOther(tag: string, hash: string | null, known: readonly Migration[]): void {
  const migration = known.find((one) => one.tag === tag)
  if (!migration) {
    throw new Error(
      `The database has the migration ${tag}, which this version does not know: use the newer one.`,
    )
  }
  if (hash === null || hash === migration.hash) return
  throw new Error(
    `The database was made by another ${tag} than this version has: use the version that made it, or an empty database and DATA_DIR (docs/operations.md, Upgrading).`,
  )
}
