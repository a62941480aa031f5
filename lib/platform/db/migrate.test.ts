import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '../../domains/testing.ts'
import { closeDatabase, openDatabase } from './client.ts'
import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'

let engine: Engine
let drop: () => Promise<void>
const ours = 'lib/platform/db/migrations'
const folder = mkdtempSync(join(tmpdir(), 'nlos-migrations-'))
beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  engine = await openDatabase(fresh.options)
  cpSync(ours, folder, { recursive: true })
}, 60_000)
afterAll(async () => {
  await closeDatabase()
  await drop()
  rmSync(folder, { recursive: true })
})

const run = (sql: string) => engine.withConnection(async (connection) => (await connection.exec(sql)).rows)
const edit = (tag: string, text: string) => writeFileSync(join(folder, `${tag}.sql`), text)

test('what is applied is not applied again, and what is new is, once', async () => {
  expect(await migrate(engine, folder)).toEqual([])
  edit('0998_new', 'CREATE TABLE added_later (id int)')
  expect(await migrate(engine, folder)).toEqual(['0998_new'])
  expect(await migrate(engine, folder)).toEqual([])
  expect(await run('SELECT * FROM added_later')).toEqual([])
})

test('an applied migration that has another text refuses the start and changes nothing', async () => {
  edit('0998_new', 'CREATE TABLE added_otherwise (id int)')
  edit('0999_newer', 'CREATE TABLE never_made (id int)')
  await expect(migrate(engine, folder)).rejects.toThrow('made by another 0998_new than this version has')
  expect(await run("SELECT to_regclass('never_made') AS made")).toEqual([{ made: null }])
  rmSync(join(folder, '0999_newer.sql'))
  edit('0998_new', 'CREATE TABLE added_later (id int)')
})

test('a database newer than the program refuses too', async () => {
  await expect(migrate(engine)).rejects.toThrow('0998_new, which this version does not know')
})

test('a database from before there were hashes gets them', async () => {
  await run('ALTER TABLE nlos_migration DROP COLUMN hash')
  expect(await migrate(engine, folder)).toEqual([])
  expect(await run('SELECT tag FROM nlos_migration WHERE hash IS NULL')).toEqual([])
})

test('a migration that writes rows of tenants lifts the wall of what it reads and writes, which else shows it none', () => {
  // Earlier ones met no rows in the field.
  const files = readdirSync(ours).filter((name) => name >= '0078')
  expect(files.length).toBeGreaterThan(0)
  const faults = files.flatMap((name) => {
    const text = readFileSync(join(ours, name), 'utf8').replace(/--.*$/gm, '')
    const statements = text.split(';').filter((one) => /^\s*(UPDATE|DELETE)\b/.test(one))
    const tables = statements.flatMap((one) =>
      [...one.matchAll(/\b(?:UPDATE|FROM|JOIN)\s+([a-z_]+)/g)].map(([, table]) => table),
    )
    return [...new Set(tables)].flatMap((table) =>
      text.includes(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`) &&
      text.includes(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
        ? []
        : [`${name}: ${table}`],
    )
  })
  expect(faults).toEqual([])
})
