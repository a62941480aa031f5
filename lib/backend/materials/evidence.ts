import { and, eq } from 'drizzle-orm'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { materialItem } from '../db/schema/materials.ts'
import type { CleanFile } from './check-file.ts'
import { lockSet, saveItemFiles } from './material-sets.ts'
import { keepFile } from './upload-file.ts'

const evidence = { materialType: 'reconsider_evidence', required: false, minFiles: 0, maxFiles: 20 }

/** 复议材料: a paper that no template asks for, because it came with the order's second chance. */
export async function addEvidence(
  orderId: number,
  { name, clean }: { name: string; clean: CleanFile },
  call: Call,
): Promise<void> {
  const set = await lockSet(orderId)
  const [known] = await db()
    .select()
    .from(materialItem)
    .where(and(eq(materialItem.setId, set.id), eq(materialItem.materialType, evidence.materialType)))
  const item = known ?? (await newItem(set.id, call))
  const file = await keepFile(orderId, name, clean, call)
  await saveItemFiles(item, [...item.files, file.id], call)
}

async function newItem(setId: number, call: Call) {
  const [item] = await db()
    .insert(materialItem)
    .values({ setId, ...evidence, createdBy: call.actor.id })
    .returning()
  if (!item) throw new Error('the item was not written')
  return item
}
