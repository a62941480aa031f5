import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { MessageKey } from '../../../i18n/translator.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { PublicCall } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenantOf } from '../../../platform/db/client.ts'
import { CallError, tooMany } from '../../../platform/errors.ts'
import { publishSessionsChanged } from '../../../platform/live-events.ts'
import type { identity } from '../contract.ts'
import type { LoginRefusal } from '../rules/login-log.ts'
import { sysUser } from '../table.ts'
import { consumeCaptcha } from './captcha.ts'
import { deviceFor } from './known-device.ts'
import {
  addressOf,
  countFailures,
  isThrottled,
  lockTries,
  markTry,
  mostOf,
  needsCaptcha,
  needsTurn,
  recordTry,
  type Tries,
  throttleMinutes,
} from './login-attempts.ts'
import { inLoginLane } from './login-lane.ts'
import { logRefusal, logSignIn } from './login-log.ts'
import { secondsToTurn, spendTurn } from './login-turns.ts'
import { replacementOf, replaceOneTimePassword } from './one-time-password.ts'
import { passwordMatches } from './password-hash.ts'
import { endSessionsBeyondLimit, startSession } from './sessions.ts'
import { issueToken } from './tokens.ts'

type Input = ParsedInputOf<typeof identity.login>
type Answer = OutputOf<typeof identity.login>
type User = Pick<
  typeof sysUser.$inferSelect,
  'id' | 'name' | 'account' | 'passwordHash' | 'status' | 'oneTimeUntil'
>
type Admitted = { tryId: number; user: User | undefined; captchaNext: boolean }

/** Signs in, when it is this login's turn. @throws as {@link judge}, and 429 behind too many of its address */
export const login = (input: Input, call: PublicCall): Promise<Answer> =>
  inLoginLane(addressOf(call.ip), () => judge(input, call))

/**
 * Three steps, so that hashing holds no connection: the try is judged and recorded as failed; the password
 * is compared, as long for an unknown account as for a known one; the try is marked as succeeded and a token issued.
 *
 * @throws 400 with `captcha` when the next try needs one, 429 when the address failed too often or others have the turn
 */
async function judge(input: Input, call: PublicCall): Promise<Answer> {
  const account = (input.account ?? input.username ?? '').toLowerCase()
  const tries = { account, address: addressOf(call.ip), device: deviceFor(account, call.devices) }
  const admitted = await inTenantOf(call.tenantCode, () => admit(input, tries, call))
  if (admitted instanceof CallError) throw admitted

  const { user, tryId, captchaNext } = admitted
  const sent = /^[0-9a-f]{32}$/.test(input.password) ? input.password : ''
  const matches = await passwordMatches(user?.passwordHash, sent)
  const reason = refusalOf(user, matches, call.now)
  if (!user || reason) {
    const logged = reason ?? 'unknownAccount'
    await inTenantOf(call.tenantCode, async () => {
      await markTry(tryId, false)
      await logRefusal(logged, account, user, call)
    })
    throw badLogin(messages[logged], captchaNext)
  }
  const replacement = user.oneTimeUntil === null ? undefined : await replacementOf(input, captchaNext)
  return inTenantOf(call.tenantCode, async () => {
    await markTry(tryId, true)
    if (replacement) await replaceOneTimePassword(user, replacement, call)
    // Holds the account's row: of several logins at once each counts the sessions of the others.
    await db().update(sysUser).set({ lastLoginAt: call.now.toISOString() }).where(eq(sysUser.id, user.id))
    const token = await issueToken({
      userId: user.id,
      sessionId: await startSession(user.id, call),
      ip: call.ip,
    })
    if ((await endSessionsBeyondLimit(user.id)) > 0) await publishSessionsChanged([user.id])
    await logSignIn(user, call)
    await recordAudit(
      { action: 'identity.login', object: `user:${user.id}` },
      { actorId: user.id, ip: call.ip, now: call.now },
    )
    return { token, myUser: { id: user.id, name: user.name, account: user.account } }
  })
}

/** Everything that a refused try is told: whether there is such an account is nobody's business. */
const messages = {
  unknownAccount: 'refusals.wrongPassword',
  wrongPassword: 'refusals.wrongPassword',
  stopped: 'refusals.accountStopped',
  locked: 'refusals.accountLocked',
  expired: 'refusals.oneTimeExpired',
} as const satisfies Partial<Record<LoginRefusal, MessageKey>>

function refusalOf(user: User | undefined, matches: boolean, now: Date): keyof typeof messages | undefined {
  if (!user) return 'unknownAccount'
  if (!matches) return 'wrongPassword'
  if (user.status !== '正常') return user.status === '停用' ? 'stopped' : 'locked'
  return user.oneTimeUntil !== null && new Date(user.oneTimeUntil) < now ? 'expired' : undefined
}

/** Answers a refusal instead of throwing it: what it wrote, the used captcha, has to stay. */
async function admit(input: Input, tries: Tries, call: PublicCall): Promise<Admitted | CallError> {
  await lockTries(tries)
  const failures = await countFailures(tries)
  const [user] = await db()
    .select({
      id: sysUser.id,
      name: sysUser.name,
      account: sysUser.account,
      passwordHash: sysUser.passwordHash,
      status: sysUser.status,
      oneTimeUntil: sysUser.oneTimeUntil,
    })
    .from(sysUser)
    .where(eq(sysUser.account, tries.account))
  if (isThrottled(failures)) {
    await logRefusal('throttled', tries.account, user, call)
    return tooMany('refusals.tooManyLogins', { minutes: throttleMinutes })
  }
  if (needsTurn(failures)) {
    const seconds = await secondsToTurn(tries, failures.account)
    if (seconds > 0) {
      await logRefusal('throttled', tries.account, user, call)
      // The captcha is not touched: it serves when the turn has come.
      const message = say('refusals.loginTurn', { seconds: String(seconds) })
      return new CallError(429, { message, code: 'loginTurn' })
    }
  }
  const answer = input.idencode ?? input.code
  if (needsCaptcha(failures) && !(await consumeCaptcha(input.redomStr, answer, mostOf(failures)))) {
    await logRefusal('wrongCaptcha', tries.account, user, call)
    const message = say('errors.wrongCaptcha')
    return new CallError(400, { message, captcha: true, fields: { idencode: message } })
  }
  if (needsTurn(failures)) await spendTurn(tries)
  const captchaNext = needsCaptcha({
    ...failures,
    account: failures.account + 1,
    address: failures.address + 1,
  })
  return { tryId: await recordTry({ ...tries, device: failures.device }), user, captchaNext }
}

const badLogin = (key: MessageKey, captcha: boolean) => new CallError(400, { message: say(key), captcha })
