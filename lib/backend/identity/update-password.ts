import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import type { identity } from '../../contracts/identity.ts'
import type { MessageKey, MessageParams } from '../../i18n/translator.ts'
import { passwordFindings, passwordSubmitFindings } from '../../rules/password-change.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { sysUser } from '../db/schema/identity.ts'
import { auditLog } from '../db/schema/system.ts'
import { say } from '../language.ts'
import { publishSessionsChanged } from '../live-events.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { endOtherSessions } from './sessions.ts'
import { isWeakPassword } from './weak-passwords.ts'

type Input = ParsedInputOf<typeof identity.updatePassword>
type Answer = OutputOf<typeof identity.updatePassword>

/** Wrong originals of a user, in whatever session, that stop further tries for the window. */
const MAX_REFUSED = 5
const WINDOW_MINUTES = 15

const refused = 'identity.passwordRefused'

/**
 * 修改密码: the caller's login password, pay password, or both. Tries of one user wait for each other, so that parallel
 * ones are counted too. A refusal is answered with 200 and a code (specification point 8), so what it wrote stays.
 */
export async function updatePassword(input: Input, { actor }: Call): Promise<Answer> {
  if (input.id !== actor.id || input.account.toLowerCase() !== actor.account) {
    return answer('2', 'account.notOwn')
  }
  const [message] = [passwordFindings(input), passwordSubmitFindings(input)].flatMap(Object.values)
  if (message) return answer('4', message)

  const [user] = await db()
    .select({ passwordHash: sysUser.passwordHash, payPasswordHash: sysUser.payPasswordHash })
    .from(sysUser)
    .where(eq(sysUser.id, actor.id))
    .for('no key update')
  const object = `user:${actor.id}`
  if (!user || (await countRefused(object)) >= MAX_REFUSED) {
    return answer('2', 'account.tooManyTries', { minutes: WINDOW_MINUTES })
  }
  const wrong = await wrongOriginal(input, user)
  if (wrong) {
    await audit({ action: refused, object, after: { field: wrong } })
    return answer('3', wrong === 'paypassword' ? 'account.wrongPayOriginal' : 'account.wrongOriginal')
  }
  if (isWeakPassword(input.new_password) || isWeakPassword(input.new_paypassword)) {
    return answer('5', 'account.weak')
  }

  const isLogin = input.new_password !== ''
  const isPay = input.new_paypassword !== ''
  await db()
    .update(sysUser)
    .set({
      ...(isLogin && { passwordHash: await hashPassword(input.new_password) }),
      ...(isPay && { payPasswordHash: await hashPassword(input.new_paypassword) }),
      updatedAt: sql`now()`,
      updatedBy: actor.id,
      rowVersion: sql`${sysUser.rowVersion} + 1`,
    })
    .where(eq(sysUser.id, actor.id))
  if (isLogin) {
    await endOtherSessions(actor.id, actor.session.id)
    await publishSessionsChanged([actor.id])
  }
  await audit({ action: 'identity.passwordChanged', object, after: { login: isLogin, pay: isPay } })
  return answer('1', 'account.passwordChanged')
}

const answer = (code: string, key: MessageKey, params?: MessageParams): Answer => ({
  code,
  msg: say(key, params),
})

/** The field whose original is wrong: the login password for a new one, the pay password or its stand-in for the other. */
async function wrongOriginal(
  input: Input,
  { passwordHash, payPasswordHash }: Pick<typeof sysUser.$inferSelect, 'passwordHash' | 'payPasswordHash'>,
): Promise<'password' | 'paypassword' | undefined> {
  if (input.new_password !== '' && !(await passwordMatches(passwordHash, input.password))) return 'password'
  if (input.new_paypassword === '') return undefined
  return (await passwordMatches(payPasswordHash ?? passwordHash, input.paypassword))
    ? undefined
    : 'paypassword'
}

async function countRefused(object: string): Promise<number> {
  const [row] = await db()
    .select({ tries: count() })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.object, object),
        eq(auditLog.action, refused),
        gt(auditLog.at, sql`now() - make_interval(mins => ${WINDOW_MINUTES})`),
      ),
    )
  return row?.tries ?? 0
}
