import { and, asc, eq, inArray, isNull, max, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { audit, nothingChanged } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, textIn } from '../../../platform/db/list-conditions.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { publishConfiguration } from '../../../platform/live-events.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { hasFileForm } from '../../../rules/file-form.ts'
import { dictItem } from '../../system/table.ts'
import { configuration } from '../contract.ts'
import { isKnown, kindOf, lockDictionary } from './edit-dictionary.ts'

/** The items of 字典管理: each change in a transaction with its audit row, told to whoever is signed in. */

type Calls = typeof configuration
type ItemRow = typeof dictItem.$inferSelect

const upper = alias(dictItem, 'upper')
const sibling = alias(dictItem, 'sibling')

/** True where no item with the same upper value is before (`<`) or behind (`>`) the row. */
const isEnd = (side: SQL) => sql<boolean>`NOT EXISTS (
  SELECT FROM ${dictItem} AS "sibling"
  WHERE ${sibling.type} = ${dictItem.type}
    AND ${sibling.parentCode} IS NOT DISTINCT FROM ${dictItem.parentCode}
    AND (${sibling.sort}, ${sibling.id}) ${side} (${dictItem.sort}, ${dictItem.id}))`

/** The items of one dictionary. */
export const dictionaryItems = defineList(configuration.dictionaryItems, {
  table: dictItem,
  scope: 'tenant',
  filters: { type: is(dictItem.type), state: (state) => eq(dictItem.enabled, state === 'enabled') },
  search: textIn(dictItem.code, dictItem.label),
  sorts: {
    sort: dictItem.sort,
    code: dictItem.code,
    label: dictItem.label,
    updatedAt: dictItem.updatedAt,
  },
  async rows(ids) {
    const rows = await db()
      .select({ row: dictItem, parentLabel: upper.label, isFirst: isEnd(sql`<`), isLast: isEnd(sql`>`) })
      .from(dictItem)
      .leftJoin(upper, and(eq(upper.type, dictItem.type), eq(upper.code, dictItem.parentCode)))
      .where(inArray(dictItem.id, ids))
    return rows.map(({ row, ...rest }) => ({ ...row, ...rest }))
  },
})

type ItemInput = ParsedInputOf<Calls['saveDictionaryItem']>

export async function saveItem(
  input: ItemInput,
  call: Call,
  before: ItemRow | undefined,
): Promise<OutputOf<Calls['saveDictionaryItem']>> {
  const { type, code } = input
  if (!isKnown(type) && !(await lockDictionary(type))) throw notFound()
  const sent = fieldsOf({ ...input, fileForm: input.fileForm ?? before?.fileForm ?? null })
  if (input.fileForm && !hasFileForm(type)) throw badInput({ fileForm: 'configuration.notPayer' })
  if (before && (before.type !== type || before.code !== code)) {
    throw badInput({ code: 'configuration.codeStays' })
  }
  const isSame = before && sent.enabled === before.enabled && sent.parentCode === (before.parentCode ?? '')
  if (kindOf(type) === 'fixed' && !isSame) throw refused('configuration.dictionaryFixed')
  if (!isSame) await requireUpper(input)
  const saved = before ? await changeItem(before, sent, call) : await addItem(input, call)
  await audit({ object: `dictionary:${nameOf(input)}`, before: before && fieldsOf(before), after: sent })
  await publishConfiguration('dictionary')
  return saved
}

