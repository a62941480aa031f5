import { desc, inArray } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { readFunding } from '../../capital/service/read-funding.ts'
import { sysUser } from '../../identity/table.ts'
import { findOrder, readHeader } from '../../orders/service/read-order.ts'
import { daysLate } from '../../releases/rules/release-task.ts'
import { readUnderwriting } from '../../underwriting/service/read-underwriting.ts'
import type { MaterialItem } from '../contract/attachments.ts'
import type { papers } from '../contract/papers.ts'
import { completeness, isExtra } from '../rules/material-sets.ts'
import { materialVersion } from '../table/materials.ts'
import { readFiles, viewOf } from './material-sets.ts'
import { readMortgage } from './mortgages.ts'
import { paperSetOf } from './paper-sets.ts'
import { readPolicies } from './policies.ts'
import { readRegistration } from './registration.ts'

/** 材料详情: one set of an order, file by file. */
export async function readPapers(
  { orderId, kind }: ParsedInputOf<typeof papers.get>,
  call: Call,
): Promise<OutputOf<typeof papers.get>> {
  const order = await findOrder(orderId, call)
  const set = await paperSetOf(order, kind)
  const { row, facts, items } = set
  const versions = await versionsOf(items.flatMap((item) => item.row?.id ?? []))
  const files = await readFiles([
    ...items.flatMap((item) => item.row?.files ?? []),
    ...versions.flatMap((version) => version.files),
  ])
  const names = await namesOf([row?.submitBy, row?.reviewerId, ...versions.map(({ createdBy }) => createdBy)])
  return {
    order: await readHeader(order),
    kind,
    asked: facts.asked,
    setStatus: facts.status,
    formLacks: [...facts.formLacks],
    percent: completeness(items),
    submitAt: row?.submitAt ?? null,
    submitByName: names.get(row?.submitBy ?? 0) ?? null,
    reviewerName: names.get(row?.reviewerId ?? 0) ?? null,
    reviewAt: row?.reviewAt ?? null,
    reason: row?.reason ?? null,
    mine: row?.submitBy === call.actor.id,
    deadline: set.task?.dueDay ?? null,
    overdueDays: set.task ? daysLate(set.task, facts.status, call.today) : 0,
    items: items.map(({ row: item, ...wanted }) => ({
      ...(item ? viewOf({ ...item, ...wanted, files: item.files }, files) : toCome(wanted)),
      former: versions
        .filter(({ itemId }) => itemId === item?.id)
        .map(({ version, files: own, rejectNote, endedAt, createdBy }) => ({
          version,
          rejectNote,
          endedAt,
          files: own.flatMap((id) => files.get(id) ?? []),
          endedByName: names.get(createdBy) ?? null,
        })),
    })),
    mortgage: kind === 'mortgage' ? await readMortgage(order.id) : null,
    policies: kind === 'insurance' ? await readPolicies(order.id) : [],
    registration: isExtra(kind) ? await readRegistration(order) : null,
    underwriting: kind === 'insurer' && facts.asked ? await readUnderwriting(order, call) : null,
    funding: kind === 'capital' && facts.asked ? await readFunding(order, call) : null,
  }
}

/** A paper that waits for its first file. */
const toCome = (wanted: {
  materialType: string
  required: boolean
  minFiles: number
  maxFiles: number
}): MaterialItem => {
  const { materialType, required, minFiles, maxFiles } = wanted
  return {
    id: 0,
    materialType,
    required,
    minFiles,
    maxFiles,
    itemStatus: '未传',
    rejectNote: null,
    version: 1,
    files: [],
  }
}

const versionsOf = (itemIds: number[]) =>
  itemIds.length === 0
    ? Promise.resolve([])
    : db()
        .select()
        .from(materialVersion)
        .where(inArray(materialVersion.itemId, itemIds))
        .orderBy(desc(materialVersion.version))

async function namesOf(ids: readonly (number | null | undefined)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids)].filter((id) => id != null)
  if (known.length === 0) return new Map()
  const rows = await db()
    .select({ id: sysUser.id, name: sysUser.name })
    .from(sysUser)
    .where(inArray(sysUser.id, known))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
