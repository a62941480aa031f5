import { and, eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { keepFile } from '../../system/service/keep-file.ts'
import { materialItem } from '../table/materials.ts'
import type { CleanFile } from './check-file.ts'
import { lockSet, openItem, saveItemFiles } from './material-sets.ts'

/** A file that comes with a verb of its own, for which a template may have no item: 面签照片. */
export async function addPaper(
  orderId: number,
  materialType: 'interview_photo',
  { name, clean }: { name: string; clean: CleanFile },
  call: Call,
) {
  const set = await lockSet(orderId)
  const [known] = await db()
    .select()
    .from(materialItem)
    .where(and(eq(materialItem.setId, set.id), eq(materialItem.materialType, materialType)))
  const item = known ?? (await openItem(set.id, materialType, call))
  const file = await keepFile(orderId, name, clean, call)
  await saveItemFiles(item, [...item.files, file.id], call)
  return file
}