export async function moveItem(
  { id, to }: ParsedInputOf<Calls['moveDictionaryItem']>,
  call: Call,
  row: ItemRow,
): Promise<OutputOf<Calls['moveDictionaryItem']>> {
  const { type, parentCode } = row
  const siblings = await db()
    .select({ id: dictItem.id, sort: dictItem.sort })
    .from(dictItem)
    .where(
      and(
        eq(dictItem.type, type),
        parentCode === null ? isNull(dictItem.parentCode) : eq(dictItem.parentCode, parentCode),
      ),
    )
    .orderBy(asc(dictItem.sort), asc(dictItem.id))
    .for('update')
  const from = siblings.findIndex((sibling) => sibling.id === id)
  const last = siblings.length - 1
  const place = { first: 0, up: Math.max(from - 1, 0), down: Math.min(from + 1, last), last }[to]
  if (place === from) {
    nothingChanged()
    return {}
  }
  // The places stay those that the siblings have among the items of other upper values; no two are the same.
  const places: number[] = []
  for (const { sort } of siblings) places.push(Math.max(sort, (places.at(-1) ?? sort - 1) + 1))
  const order = siblings.map((sibling) => sibling.id).toSpliced(from, 1)
  const values = order.toSpliced(place, 0, id).map((own, at) => sql`(${own}::bigint, ${places[at]}::int)`)
  await db().execute(
    sql`UPDATE ${dictItem} SET sort = place.sort FROM (VALUES ${sql.join(values, sql`, `)}) AS place(id, sort)
        WHERE ${dictItem.id} = place.id`,
  )
  await changeItem(row, {}, call)
  await audit({ before: { at: from }, after: { at: place } })
  await publishConfiguration('dictionary')
  return {}
}

/** Everything that may change of an item. */
const fieldsOf = ({
  label,
  parentCode,
  enabled,
  fileForm,
}: Pick<ItemRow, 'label' | 'parentCode' | 'enabled' | 'fileForm'>) => ({
  label,
  parentCode: parentCode ?? '',
  enabled,
  ...(fileForm && { fileForm }),
})

const nameOf = ({ type, code }: Pick<ItemRow, 'type' | 'code'>) => `${type}/${code}`

export const dictionaryItemSubject = subject({
  noun: 'dictionary',
  nameOf: (row: ItemRow) => nameOf(row),
  lock: byId(dictItem),
  shown: (row: ItemRow) => fieldsOf(row),
})

/** The upper value is another item of the dictionary, and none below this one. @throws 400 */
async function requireUpper({ type, code, parentCode }: ItemInput): Promise<void> {
  if (parentCode === '') return
  const rows = await db()
    .select({ code: dictItem.code, parentCode: dictItem.parentCode })
    .from(dictItem)
    .where(eq(dictItem.type, type))
  const parents = new Map(rows.map((row) => [row.code, row.parentCode]))
  if (!parents.has(parentCode)) throw badInput({ parentCode: 'configuration.upperUnknown' })
  const seen = new Set<string>()
  for (let at: string | null | undefined = parentCode; at && !seen.has(at); at = parents.get(at)) {
    if (at === code) throw badInput({ parentCode: 'configuration.upperOwn' })
    seen.add(at)
  }
}

const saved = { id: dictItem.id, rowVersion: dictItem.rowVersion }

async function changeItem(
  { id }: ItemRow,
  { parentCode, ...values }: Partial<ReturnType<typeof fieldsOf>>,
  { actor, now }: Call,
) {
  const [row] = await db()
    .update(dictItem)
    .set({
      ...values,
      ...(parentCode !== undefined && { parentCode: parentCode || null }),
      ...changedBy(dictItem, { actor, now }),
    })
    .where(eq(dictItem.id, id))
    .returning(saved)
  if (!row) throw notFound()
  return row
}

/** Behind all others. @throws 400 when the dictionary has the code */
async function addItem({ type, code, label, parentCode, enabled, fileForm }: ItemInput, { actor }: Call) {
  const [last] = await db()
    .select({ sort: max(dictItem.sort) })
    .from(dictItem)
    .where(eq(dictItem.type, type))
  const [row] = await db()
    .insert(dictItem)
    .values({
      type,
      code,
      label,
      enabled,
      fileForm,
      parentCode: parentCode || null,
      sort: (last?.sort ?? -1) + 1,
      createdBy: actor.id,
      updatedBy: actor.id,
    })
    .onConflictDoNothing()
    .returning(saved)
  if (!row) throw badInput({ code: 'configuration.codeTaken' })
  return row
}
