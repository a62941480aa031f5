import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, textIn } from '../../../platform/db/list-conditions.ts'
import { badInput, notFound, refused, taken } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { byName } from '../../../rules/by-name.ts'
import { capital } from '../../channels/table.ts'
import { sysUser, tenant } from '../../identity/table.ts'
import { templates } from '../../orders/rules/entry/templates.ts'
import { changesBetween } from '../../orders/service/form-values.ts'
import { application } from '../../orders/table.ts'
import { products as calls, type ProductRow as ListedProduct, type VersionRow } from '../contract.ts'
import { type ProductFacts, type ProductValues, productFindings, tidyProduct } from '../rules/product.ts'
import {
  offeredVersion,
  type ProductVerb,
  productDifferences,
  productPermit,
  versionState,
} from '../rules/product-versions.ts'
import { product } from '../table.ts'
import { feeConstants } from './fee-constants.ts'
import { columnsOf, type ProductRow, valuesOf } from './product-values.ts'

/** 产品与方案: products with their versions. */

/** A version of the same product with some property; `other` is its name in the condition. */
const hasVersion = (condition: SQL) => sql`exists (select from product other
  where other.tenant_id = ${product.tenantId} and other.code = ${product.code} and ${condition})`
const isPublished = sql`other.status = '已上架'`
const hasCome = (today: string) => sql`coalesce(other.effective_from <= ${today}, true)`
const isOffered = (today: string) => hasVersion(sql`${isPublished} and ${hasCome(today)}`)
const isComing = (today: string) => hasVersion(sql`${isPublished} and not ${hasCome(today)}`)

export const productList = defineList(calls.list, {
  table: product,
  scope: 'tenant',
  // One row a product: its newest version stands for it.
  only: () => sql`not ${hasVersion(sql`other.version > ${product.version}`)}`,
  filters: {
    state: (state, { today }) =>
      ({
        draft: hasVersion(sql`other.status = '草稿'`),
        coming: isComing(today),
        offered: isOffered(today),
        superseded: hasVersion(sql`${isPublished} and ${hasCome(today)} and exists (select from product newer
          where newer.tenant_id = other.tenant_id and newer.code = other.code and newer.version > other.version
            and newer.status = '已上架' and coalesce(newer.effective_from <= ${today}, true))`),
        stopped: hasVersion(sql`other.status = '已下架'`),
      })[state],
    bizMode: is(product.bizMode),
    repayMethod: is(product.repayMethod),
  },
  search: textIn(product.code, product.name),
  sorts: { code: product.code, updatedAt: product.updatedAt },
  rows: readProducts,
})

const versionsOf = (codes: readonly string[]) =>
  db()
    .select()
    .from(product)
    .where(inArray(product.code, [...codes]))
    .orderBy(desc(product.version))

async function readProducts(ids: number[], { today }: Pick<Call, 'today'>): Promise<ListedProduct[]> {
  const rows = await db().select().from(product).where(inArray(product.id, ids))
  const all = await versionsOf(rows.map(({ code }) => code))
  return rows.map((row): ListedProduct => {
    const versions = all.filter(({ code }) => code === row.code)
    const offered = offeredVersion(versions, today)
    const coming = versions.find((one) => versionState(one, versions, today) === 'coming')
    const standing = offered ?? coming ?? versions.find(({ status }) => status === '已下架') ?? row
    return {
      id: row.id,
      rowVersion: row.rowVersion,
      code: row.code,
      name: row.name,
      version: row.version,
      state: versionState(standing, versions, today),
      bizMode: row.bizMode,
      templateCode: row.templateCode,
      repayMethod: row.repayMethod,
      terms: row.terms,
      offeredVersion: offered?.version ?? null,
      comingVersion: coming?.version ?? null,
      comingFrom: coming?.effectiveFrom ?? null,
      draftId: versions.find(({ status }) => status === '草稿')?.id ?? null,
      updatedAt: row.updatedAt,
    }
  })
}

