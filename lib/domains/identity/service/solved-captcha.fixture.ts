import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { Caller } from '../../testing.ts'
import { identity } from '../contract.ts'
import { captcha } from '../table.ts'

let draws = 0

/**
 * Draws a captcha, reads its answer where only the server can, and says there that its work is done.
 * @param values other ones of its row
 */
export async function solvedCaptcha(
  by: Caller,
  account?: string,
  values: { proven?: boolean; bits?: number } = {},
) {
  const redomStr = String(++draws).padStart(17, '0')
  await by.call(identity.captcha, { redomStr, account })
  const [row] = await inTenant(1, () =>
    db()
      .update(captcha)
      .set({ proven: true, ...values })
      .where(eq(captcha.redomStr, redomStr))
      .returning({ code: captcha.code }),
  )
  return { redomStr, idencode: row?.code ?? '' }
}
