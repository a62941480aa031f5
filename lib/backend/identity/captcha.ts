import { randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { db } from '../db/client.ts'
import { captcha } from '../db/schema/identity.ts'
import { drawCaptcha, glyphs } from './captcha-drawing.ts'

/** Captchas: four characters bound to the `redomStr` the page chose, good for five minutes and one answer. */

const CHARACTERS = Object.keys(glyphs)

/** Draws a new captcha; one of the same `redomStr` is replaced. @returns SVG */
export async function newCaptcha(redomStr: string): Promise<string> {
  const code = Array.from({ length: 4 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  await db().delete(captcha).where(lt(captcha.expiresAt, sql`now()`))
  await db()
    .insert(captcha)
    .values({ redomStr, code, expiresAt: sql`now() + interval '5 minutes'` })
    .onConflictDoUpdate({
      target: [captcha.tenantId, captcha.redomStr],
      set: { code, expiresAt: sql`now() + interval '5 minutes'` },
    })
  return drawCaptcha(code)
}

/** Whether a captcha was answered rightly. It is used up either way. */
export async function consumeCaptcha(
  redomStr: string | undefined,
  answer: string | undefined,
): Promise<boolean> {
  if (!redomStr || !answer) return false
  const [drawn] = await db()
    .delete(captcha)
    .where(and(eq(captcha.redomStr, redomStr), gt(captcha.expiresAt, sql`now()`)))
    .returning({ code: captcha.code })
  return drawn !== undefined && drawn.code === answer.trim().toUpperCase()
}