/** @throws 404 */
export async function readVersion(
  { id }: { id: number },
  { today }: Call,
): Promise<OutputOf<typeof calls.get>> {
  const [row] = await db().select().from(product).where(eq(product.id, id))
  if (!row) throw notFound()
  const versions = await versionsOf([row.code])
  const publishers = await db()
    .select({ id: sysUser.id, name: sysUser.name })
    .from(sysUser)
    .where(inArray(sysUser.id, [0, ...versions.flatMap(({ publishedBy }) => publishedBy ?? [])]))
  const entered = await db()
    .select({ productId: application.productId, orders: count() })
    .from(application)
    .where(
      inArray(
        application.productId,
        versions.map((one) => one.id),
      ),
    )
    .groupBy(application.productId)
  const shown = (one: ProductRow): VersionRow => ({
    id: one.id,
    version: one.version,
    effectiveFrom: one.effectiveFrom,
    publishedAt: one.publishedAt,
    state: versionState(one, versions, today),
    publishedBy: publishers.find((user) => user.id === one.publishedBy)?.name ?? null,
    orders: entered.find(({ productId }) => productId === one.id)?.orders ?? 0,
  })
  const former = versions.find(({ version }) => version < row.version)
  return {
    ...shown(row),
    rowVersion: row.rowVersion,
    values: asAnswer(valuesOf(row)),
    versions: versions.map(shown),
    former: former ? { version: former.version, values: asAnswer(valuesOf(former)) } : null,
  }
}

/** Values whose lists may be written to, as zod has them. */
const asAnswer = (values: ProductValues) => values as OutputOf<typeof calls.get>['values']

/** The parts that a product of the tenant is made of. */
export async function readChoices(
  _input: object,
  { today, tenantId }: Call,
): Promise<OutputOf<typeof calls.choices>> {
  const [own] = await db().select({ bizModes: tenant.bizModes }).from(tenant).where(eq(tenant.id, tenantId))
  const capitals = await db()
    .select({ id: capital.id, name: capital.name, share: capital.shareRatio, costRate: capital.costRate })
    .from(capital)
    .where(eq(capital.status, '启用'))
    .orderBy(capital.id)
  return {
    bizModes: own?.bizModes ?? [],
    templates: templates.map(({ code, name, flow }) => ({ code, name, flow })),
    capitals: capitals.sort(byName),
    fees: await feeConstants(today),
    today,
  }
}

/** @throws 400 at the fields that are wrong */
async function requireRight(values: ProductValues, call: Call): Promise<void> {
  const facts: ProductFacts = await readChoices({}, call)
  const found = productFindings(values, facts)
  if (Object.keys(found).length > 0)
    throw badInput(
      Object.fromEntries(
        Object.entries(found).map(([path, { key, params = {} }]) => [path, { key, params }]),
      ),
    )
}

/** @throws 422 */
async function permit(verb: ProductVerb, row: ProductRow): Promise<void> {
  const versions = await versionsOf([row.code])
  const has = (status: string) => versions.some((one) => one.status === status)
  const answer = productPermit(verb, {
    isDraft: row.status === '草稿',
    hasDraft: has('草稿'),
    hasPublished: has('已上架'),
  })
  if (!answer.ok) throw refused(answer.reason)
}

/** @throws 400 at the fields that are wrong, 422 for a version that is published */
export async function saveProduct(
  { values: sent }: ParsedInputOf<typeof calls.save>,
  call: Call,
  before: ProductRow | undefined,
) {
  if (before) await permit('save', before)
  // The code is the product's: its orders and other versions have it too.
  const values = tidyProduct(before && before.version > 1 ? { ...sent, code: before.code } : sent)
  await requireRight(values, call)
  if (values.code !== before?.code && (await versionsOf([values.code])).length > 0)
    throw badInput({ code: 'product.rule.codeTaken' })
  const columns = columnsOf(values)
  const [saved] = before
    ? await db()
        .update(product)
        .set({ ...columns, ...changedBy(product, call) })
        .where(eq(product.id, before.id))
        .returning()
    : await db()
        .insert(product)
        .values({ ...columns, createdBy: call.actor.id, updatedBy: call.actor.id })
        .onConflictDoNothing()
        .returning()
  if (!saved) throw badInput({ code: 'product.rule.codeTaken' })
  const after = valuesOf(saved)
  await audit({
    object: `product:${saved.id}`,
    ...(before && { before: changes(valuesOf(before), after, 'before') }),
    after: before ? changes(valuesOf(before), after, 'after') : { ...after, version: saved.version },
  })
  return { id: saved.id, rowVersion: saved.rowVersion }
}

