import { asc, count, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { publishConfiguration } from '../../../platform/live-events.ts'
import { subject } from '../../../platform/subject.ts'
import { dictItem, dictType } from '../../system/table.ts'
import type { configuration } from '../contract.ts'
import { dictionaries } from '../rules/dictionaries.ts'
import { dictionaryKind } from '../rules/dictionary-kinds.ts'

/** The dictionaries of 字典管理: the product's own, and those that a tenant added. */

type Calls = typeof configuration
type Dictionary = typeof dictType.$inferSelect

/** True where the product comes with a dictionary. */
export const isKnown = (type: string): boolean => Object.hasOwn(dictionaries, type)
export const kindOf = (type: string) => dictionaryKind(type, isKnown(type))

export async function listDictionaries(): Promise<OutputOf<Calls['dictionaries']>> {
  const own = await db().select().from(dictType).orderBy(asc(dictType.type))
  const counts = await db()
    .select({ type: dictItem.type, items: count() })
    .from(dictItem)
    .groupBy(dictItem.type)
  const items = new Map(counts.map((row) => [row.type, row.items]))
  const known = Object.keys(dictionaries).map((type) => ({ type, name: '', rowVersion: 0 }))
  return [...known, ...own].map(({ type, name, rowVersion }) => ({
    type,
    name,
    rowVersion,
    kind: kindOf(type),
    items: items.get(type) ?? 0,
  }))
}

export async function createDictionary(
  { type, name }: ParsedInputOf<Calls['createDictionary']>,
  { actor }: Call,
): Promise<OutputOf<Calls['createDictionary']>> {
  const made = isKnown(type)
    ? []
    : await db()
        .insert(dictType)
        .values({ type, name, createdBy: actor.id, updatedBy: actor.id })
        .onConflictDoNothing()
        .returning({ id: dictType.id })
  if (made.length === 0) throw badInput({ type: 'configuration.dictionaryTaken' })
  await audit({ object: `dictionary:${type}`, after: { name } })
  return {}
}

export async function saveDictionary(
  { name }: ParsedInputOf<Calls['saveDictionary']>,
  _call: Call,
  before: Dictionary,
): Promise<OutputOf<Calls['saveDictionary']>> {
  await change(dictType, before, { name })
  return {}
}

export async function removeDictionary(
  { type }: ParsedInputOf<Calls['removeDictionary']>,
  _call: Call,
  before: Dictionary,
): Promise<OutputOf<Calls['removeDictionary']>> {
  const items = await db()
    .delete(dictItem)
    .where(eq(dictItem.type, type))
    .returning({ code: dictItem.code, label: dictItem.label })
  await db().delete(dictType).where(eq(dictType.id, before.id))
  await audit({ before: { name: before.name, items } })
  await publishConfiguration('dictionary')
  return {}
}

/** One of the tenant's own dictionaries, until the transaction ends. @throws 422 for one of the product's */
export async function lockDictionary(type: string): Promise<Dictionary | undefined> {
  if (isKnown(type)) throw refused('configuration.dictionaryOfProduct')
  const [row] = await db().select().from(dictType).where(eq(dictType.type, type)).for('update')
  return row
}

export const dictionarySubject = subject({
  noun: 'dictionary',
  nameOf: ({ type }: Dictionary) => type,
  lock: lockDictionary,
  shown: ({ name }) => ({ name }),
})
