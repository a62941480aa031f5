import { eq } from 'drizzle-orm'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import type { identity } from '../../contracts/identity.ts'
import type { MessageKey } from '../../i18n/translator.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { recordAudit } from '../audit.ts'
import type { PublicCall } from '../context.ts'
import { db, inTenantOf } from '../db/client.ts'
import { sysUser } from '../db/schema/identity.ts'
import { CallError, tooMany } from '../errors.ts'
import { consumeCaptcha } from './captcha.ts'
import {
  addressOf,
  countFailures,
  isThrottled,
  lockTries,
  markSucceeded,
  needsCaptcha,
  recordTry,
  throttleMinutes,
} from './login-attempts.ts'
import { passwordMatches } from './password-hash.ts'
import { startSession } from './sessions.ts'
import { issueToken } from './tokens.ts'

type Input = ParsedInputOf<typeof identity.login>
type Answer = OutputOf<typeof identity.login>
type User = Pick<typeof sysUser.$inferSelect, 'id' | 'name' | 'account' | 'passwordHash' | 'status'>
type Admitted = { tryId: number; user: User | undefined; captchaNext: boolean }

/**
 * Signs in. Three steps, so that hashing holds no connection: the try is judged and recorded as failed; the password
 * is compared, as long for an unknown account as for a known one; the try is marked as succeeded and a token issued.
 *
 * @throws 400 with `captcha` when the next try needs one, 429 when account or address failed too often
 */
export async function login(input: Input, call: PublicCall): Promise<Answer> {
  const account = (input.account ?? input.username ?? '').toLowerCase()
  const tries = { account, address: addressOf(call.ip) }
  const admitted = await inTenantOf(call.tenantCode, () => admit(input, tries))
  if (admitted instanceof CallError) throw admitted

  const { user, tryId, captchaNext } = admitted
  const sent = /^[0-9a-f]{32}$/.test(input.password) ? input.password : ''
  if (!(await passwordMatches(user?.passwordHash, sent)) || !user) {
    throw badLogin('errors.wrongPassword', captchaNext)
  }
  if (user.status !== '正常') {
    throw badLogin(user.status === '停用' ? 'errors.accountStopped' : 'errors.accountLocked', captchaNext)
  }
  return inTenantOf(call.tenantCode, async () => {
    await markSucceeded(tryId)
    const token = await issueToken({
      userId: user.id,
      sessionId: await startSession(user.id, call.ip),
      ip: call.ip,
    })
    await db().update(sysUser).set({ lastLoginAt: call.now.toISOString() }).where(eq(sysUser.id, user.id))
    await recordAudit(
      { action: 'identity.login', object: `user:${user.id}` },
      { actorId: user.id, ip: call.ip, now: call.now },
    )
    return { token, myUser: { id: user.id, name: user.name, account: user.account } }
  })
}

/** Answers a refusal instead of throwing it: what it wrote, the used captcha, has to stay. */
async function admit(
  input: Input,
  tries: { account: string; address: string },
): Promise<Admitted | CallError> {
  await lockTries(tries)
  const failures = await countFailures(tries)
  if (isThrottled(failures)) return tooMany('errors.tooManyLogins', { minutes: throttleMinutes })
  if (needsCaptcha(failures) && !(await consumeCaptcha(input.redomStr, input.idencode ?? input.code))) {
    const message = zhCN('errors.wrongCaptcha')
    return new CallError(400, { message, captcha: true, fields: { idencode: message } })
  }
  const [user] = await db()
    .select({
      id: sysUser.id,
      name: sysUser.name,
      account: sysUser.account,
      passwordHash: sysUser.passwordHash,
      status: sysUser.status,
    })
    .from(sysUser)
    .where(eq(sysUser.account, tries.account))
  const captchaNext = needsCaptcha({
    ...failures,
    account: failures.account + 1,
    address: failures.address + 1,
  })
  return { tryId: await recordTry(tries), user, captchaNext }
}

const badLogin = (key: MessageKey, captcha: boolean) => new CallError(400, { message: zhCN(key), captcha })
