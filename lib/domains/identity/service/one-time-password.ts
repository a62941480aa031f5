import { and, eq, isNotNull } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { MessageKey } from '../../../i18n/translator.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { PublicCall } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { CallError } from '../../../platform/errors.ts'
import { sysUser } from '../table.ts'
import { hashPassword } from './password-hash.ts'
import { isWeakPassword } from './weak-passwords.ts'

/**
 * The password that replaces one which an administrator handed out, as its slow hash. There is no session before it is
 * set, so that nothing has to be kept from somebody who is half signed in.
 *
 * @throws 400 with code `newPassword` when there is none yet or it will not do
 */
export async function replacementOf(
  { password, newPassword }: { password: string; newPassword?: string | undefined },
  captcha: boolean,
): Promise<string> {
  if (newPassword === undefined) throw asking('refusals.newPasswordNeeded', captcha)
  if (!/^[0-9a-f]{32}$/.test(newPassword)) throw asking('rules.passwordRequired', captcha, true)
  if (newPassword === password) throw asking('errors.oneTimeAgain', captcha, true)
  if (isWeakPassword(newPassword)) throw asking('account.weak', captcha, true)
  return hashPassword(newPassword)
}

function asking(key: MessageKey, captcha: boolean, atField = false): CallError {
  const message = say(key)
  return new CallError(400, {
    message,
    code: 'newPassword',
    captcha,
    ...(atField && { fields: { newPassword: message } }),
  })
}

/** The user's own password counts from now on. @throws 400 when another sign-in was first */
export async function replaceOneTimePassword(
  { id, passwordHash: handedOut }: { id: number; passwordHash: string },
  passwordHash: string,
  { ip, now }: PublicCall,
): Promise<void> {
  const replaced = await db()
    .update(sysUser)
    .set({
      passwordHash,
      oneTimeUntil: null,
      ...changedBy(sysUser, { actor: { id }, now }),
    })
    .where(and(eq(sysUser.id, id), eq(sysUser.passwordHash, handedOut), isNotNull(sysUser.oneTimeUntil)))
    .returning({ id: sysUser.id })
  if (replaced.length === 0) throw new CallError(400, { message: say('refusals.wrongPassword') })
  await recordAudit({ action: 'identity.firstPassword', object: `user:${id}` }, { actorId: id, ip, now })
}