const changes = (before: ProductValues, after: ProductValues, side: 'before' | 'after') =>
  Object.fromEntries(productDifferences(before, after).map((one) => [one.path, one[side]]))

/** @throws 409 when somebody began the next version already */
export async function reviseProduct(_input: object, call: Call, row: ProductRow): Promise<{ id: number }> {
  await permit('revise', row)
  const [newest] = await versionsOf([row.code])
  const version = (newest?.version ?? row.version) + 1
  const [made] = await db()
    .insert(product)
    .values({
      ...columnsOf(valuesOf(row)),
      version,
      createdBy: call.actor.id,
      updatedBy: call.actor.id,
    })
    .onConflictDoNothing()
    .returning({ id: product.id })
  if (!made) throw taken('product.refusal.hasDraft')
  await audit({ object: `product:${made.id}`, after: { code: row.code, version, from: row.version } })
  return made
}

/** @throws 400 for a day that is over, 422 for terms that cannot be sold any more */
export async function publishProduct(
  { effectiveFrom }: ParsedInputOf<typeof calls.publish>,
  call: Call,
  row: ProductRow,
) {
  await permit('publish', row)
  if (effectiveFrom < call.today) throw badInput({ effectiveFrom: 'product.rule.dayOver' })
  // The fee table and the funders may have changed since it was saved.
  const found = productFindings(valuesOf(row), await readChoices({}, call))
  if (Object.keys(found).length > 0) throw refused('product.refusal.notRight')
  await db()
    .update(product)
    .set({
      status: '已上架',
      effectiveFrom,
      publishedAt: call.now.toISOString(),
      publishedBy: call.actor.id,
      ...changedBy(product, call),
    })
    .where(eq(product.id, row.id))
  await audit({
    before: { status: row.status },
    after: { status: '已上架', version: row.version, effectiveFrom },
  })
  return {}
}

/** Every published version of the product: else an older one would come on offer again. @throws 422 */
export async function stopProduct({ reason }: { reason: string }, call: Call, row: ProductRow) {
  await permit('stop', row)
  const published = eq(product.status, '已上架')
  const stopped = await db()
    .update(product)
    .set({
      status: sql`case when ${published} then '已下架' else ${product.status} end`,
      ...changedBy(product, call),
    })
    // A draft for which it was said is as old as the product that was seen.
    .where(and(eq(product.code, row.code), or(published, eq(product.id, row.id))))
    .returning({ version: product.version, status: product.status })
  await audit({
    before: {
      status: '已上架',
      versions: stopped.flatMap((one) => (one.status === '已下架' ? one.version : [])),
    },
    after: { status: '已下架', reason },
  })
  return {}
}

/** @throws 422 for a version that is no draft */
export async function discardDraft(_input: object, _call: Call, row: ProductRow) {
  await permit('discard', row)
  await db().delete(product).where(eq(product.id, row.id))
  await audit({ before: { code: row.code, version: row.version } })
  return {}
}

export const productSubject = subject({
  noun: 'product',
  nameOf: ({ id }: ProductRow) => id,
  lock: byId(product),
  // Field by field, so that the second editor sees which terms differ from what stands there.
  differs: (row, input) => {
    const sent = input.values as ProductValues | undefined
    return sent === undefined ? [] : changesBetween(tidyProduct(sent), valuesOf(row))
  },
})
