import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Connection } from '../../platform/db/engine.ts'

/** Tables made ready to take rows by the hundred thousand, and put right again. */

/**
 * Runs with the tables bare of references, of indexes that no constraint needs and of triggers, and restores all
 * of it: an index and a check of references over a full table cost a fraction of what they cost row by row. Inside one
 * transaction, so that a failure restores them too.
 */
export async function withBareTables(
  connection: Connection,
  tables: readonly PgTable[],
  run: () => Promise<void>,
) {
  const names = tables.map((table) => getTableName(table))
  const list = names.map((name) => `'public.${name}'::regclass`).join(', ')
  const constraints = await texts(
    connection,
    `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS restore,
       format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove
     FROM pg_constraint WHERE contype = 'f' AND conrelid IN (${list}) ORDER BY conname`,
  )
  const indexes = await texts(
    connection,
    `SELECT pg_get_indexdef(indexrelid) AS restore, format('DROP INDEX %s', indexrelid::regclass) AS remove
     FROM pg_index WHERE indrelid IN (${list})
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid) ORDER BY indexrelid`,
  )
  const all = (action: string) => names.map((name) => `ALTER TABLE "${name}" ${action};`).join('\n')
  await connection.exec(
    [...[...constraints, ...indexes].map(({ remove }) => `${remove};`), all('DISABLE TRIGGER USER')].join(
      '\n',
    ),
  )
  await run()
  // The index of the search sorts tens of millions of keys: in PostgreSQL's usual 64 MB it does so in many rounds.
  await connection.exec("SET LOCAL maintenance_work_mem = '256MB'")
  for (const { restore } of [...indexes, ...constraints]) await connection.exec(restore)
  await connection.exec(all('ENABLE TRIGGER USER'))
}

/**
 * Runs with row security off for the owner of the tables: COPY refuses tables where it holds, and a check of references
 * would not see what they refer to. A superuser would not notice. On again at the end, or by the rollback.
 */
export async function withoutRowSecurity(connection: Connection, run: () => Promise<void>) {
  const tables = await texts(
    connection,
    `SELECT format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', oid::regclass) AS restore,
       format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', oid::regclass) AS remove
     FROM pg_class WHERE relforcerowsecurity ORDER BY oid`,
  )
  await connection.exec(tables.map(({ remove }) => `${remove};`).join('\n'))
  await run()
  await connection.exec(tables.map(({ restore }) => `${restore};`).join('\n'))
}

async function texts(connection: Connection, sql: string) {
  const { rows } = await connection.query(sql, [], 'object')
  return rows as { restore: string; remove: string }[]
}
