import { and, count, eq, gt, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { MessageKey, MessageParams } from '../../../i18n/translator.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { publishSessionsChanged } from '../../../platform/live-events.ts'
import { auditLog } from '../../system/table.ts'
import type { identity } from '../contract.ts'
import { passwordFindings, passwordSubmitFindings } from '../rules/password-change.ts'
import { sysUser } from '../table.ts'
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
 * 修改密码: the caller's login password, pay password, or both. Passwords are compared and hashed before the transaction;
 * inside it tries of one user wait for each other, so that parallel ones are counted too. A refusal is answered with 200
 * and a code (specification point 8), so what it wrote stays.
 */
export const updatePassword: SlowHandler<typeof identity.updatePassword> = {
  async prepare(input, { actor, tenantId }) {
    const said = (what: Answer) => ({ run: async () => what })
    if (input.id !== actor.id || input.account.toLowerCase() !== actor.account) {
      return said(answer('2', 'account.notOwn'))
    }
    const [message] = [passwordFindings(input), passwordSubmitFindings(input)].flatMap(Object.values)
    if (message) return said(answer('4', message))
    // Asked before the work, and again when it counts.
    const stored = await inTenant(tenantId, async () =>
      (await mayTry(actor.id)) ? readHashes(actor.id) : undefined,
    )
    if (!stored) return said(tooManyTries())
    const wrong = await wrongOriginal(input, stored)
    const weak = isWeakPassword(input.new_password) || isWeakPassword(input.new_paypassword)
    const hashed = async (password: string) => (password === '' ? undefined : hashPassword(password))
    const next =
      wrong || weak
        ? {}
        : {
            passwordHash: await hashed(input.new_password),
            payPasswordHash: await hashed(input.new_paypassword),
          }
    return { run: (call) => change({ stored, wrong, weak, next }, call) }
  },
}

type Hashes = Pick<typeof sysUser.$inferSelect, 'passwordHash' | 'payPasswordHash'>
type Judged = {
  /** Everything that the originals were compared with. */
  stored: Hashes
  wrong: 'password' | 'paypassword' | undefined
  weak: boolean
  next: { passwordHash?: string | undefined; payPasswordHash?: string | undefined }
}

async function change({ stored, wrong, weak, next }: Judged, { actor, now }: Call): Promise<Answer> {
  const object = objectOf(actor.id)
  const user = await readHashes(actor.id, { lock: true })
  if (!user || !(await mayTry(actor.id))) return tooManyTries()
  // Changed meanwhile: the originals were those of before.
  const passed = user.passwordHash !== stored.passwordHash ? 'password' : 'paypassword'
  const changed = user.passwordHash !== stored.passwordHash || user.payPasswordHash !== stored.payPasswordHash
  const field = wrong ?? (changed ? passed : undefined)
  if (field) {
    await audit({ action: refused, object, after: { field } })
    return answer('3', field === 'paypassword' ? 'account.wrongPayOriginal' : 'account.wrongOriginal')
  }
  if (weak) return answer('5', 'account.weak')

  const isLogin = next.passwordHash !== undefined
  await db()
    .update(sysUser)
    .set({
      ...next,
      ...changedBy(sysUser, { actor, now }),
    })
    .where(eq(sysUser.id, actor.id))
  if (isLogin) {
    await endOtherSessions(actor.id, actor.session.id)
    await publishSessionsChanged([actor.id])
  }
  await audit({
    action: 'identity.passwordChanged',
    object,
    after: { login: isLogin, pay: next.payPasswordHash !== undefined },
  })
  return answer('1', 'account.passwordChanged')
}

async function readHashes(id: number, { lock = false } = {}): Promise<Hashes | undefined> {
  const found = db()
    .select({ passwordHash: sysUser.passwordHash, payPasswordHash: sysUser.payPasswordHash })
    .from(sysUser)
    .where(eq(sysUser.id, id))
  const [user] = await (lock ? found.for('no key update') : found)
  return user
}

const objectOf = (userId: number) => `user:${userId}`
const mayTry = async (userId: number) => (await countRefused(objectOf(userId))) < MAX_REFUSED
const tooManyTries = () => answer('2', 'account.tooManyTries', { minutes: WINDOW_MINUTES })

const answer = (code: string, key: MessageKey, params?: MessageParams): Answer => ({
  code,
  msg: say(key, params),
})

/** The field whose original is wrong: the login password for a new one, the pay password or its stand-in for the other. */
async function wrongOriginal(
  input: Input,
  { passwordHash, payPasswordHash }: Hashes,
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
