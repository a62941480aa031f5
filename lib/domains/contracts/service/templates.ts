import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, textIn } from '../../../platform/db/list-conditions.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { subject } from '../../../platform/subject.ts'
import { capital } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { product } from '../../products/table.ts'
import { contractTemplates as calls, type TemplateRow } from '../contract/templates.ts'
import { readContractText } from '../rules/contract-text.ts'
import { contract, contractTemplate, contractTemplateVersion } from '../table/contracts.ts'

/** 合同模板: a draft is written, published from a day on, and never changed after. */

type Template = typeof contractTemplate.$inferSelect

export const templateList = defineList(calls.list, {
  table: contractTemplate,
  scope: 'tenant',
  filters: {
    code: is(contractTemplate.code),
    bizMode: is(contractTemplate.bizMode),
    productId: is(contractTemplate.productId),
    capitalId: is(contractTemplate.capitalId),
  },
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
    .select({ template: contractTemplate, productName: product.name, capitalName: capital.name })
    .from(contractTemplate)
    .leftJoin(product, eq(product.id, contractTemplate.productId))
    .leftJoin(capital, eq(capital.id, contractTemplate.capitalId))
    .where(inArray(contractTemplate.id, ids))
  const versions = await versionsOf(ids)
  return rows.map(({ template, productName, capitalName }) => {
    const own = versions.filter(({ templateId }) => templateId === template.id)
    const published = own.filter(({ publishedAt }) => publishedAt !== null)
    const inForce = published.find(({ effectiveFrom }) => (effectiveFrom ?? '') <= today)
    const shown = inForce ?? published.at(-1)
    return {
      ...template,
      productName,
      capitalName,
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
    .select({
      version: contractTemplateVersion,
      publishedByName: sysUser.name,
      contracts: sql<number>`(select count(*)::int from ${contract}
        where ${contract.tenantId} = ${contractTemplateVersion.tenantId}
          and ${contract.templateVersionId} = ${contractTemplateVersion.id})`,
    })
    .from(contractTemplateVersion)
    .leftJoin(sysUser, eq(sysUser.id, contractTemplateVersion.publishedBy))
    .where(eq(contractTemplateVersion.templateId, id))
    .orderBy(desc(contractTemplateVersion.version))
  return {
    ...row,
    versions: versions.map(({ version, ...more }) => ({ ...version, ...more })),
  }
}

/** @throws 400 at `body`, naming the first line that is wrong and how many there are */
export function requireReadable(body: string): void {
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

/** @throws 400 where it is for a product or a funder that is not there */
async function requirePlace({ productId, capitalId }: ParsedInputOf<typeof calls.save>): Promise<void> {
  const isThere = async (table: typeof product | typeof capital, id: number | undefined) =>
    id === undefined || (await db().select({ id: table.id }).from(table).where(eq(table.id, id))).length > 0
  if (!(await isThere(product, productId))) throw badInput({ productId: 'contracts.noProduct' })
  if (!(await isThere(capital, capitalId))) throw badInput({ capitalId: 'contracts.noCapital' })
}

export async function saveTemplate(
  input: ParsedInputOf<typeof calls.save>,
  call: Call,
  row: Template | undefined,
): Promise<{ id: number; rowVersion: number }> {
  const { body, productId, capitalId, bizMode, code, name } = input
  if (row && row.code !== code) throw badInput({ code: 'contracts.codeFixed' })
  requireReadable(body)
  await requirePlace(input)
  const values = {
    code,
    name,
    bizMode: bizMode || null,
    productId: productId ?? null,
    capitalId: capitalId ?? null,
  }
  const [saved] = row
    ? await db()
        .update(contractTemplate)
        .set({ ...values, ...changedBy(contractTemplate, call) })
        .where(eq(contractTemplate.id, row.id))
        .returning()
    : await db()
        .insert(contractTemplate)
        .values({
          ...values,
          updatedBy: call.actor.id,
          updatedAt: call.now.toISOString(),
          createdBy: call.actor.id,
        })
        .returning()
  if (!saved) throw new Error('the template was not written')
  await saveDraft(saved.id, { name, body }, call)
  await audit({ object: `contractTemplate:${saved.id}`, after: values })
  return { id: saved.id, rowVersion: saved.rowVersion }
}

/** Everything that is published stays as it is: another name or text is the next version. */
async function saveDraft(
  templateId: number,
  text: { name: string; body: string },
  call: Call,
): Promise<void> {
  const [newest] = (await versionsByNo(templateId)).slice(-1)
  if (newest && newest.publishedAt === null)
    await db()
      .update(contractTemplateVersion)
      .set({ ...text, updatedBy: call.actor.id, updatedAt: call.now.toISOString() })
      .where(eq(contractTemplateVersion.id, newest.id))
  else if (newest?.body !== text.body || newest.name !== text.name)
    await db()
      .insert(contractTemplateVersion)
      .values({ templateId, version: (newest?.version ?? 0) + 1, ...text, createdBy: call.actor.id })
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

/** @throws 422 for one that is not stopped, or was never in force */
export async function startTemplate(_input: unknown, call: Call, row: Template) {
  if (!row.stoppedAt) throw refused('contracts.isStarted')
  const [published] = await db()
    .select({ id: contractTemplateVersion.id })
    .from(contractTemplateVersion)
    .where(
      and(eq(contractTemplateVersion.templateId, row.id), isNotNull(contractTemplateVersion.publishedAt)),
    )
    .limit(1)
  if (!published) throw refused('contracts.neverPublished')
  await touch(row, call, { stoppedAt: null })
  await audit({ before: { state: 'stopped' } })
  return {}
}

const touch = (row: Template, call: Call, set: Partial<Template>) =>
  db()
    .update(contractTemplate)
    .set({
      ...set,
      ...changedBy(contractTemplate, call),
    })
    .where(eq(contractTemplate.id, row.id))

/** With its newest text, so that whoever comes second is told what differs. */
async function lockTemplate(id: number, { tenantId }: Call) {
  const [row] = await db()
    .select()
    .from(contractTemplate)
    .where(and(eq(contractTemplate.id, id), eq(contractTemplate.tenantId, tenantId)))
    .for('no key update')
  if (!row) return undefined
  const [newest] = (await versionsByNo(id)).slice(-1)
  return { ...row, body: newest?.body ?? '' }
}

export const contractTemplateSubject = subject({
  noun: 'contractTemplate',
  nameOf: ({ id }: Template) => id,
  lock: lockTemplate,
  shown: ({ name, bizMode, productId, capitalId, body }: Template & { body: string }) => ({
    name,
    bizMode: bizMode ?? '',
    productId,
    capitalId,
    body,
  }),
})
