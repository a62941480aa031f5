import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { freshDatabase } from '../../domains/testing.ts'
import { asOwner, closeDatabase, openDatabase } from './client.ts'
import type { Connection } from './engine.ts'

/**
 * The schema in code and the migrated database are the same. Functions, row security, triggers and checks stand in SQL
 * alone: no code reads them, and client.test.ts and the tests of what they hold prove them.
 */

let drop: () => Promise<void>
beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  await openDatabase(fresh.options)
}, 60_000)
afterAll(async () => {
  await closeDatabase()
  await drop()
})

/** Made by the migrations for themselves: the columns that every table begins with, and which migrations there were. */
const ofMigrations = ['nlos_row', 'nlos_migration']

/** Every table, column, key and index of a schema, in PostgreSQL's own words without the name of the schema. */
async function described(connection: Connection, schema: string): Promise<string[]> {
  const { rows } = await connection.exec(`
    WITH one AS (
      SELECT oid, relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = '${schema}'::regnamespace
        AND relname NOT IN (${ofMigrations.map((name) => `'${name}'`).join(', ')})
    )
    SELECT concat_ws(' ', 'column', name, attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'not null' END,
        'identity ' || nullif(attidentity::text, ''), 'generated ' || nullif(attgenerated::text, ''),
        'default ' || pg_get_expr(adbin, adrelid)) AS line
      FROM one JOIN pg_attribute ON attrelid = one.oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT concat_ws(' ', 'key', name, conname, pg_get_constraintdef(c.oid))
      FROM one JOIN pg_constraint c ON conrelid = one.oid WHERE contype IN ('p', 'f', 'u')
    UNION ALL
    SELECT pg_get_indexdef(indexrelid) FROM one JOIN pg_index ON indrelid = one.oid
    ORDER BY 1`)
  return rows.map((row) => (row as { line: string }).line.replaceAll(`${schema}.`, ''))
}

/** The SQL that Drizzle would make of the tables in code. */
async function statements(): Promise<string> {
  const code: Record<string, unknown> = {}
  for (const file of globSync('lib/{domains,platform}/*/table{.ts,/*.ts}'))
    Object.assign(code, await import(resolve(file)))
  const json = (tables: Record<string, unknown>, after?: string) =>
    generateDrizzleJson(tables, after, undefined, 'snake_case')
  const nothing = json({})
  return (await generateMigration(nothing, json(code, nothing.id))).join('\n')
}

test('the tables in code are the tables of the database', async () => {
  const made = await statements()
  const [migrated, drawn] = await asOwner(async (connection) => {
    const before = await described(connection, 'public')
    await connection.exec('CREATE SCHEMA drawn; SET LOCAL search_path = drawn, public')
    await connection.exec(made.replaceAll('"public".', '"drawn".'))
    return [before, await described(connection, 'drawn')]
  })
  expect(drawn.length).toBeGreaterThan(1_000)
  expect(migrated).toEqual(drawn)
})

/** Rows of the catalogue, each as one text. */
const asked = (sql: string) =>
  asOwner(async (connection) =>
    (await connection.exec(sql)).rows.map((row) => Object.values(row as object).join(' ')),
  )

/** The tenant's row is found by its code before there is a tenant. */
const acrossTenants = ['tenant_code']

test('every key holds the tenant: the database can be split by it, and no row names another tenant’s', async () => {
  const tables = "relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'nlos_migration'"
  expect(
    await asked(`SELECT relname FROM pg_class c WHERE ${tables} AND NOT EXISTS (
      SELECT FROM pg_constraint WHERE conrelid = c.oid AND contype = 'p'
        AND pg_get_constraintdef(oid) = 'PRIMARY KEY (tenant_id, id)')`),
  ).toEqual([])
  expect(
    await asked(`SELECT i.relname FROM pg_class c JOIN pg_index x ON indrelid = c.oid JOIN pg_class i ON i.oid = indexrelid
      WHERE c.${tables.replaceAll(' AND ', ' AND c.')} AND indisunique AND NOT EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id' AND attnum = ANY (indkey))`),
  ).toEqual(acrossTenants)
  expect(
    await asked(`SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace
        AND pg_get_constraintdef(oid) !~ '^FOREIGN KEY \\(tenant_id, \\w+\\) REFERENCES \\w+\\(tenant_id, id\\)( ON DELETE CASCADE)?$'`),
  ).toEqual([])
})
