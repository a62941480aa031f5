import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { contractTemplates as calls, type TemplateRow } from '../../contracts/contract-templates.ts'
import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import { fillContract, readContractText } from '../../rules/contract-text.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db, inTenant } from '../db/client.ts'
import { defineList, wholeTenant } from '../db/list.ts'
import { is, textIn } from '../db/list-conditions.ts'
import { application } from '../db/schema/applications.ts'
import { contractTemplate, contractTemplateVersion } from '../db/schema/contracts.ts'
import { sysUser } from '../db/schema/identity.ts'
import { product } from '../db/schema/products.ts'
import { badInput, notFound, refused } from '../errors.ts'
import type { SlowHandler } from '../handler.ts'
import { orderScope } from '../identity/data-scope.ts'
import { say } from '../language.ts'
import { byId, subject } from '../subject.ts'
import { factsOfOrder } from './contract-facts.ts'
import { drawContract } from './draw-contract.ts'

/** 合同模板: a draft is written, published from a day on, and never changed after. */

type Template = typeof contractTemplate.$inferSelect

export const templateList = defineList(calls.list, {
  table: contractTemplate,
  scope: wholeTenant,
  filters: { code: is(contractTemplate.code), bizMode: is(contractTemplate.bizMode) },
  search: textIn(contractTemplate.name),
  sorts: {
    code: contractTemplate.code,
    name: contractTemplate.name,
    updatedAt: contractTemplate.updatedAt,
  },
  rows: readRows,
})

async function readRows(ids: number[], { today }: Pick<Call, 'today'>): Promise<TemplateRow[]> {
  const rows = await db()
    .select({ template: contractTemplate, productName: product.name })
    .from(contractTemplate)
    .leftJoin(product, eq(product.id, contractTemplate.productId))
    .where(inArray(contractTemplate.id, ids))
  const versions = await versionsOf(ids)
  return rows.map(({ template, productName }) => {
    const own = versions.filter(({ templateId }) => templateId === template.id)
    const published = own.filter(({ publishedAt }) => publishedAt !== null)
    const inForce = published.find(({ effectiveFrom }) => (effectiveFrom ?? '') <= today)
    const shown = inForce ?? published.at(-1)
    return {
      ...template,
      productName,
      state: template.stoppedAt ? 'stopped' : inForce ? 'active' : shown ? 'coming' : 'draft',
      version: shown?.version ?? null,
      effectiveFrom: shown?.effectiveFrom ?? null,
      hasDraft: own.length > published.length,
    }
  })
}

/** Newest first. */
const versionsOf = (ids: readonly number[]) =>
  db()
    .select()
    .from(contractTemplateVersion)
    .where(inArray(contractTemplateVersion.templateId, [...ids]))
    .orderBy(desc(contractTemplateVersion.effectiveFrom), desc(contractTemplateVersion.version))

export async function readTemplate(id: number, call: Call) {
  const [row] = await readRows([id], call)
  if (!row) throw notFound()
  const versions = await db()
    .select({ version: contractTemplateVersion, publishedByName: sysUser.name })
    .from(contractTemplateVersion)
    .leftJoin(sysUser, eq(sysUser.id, contractTemplateVersion.publishedBy))
    .where(eq(contractTemplateVersion.templateId, id))
    .orderBy(desc(contractTemplateVersion.version))
  return {
    ...row,
    versions: versions.map(({ version, publishedByName }) => ({ ...version, publishedByName })),
  }
}

/** @throws 400 at `body`, naming the first line that is wrong and how many there are */
function requireReadable(body: string): void {
  const { problems } = readContractText(body)
  const [first] = problems
  if (!first) return
  throw badInput({
    body: {
      key: 'contracts.wrongLine',
      params: { line: first.line, why: say(first.key, { name: first.name }), count: problems.length },
    },
  })
}

async function requireProduct(id: number): Promise<void> {
  const [found] = await db().select({ id: product.id }).from(product).where(eq(product.id, id))
  if (!found) throw badInput({ productId: 'contracts.noProduct' })
}

