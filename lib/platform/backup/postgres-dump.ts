import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { BackupError } from './manifest.ts'

/** PostgreSQL's own dump and restore of the product's database. */

const run = promisify(execFile)
const debianVersions = '/usr/lib/postgresql'

/**
 * Every table shows rows of one tenant only, to its owner too, so the dump has a role of its own that sees all of
 * them and may do nothing else. Made at the first backup; tables that came later are added at the next.
 */
const BACKUP_ROLE = 'nlos_backup'
const ENTER_ROLE = `
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${BACKUP_ROLE}') THEN
    CREATE ROLE ${BACKUP_ROLE} NOLOGIN;
  END IF;
  IF NOT pg_has_role(current_user, '${BACKUP_ROLE}', 'MEMBER') THEN
    GRANT ${BACKUP_ROLE} TO CURRENT_USER;
  END IF;
END
$$`
const HIDDEN_TABLES = `
SELECT c.oid::regclass::text AS name FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity
  AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'backup_rows')`
const SHOW = `
GRANT USAGE ON SCHEMA public TO ${BACKUP_ROLE};
GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${BACKUP_ROLE};
GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO ${BACKUP_ROLE}`

/** Each table by itself: whoever holds the locks of two is in the way of calls that take them the other way round. */
async function prepareRole(client: pg.Client): Promise<void> {
  await client.query("SET lock_timeout = '10s'")
  await client.query(ENTER_ROLE)
  const { rows } = await client.query<{ name: string }>(HIDDEN_TABLES)
  for (const { name } of rows) {
    await client.query(`CREATE POLICY backup_rows ON ${name} FOR SELECT TO ${BACKUP_ROLE} USING (true)`)
  }
  await client.query(SHOW)
}

type Counts = Record<string, number>

/**
 * Dumps the database into `file` as of one moment, while it is in use.
 * @returns the rows of each table at that moment, and the roles of the product
 * @throws {BackupError} when pg_dump is not there or fails
 */
export async function dumpPostgres(url: string, file: string): Promise<{ rows: Counts; roles: string[] }> {
  return withClient(url, async (client) => {
    await prepareRole(client)
    const roles = await client.query<{ rolname: string }>(
      "SELECT rolname FROM pg_roles WHERE rolname LIKE 'nlos\\_%' AND NOT rolcanlogin ORDER BY rolname",
    )
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL ROLE ${BACKUP_ROLE}`)
    const exported = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')
    const rows = await countRows(client)
    const snapshot = `--snapshot=${exported.rows[0]?.snapshot}`
    const asRole = [`--role=${BACKUP_ROLE}`, '--enable-row-security']
    await tool('pg_dump', url, ['--format=custom', `--file=${file}`, snapshot, ...asRole])
    await client.query('COMMIT')
    return { rows, roles: roles.rows.map(({ rolname }) => rolname) }
  })
}

/**
 * Fills an empty database from a dump, whole or not at all, and counts what came.
 * @throws {BackupError} when the database is not empty, pg_restore fails, or rows are missing
 */
export async function restorePostgres(
  url: string,
  file: string,
  { rows, roles }: { rows: Counts; roles: readonly string[] },
): Promise<void> {
  await withClient(url, async (client) => {
    const { rows: tables } = await client.query(
      "SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace LIMIT 1",
    )
    if (tables.length > 0) throw new BackupError('The database is not empty: restore into a new one.')
    for (const role of roles) await client.query(enterRole(role))
    try {
      await tool('pg_restore', url, [
        '--dbname',
        databaseOf(url),
        '--single-transaction',
        '--exit-on-error',
        file,
      ])
    } finally {
      for (const role of roles) {
        await client.query(`REVOKE CREATE ON SCHEMA public FROM ${pg.escapeIdentifier(role)}`)
      }
    }
    await client.query(`SET ROLE ${BACKUP_ROLE}`)
    const found = await countRows(client)
    const short = Object.keys(rows).find((table) => rows[table] !== found[table])
    if (short) throw new BackupError(`${short} has ${found[short] ?? 0} rows, the backup has ${rows[short]}.`)
  })
}

/** The roles belong to the cluster, not to the dump; functions of theirs are made while they may create. */
const enterRole = (role: string) => `DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${pg.escapeLiteral(role)}) THEN
    CREATE ROLE ${pg.escapeIdentifier(role)} NOLOGIN;
  END IF;
  IF NOT pg_has_role(current_user, ${pg.escapeLiteral(role)}, 'MEMBER') THEN
    GRANT ${pg.escapeIdentifier(role)} TO CURRENT_USER;
  END IF;
END
$$;
GRANT CREATE ON SCHEMA public TO ${pg.escapeIdentifier(role)}`

async function countRows(client: pg.Client): Promise<Counts> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  )
  const counts: Counts = {}
  for (const { name } of tables) {
    const counted = await client.query<{ n: string }>(
      `SELECT count(*) AS n FROM ${pg.escapeIdentifier(name)}`,
    )
    counts[name] = Number(counted.rows[0]?.n)
  }
  return counts
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'nlos-console backup' })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

/** Runs a program of PostgreSQL's; the password is no argument, which every user of the machine could read. */
async function tool(name: string, url: string, args: readonly string[]): Promise<void> {
  const { hostname, port, username, password, searchParams } = new URL(url)
  const env: NodeJS.ProcessEnv = {
    ...ownEnvironment(),
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: databaseOf(url),
    PGSSLMODE: searchParams.get('sslmode') ?? 'prefer',
  }
  try {
    await run(programOf(name), args, { env, maxBuffer: 16 * 1024 * 1024 })
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT')
      throw new BackupError(`${name} is not installed: apt-get install postgresql-client.`)
    throw new BackupError(`${name} failed: ${stderr?.slice(0, 2000).trim() || code}`)
  }
}

/** The settings that any program needs to run; the product's own settings stay here. */
const ownEnvironment = (): NodeJS.ProcessEnv => ({ NODE_ENV: 'production', LC_ALL: 'C.UTF-8' })

/** The newest of Debian's versions: an older pg_dump refuses a newer server. */
function programOf(name: string): string {
  if (!existsSync(debianVersions)) return name
  const newest = readdirSync(debianVersions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianVersions, version, 'bin', name))
    .find((path) => existsSync(path))
  return newest ?? name
}
