import { eq } from 'drizzle-orm'
import { sysUser } from '../../domains/identity/table.ts'
import type { Actor } from '../context.ts'
import { db } from '../db/client.ts'

/** Both names of a change that is done, for what is said of it in nobody's name. */
export async function makerAndChecker(madeBy: number, { name }: Pick<Actor, 'name'>) {
  const [maker] = await db().select({ name: sysUser.name }).from(sysUser).where(eq(sysUser.id, madeBy))
  return { madeByName: maker?.name ?? '', checkerName: name }
}
