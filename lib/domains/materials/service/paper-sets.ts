import { eq, sql } from 'drizzle-orm'
import type { By, Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { forbidden, refused } from '../../../platform/errors.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { isFundedOrder } from '../../orders/service/stamp-milestone.ts'
import { findTask, type ReleaseTask } from '../../releases/service/release-tasks.ts'
import {
  asksPapers,
  type ItemFacts,
  isBadPaper,
  isExtra,
  isGoodPaper,
  type MaterialKind,
  type PaperKind,
  papersOf,
  type SetFacts,
  type SetStatus,
  type SetStep,
  setCan,
} from '../rules/material-sets.ts'
import { materialItem, materialSet, materialVersion } from '../table/materials.ts'
import { formLacks } from './form-lacks.ts'
import { findSet, type ItemRow, openMaterialSet, type SetRow } from './material-sets.ts'

/** A set of papers behind the approval, as its steps see it. Its rows begin with its first file. */
export type PaperSet = {
  kind: PaperKind
  row: SetRow | undefined
  /** Of what is left to do behind the release: until when. */
  task: ReleaseTask | undefined
  /** With those that wait for their first file, in the order of the template. */
  items: (ItemFacts & { materialType: string; row: ItemRow | undefined; maxFiles: number })[]
  facts: Omit<SetFacts, 'mine'>
}

export async function paperSetOf(order: Order, kind: MaterialKind | string): Promise<PaperSet> {
  const own = kind as PaperKind
  const row = await findSet(order.id, own)
  const rows = row
    ? await db().select().from(materialItem).where(eq(materialItem.setId, row.id)).orderBy(materialItem.id)
    : []
  const task = isExtra(own) || own === 'mortgage' ? await findTask(order.id, own) : undefined
  const rules = papersOf(own, order)
  const items = [
    ...rules.map(({ materialType, required, min, max }) => {
      const known = rows.find((item) => item.materialType === materialType)
      const { files = [], itemStatus = '未传' } = known ?? {}
      return { materialType, required, minFiles: min, maxFiles: max, files, itemStatus, row: known }
    }),
    // Everything that a former template asked for, where there is something in it.
    ...rows
      .filter(
        (item) => item.files.length > 0 && !rules.some((rule) => rule.materialType === item.materialType),
      )
      .map((item) => ({ ...item, required: false, row: item })),
  ]
  return {
    kind: own,
    row,
    task,
    items,
    facts: {
      kind: own,
      status: (row?.status ?? '未上传') as SetStatus,
      orderStatus: order.status,
      asked: isExtra(own)
        ? task !== undefined
        : asksPapers(own, { templateCode: order.templateCode, funded: await isFundedOrder(order) }),
      items,
      formLacks: await formLacks(order, own),
    },
  }
}

/** @throws 403 or 422 unless the caller may do it now */
export async function requirePaperStep(
  step: SetStep,
  { facts, row }: PaperSet,
  { actor }: Call,
): Promise<void> {
  const answer = setCan(step, { ...facts, mine: row?.submitBy === actor.id }, [...actor.permissions])
  if (answer.ok) return
  if (answer.reason === 'papers.refusals.permission') throw forbidden()
  throw refused(answer.reason)
}

/** The set of an order that is locked, with rows for all that is asked of it. */
export async function openPaperSet(order: Order, kind: PaperKind, call: Call): Promise<SetRow> {
  const { row, items } = await paperSetOf(order, kind)
  if (!row) {
    await openMaterialSet(order.id, papersOf(kind, order), call, kind)
    const made = await findSet(order.id, kind)
    if (!made) throw new Error(`order ${order.id} has no set ${kind}`)
    return made
  }
  const missing = items.filter((item) => !item.row)
  if (missing.length > 0)
    await db()
      .insert(materialItem)
      .values(
        missing.map(({ materialType, required, minFiles, maxFiles }) => ({
          setId: row.id,
          materialType,
          required,
          minFiles,
          maxFiles,
          createdBy: call.actor.id,
        })),
      )
  return row
}

/**
 * Files of a paper that was judged change: what was there stays as its former version. One that was good for us is
 * replaced for what its whole set came back for, as a funder says that was shown it.
 */
export async function beginVersion(item: ItemRow, by: By): Promise<void> {
  if (item.files.length === 0 || (!isBadPaper(item) && !isGoodPaper(item))) return
  const [set] = await db()
    .select({ reason: materialSet.reason })
    .from(materialSet)
    .where(eq(materialSet.id, item.setId))
  await db()
    .insert(materialVersion)
    .values({
      itemId: item.id,
      version: item.version,
      files: item.files,
      itemStatus: item.itemStatus,
      rejectNote: item.rejectNote ?? set?.reason ?? null,
      endedAt: by.now.toISOString(),
      createdBy: by.actor.id,
    })
  await db()
    .update(materialItem)
    .set({ version: sql`${materialItem.version} + 1` })
    .where(eq(materialItem.id, item.id))
}

/** Moves a set by the machine; who may was asked before. */
export async function moveSet(
  set: Pick<SetRow, 'id'>,
  changes: Partial<typeof materialSet.$inferInsert>,
  by: By,
): Promise<void> {
  await db()
    .update(materialSet)
    .set({
      ...changes,
      ...changedBy(materialSet, by),
    })
    .where(eq(materialSet.id, set.id))
}
