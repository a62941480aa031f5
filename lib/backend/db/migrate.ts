import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection, Engine } from './engine.ts'

/** Beside this file; as a path, because a bundler would take a URL for something to bundle. */
const folder = join(import.meta.dirname, 'migrations')

/** Migration names in order, oldest first: their numbers are it. */
const migrationTags = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort()

/**
 * Brings the schema up to date, each new migration once, all in one transaction; processes that start together wait
 * for each other. Runs as the owner of the database.
 * @returns names of the migrations applied.
 * @throws {Error} when the database is newer than this program.
 */
export function migrate(engine: Engine): Promise<string[]> {
  return engine.withConnection(async (connection) => {
    await connection.exec('BEGIN')
    try {
      const applied = await applyPending(connection)
      await connection.exec('COMMIT')
      return applied
    } catch (error) {
      await connection.exec('ROLLBACK').catch(() => undefined)
      throw error
    }
  })
}

async function applyPending(connection: Connection): Promise<string[]> {
  await connection.exec(
    `SELECT pg_advisory_xact_lock(7146501);
     CREATE TABLE IF NOT EXISTS nlos_migration (tag text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
  )
  const { rows } = await connection.query('SELECT tag FROM nlos_migration', [], 'array')
  const known = migrationTags()
  const done = new Set(rows.map((row) => String((row as unknown[])[0])))
  const unknown = [...done].find((tag) => !known.includes(tag))
  if (unknown) {
    throw new Error(
      `The database has the migration ${unknown}, which this version does not know: use the newer one.`,
    )
  }
  const pending = known.filter((tag) => !done.has(tag))
  for (const tag of pending) {
    await connection.exec(readFileSync(join(folder, `${tag}.sql`), 'utf8'))
    await connection.query('INSERT INTO nlos_migration (tag) VALUES ($1)', [tag], 'array')
  }
  return pending
}
