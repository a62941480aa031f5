import { and, asc, eq, inArray } from 'drizzle-orm'
import type { By, Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import type { ReviewMark } from '../../orders/rules/review-marks.ts'
import { attachment } from '../../system/table.ts'
import type { AttachmentRow, MaterialItem } from '../contract/attachments.ts'
import type { MaterialKind, SetStatus } from '../rules/material-sets.ts'
import { materialItem, materialSet } from '../table/materials.ts'

/** The sets of papers of an order (domain.md 2.4): one of a kind, an item for each kind of paper, files in items. */

/** Everything that a template asks for; `TemplateMaterial` of lib/rules fits. */
export type MaterialRule = { materialType: string; required: boolean; min: number; max: number }

/** Opens a set of an order with the items its template asks for. */
export async function openMaterialSet(
  orderId: number,
  rules: readonly MaterialRule[],
  call: Call,
  kind: MaterialKind = 'base',
): Promise<void> {
  const [set] = await db()
    .insert(materialSet)
    .values({
      orderId,
      kind,
      requiredCount: rules.filter(({ required }) => required).length,
      createdBy: call.actor.id,
    })
    .returning({ id: materialSet.id })
  if (set) await addItems(set.id, rules, call)
}

/**
 * Follows a change of the template, the customer or the car: items that are missing come, what an item asks for is
 * set anew, items that nobody asks for any more stay only when they hold files.
 */
export async function alignMaterialSet(
  orderId: number,
  rules: readonly MaterialRule[],
  call: Call,
): Promise<void> {
  const set = await lockSet(orderId)
  const items = await db().select().from(materialItem).where(eq(materialItem.setId, set.id))
  const known = new Map(items.map((item) => [item.materialType, item]))
  await addItems(
    set.id,
    rules.filter(({ materialType }) => !known.has(materialType)),
    call,
  )
  for (const item of items) {
    const rule = rules.find(({ materialType }) => materialType === item.materialType)
    if (!rule && item.files.length === 0) {
      await db().delete(materialItem).where(eq(materialItem.id, item.id))
      continue
    }
    const wanted = {
      required: rule?.required ?? false,
      minFiles: rule?.min ?? 0,
      maxFiles: rule?.max ?? item.maxFiles,
    }
    if (
      item.required === wanted.required &&
      item.minFiles === wanted.minFiles &&
      item.maxFiles === wanted.maxFiles
    ) {
      continue
    }
    await db().update(materialItem).set(wanted).where(eq(materialItem.id, item.id))
  }
  await recountSet(set.id, call)
}

async function addItems(setId: number, rules: readonly MaterialRule[], call: Call): Promise<void> {
  if (rules.length === 0) return
  await db()
    .insert(materialItem)
    .values(
      rules.map(({ materialType, required, min, max }) => ({
        setId,
        materialType,
        required,
        minFiles: min,
        maxFiles: max,
        createdBy: call.actor.id,
      })),
    )
}

export type SetRow = typeof materialSet.$inferSelect
export type ItemRow = typeof materialItem.$inferSelect

const ofKind = (orderId: number, kind: MaterialKind) =>
  and(eq(materialSet.orderId, orderId), eq(materialSet.kind, kind))

/** A set of an order; undefined before its first file. */
export async function findSet(orderId: number, kind: MaterialKind): Promise<SetRow | undefined> {
  const [set] = await db().select().from(materialSet).where(ofKind(orderId, kind))
  return set
}

/** Locks the 进件材料 of an order, so that two changes of its files come one after the other. */
export async function lockSet(orderId: number): Promise<SetRow> {
  const [set] = await db().select().from(materialSet).where(ofKind(orderId, 'base')).for('update')
  if (!set) throw notFound()
  return set
}

/** Writes an item's files and state, and the set's counts. */
export async function saveItemFiles(item: ItemRow, files: number[], call: Call): Promise<ItemRow> {
  const [saved] = await db()
    .update(materialItem)
    .set({
      files,
      itemStatus: files.length > 0 ? '已传' : '未传',
      rejectNote: null,
      ...changedBy(materialItem, call),
    })
    .where(eq(materialItem.id, item.id))
    .returning()
  if (!saved) throw notFound()
  await recountSet(item.setId, call)
  return saved
}

/** Everything that a reviewer found wrong with papers of an order: the next file for one of them settles it. */
export async function rejectMaterials(
  orderId: number,
  marks: readonly ReviewMark[],
  call: Call,
): Promise<void> {
  const papers = marks.filter(({ kind }) => kind === 'material')
  if (papers.length === 0) return
  const set = await lockSet(orderId)
  for (const { at, note } of papers) {
    await db()
      .update(materialItem)
      .set({
        itemStatus: '不合格',
        rejectNote: note,
        ...changedBy(materialItem, call),
      })
      .where(and(eq(materialItem.setId, set.id), eq(materialItem.materialType, at)))
  }
}

/** @param status of the set; without one it follows from whether there are files */
export async function recountSet(setId: number, call: By, status?: SetStatus): Promise<void> {
  const items = await db().select().from(materialItem).where(eq(materialItem.setId, setId))
  const required = items.filter((item) => item.required)
  await db()
    .update(materialSet)
    .set({
      requiredCount: required.length,
      doneCount: required.filter((item) => isComplete(item) && item.itemStatus !== '不合格').length,
      status: status ?? (items.some((item) => item.files.length > 0) ? '上传中' : '未上传'),
      updatedAt: call.now.toISOString(),
      updatedBy: call.actor.id,
    })
    .where(eq(materialSet.id, setId))
}

/** G7 for one item: it holds as many files as it asks for. */
export const isComplete = (item: Pick<ItemRow, 'files' | 'minFiles'>) =>
  item.files.length >= Math.max(1, item.minFiles)

export type MaterialsView = {
  status: string
  requiredCount: number
  doneCount: number
  items: MaterialItem[]
}

/** The set with its items in the order of the template, and the files of each in the order they came. */
export async function readMaterials(orderId: number): Promise<MaterialsView> {
  const [set] = await db()
    .select()
    .from(materialSet)
    .where(and(eq(materialSet.orderId, orderId), eq(materialSet.kind, 'base')))
  if (!set) return { status: '未上传', requiredCount: 0, doneCount: 0, items: [] }
  const items = await db()
    .select()
    .from(materialItem)
    .where(eq(materialItem.setId, set.id))
    .orderBy(asc(materialItem.id))
  const files = await readFiles(items.flatMap((item) => item.files))
  const { status, requiredCount, doneCount } = set
  return { status, requiredCount, doneCount, items: items.map((item) => viewOf(item, files)) }
}

export async function readItem(item: ItemRow): Promise<MaterialItem> {
  return viewOf(item, await readFiles(item.files))
}

export async function readFiles(ids: number[]): Promise<Map<number, AttachmentRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db().select().from(attachment).where(inArray(attachment.id, ids))
  return new Map(rows.map((row) => [row.id, fileView(row)]))
}

export const fileView = (row: typeof attachment.$inferSelect): AttachmentRow => ({
  id: row.id,
  name: row.name,
  mime: row.mime,
  size: row.size,
  uploadedAt: row.createdAt,
})

export const viewOf = (item: ItemRow, files: ReadonlyMap<number, AttachmentRow>): MaterialItem => ({
  id: item.id,
  materialType: item.materialType,
  required: item.required,
  minFiles: item.minFiles,
  maxFiles: item.maxFiles,
  itemStatus: item.itemStatus,
  rejectNote: item.rejectNote,
  version: item.version,
  files: item.files.flatMap((id) => files.get(id) ?? []),
})

/** Opens an item that no template asks for, in a set that is locked. */
export async function openItem(
  setId: number,
  materialType: string,
  call: Call,
): Promise<typeof materialItem.$inferSelect> {
  const [item] = await db()
    .insert(materialItem)
    .values({ setId, materialType, required: false, minFiles: 0, maxFiles: 20, createdBy: call.actor.id })
    .returning()
  if (!item) throw new Error('the item was not written')
  return item
}