export async function saveTemplate(
  { id: _id, body, productId, bizMode, code, name }: ParsedInputOf<typeof calls.save>,
  call: Call,
  row: Template | undefined,
): Promise<{ id: number; rowVersion: number }> {
  requireReadable(body)
  if (productId) await requireProduct(productId)
  const values = { code, name, bizMode: bizMode || null, productId: productId ?? null }
  const by = { updatedBy: call.actor.id, updatedAt: call.now.toISOString() }
  const [saved] = row
    ? await db()
        .update(contractTemplate)
        .set({ ...values, ...by, rowVersion: sql`${contractTemplate.rowVersion} + 1` })
        .where(eq(contractTemplate.id, row.id))
        .returning()
    : await db()
        .insert(contractTemplate)
        .values({ ...values, ...by, createdBy: call.actor.id })
        .returning()
  if (!saved) throw new Error('the template was not written')
  const [newest] = (await versionsByNo(saved.id)).slice(-1)
  if (newest && newest.publishedAt === null)
    await db()
      .update(contractTemplateVersion)
      .set({ body, ...by })
      .where(eq(contractTemplateVersion.id, newest.id))
  else if (newest?.body !== body)
    await db()
      .insert(contractTemplateVersion)
      .values({ templateId: saved.id, version: (newest?.version ?? 0) + 1, body, createdBy: call.actor.id })
  await audit({ object: `contractTemplate:${saved.id}`, after: values })
  return { id: saved.id, rowVersion: saved.rowVersion }
}

const versionsByNo = (templateId: number) =>
  db()
    .select()
    .from(contractTemplateVersion)
    .where(eq(contractTemplateVersion.templateId, templateId))
    .orderBy(asc(contractTemplateVersion.version))

/** @throws 422 without a draft, 400 for a day that is over */
export async function publishTemplate(
  { effectiveFrom }: { effectiveFrom: string },
  call: Call,
  row: Template,
): Promise<{ version: number }> {
  if (effectiveFrom < call.today) throw badInput({ effectiveFrom: 'contracts.dayOver' })
  const [draft] = await db()
    .update(contractTemplateVersion)
    .set({ effectiveFrom, publishedAt: call.now.toISOString(), publishedBy: call.actor.id })
    .where(and(eq(contractTemplateVersion.templateId, row.id), isNull(contractTemplateVersion.publishedAt)))
    .returning()
  if (!draft) throw refused('contracts.noDraft')
  await touch(row, call, { stoppedAt: null })
  await audit({ after: { version: draft.version, effectiveFrom } })
  return { version: draft.version }
}

export async function stopTemplate({ reason }: { reason: string }, call: Call, row: Template) {
  if (row.stoppedAt) throw refused('contracts.isStopped')
  await touch(row, call, { stoppedAt: call.now.toISOString() })
  await audit({ after: { reason } })
  return {}
}

const touch = (row: Template, call: Call, set: Partial<Template>) =>
  db()
    .update(contractTemplate)
    .set({
      ...{ ...set, updatedAt: call.now.toISOString(), updatedBy: call.actor.id },
      rowVersion: sql`${contractTemplate.rowVersion} + 1`,
    })
    .where(eq(contractTemplate.id, row.id))

/** The text on a real order, as it would be printed; what the order lacks stays a line. */
export const previewTemplate: SlowHandler<typeof calls.preview> = {
  async prepare({ name, body, orderNo, code }, call) {
    requireReadable(body)
    const facts = await inTenant(call.tenantId, async () => {
      const [order] = await db()
        .select()
        .from(application)
        .where(
          and(
            orderScope(call.actor),
            orderNo === ''
              ? inArray(application.status, ['wait_sign', 'preparing', 'released'])
              : eq(application.orderNo, orderNo),
          ),
        )
        .orderBy(desc(application.createdAt))
        .limit(1)
      if (!order) throw badInput({ orderNo: orderNo === '' ? 'contracts.noOrder' : 'contracts.orderUnknown' })
      const { company, of } = await factsOfOrder(order, call, { hidden: true })
      return { company, ...of(1), orderNo: order.orderNo }
    })
    const contractNo = `${call.tenantCode.toUpperCase()}-${code}-${call.today.slice(0, 4)}-000000`
    const fields = { ...facts.fields, 合同编号: contractNo, 主合同编号: contractNo }
    const { blocks } = fillContract(readContractText(body).blocks, { ...facts, fields })
    const drawn = await drawContract(
      { title: name, contractNo, company: facts.company, blocks },
      call.now.toISOString(),
    )
    if ('lacking' in drawn)
      throw badInput({
        body: { key: 'contracts.lackingSigns', params: { signs: drawn.lacking.join('、'), title: name } },
      })
    const { bytes } = drawn
    return { run: async () => ({ mime: 'application/pdf', name: `${name}.pdf`, body: bytes }) }
  },
}

export const contractTemplateSubject = subject({
  noun: 'contractTemplate',
  nameOf: ({ id }: Template) => id,
  lock: byId(contractTemplate),
})
