import type { BuildColumns, BuildExtraConfigColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import {
  foreignKey,
  type PgColumn,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  type PgTableWithColumns,
  pgTable,
  primaryKey,
} from 'drizzle-orm/pg-core'
import { type Reference, references, rowColumns } from './columns.ts'

type Row = typeof rowColumns
type Columns = Record<string, PgColumnBuilderBase>
type Key = { tenantId: PgColumn; id: PgColumn }

/** Every table by its name, as ref() names them. */
export const tables = new Map<string, PgTableWithColumns<never>>()

/**
 * A table of rows that belong to tenants, which every table is. Its key is (tenant_id, id) and so is whatever refers to
 * it: no row can name another tenant's, and the database can be split by tenant.
 */
export function tenantTable<Name extends string, Own extends Columns>(
  name: Name,
  own: Own,
  indexes: (columns: BuildExtraConfigColumns<Name, Row & Own, 'pg'>) => PgTableExtraConfigValue[] = () => [],
): PgTableWithColumns<{
  name: Name
  schema: undefined
  columns: BuildColumns<Name, Row & Own, 'pg'>
  dialect: 'pg'
}> {
  const table = pgTable(name, { ...rowColumns, ...own } as Row & Own, (columns) => {
    const found = columns as unknown as Record<string, PgColumn> & Key
    const keys = Object.entries(own).flatMap(([key, builder]) => {
      const reference = references.get(builder)
      const column = found[key]
      return reference && column ? [keyTo(reference, `${name}_${toSnakeCase(key)}_fk`, found, column)] : []
    })
    return [
      primaryKey({ name: `${name}_pkey`, columns: [found.tenantId, found.id] }),
      ...keys,
      ...indexes(columns),
    ]
  })
  tables.set(name, table as never)
  return table
}

function keyTo({ table, onDelete }: Reference, name: string, own: Key, column: PgColumn) {
  const target = tables.get(table) as unknown as Key | undefined
  if (!target) throw new Error(`${name}: there is no table ${table}`)
  const key = foreignKey({
    name,
    columns: [own.tenantId, column],
    foreignColumns: [target.tenantId, target.id],
  })
  return onDelete ? key.onDelete(onDelete) : key
}
