import { eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { db, inTenantOf } from '../../../platform/db/client.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { publishSessionsChanged } from '../../../platform/live-events.ts'
import { maskMobile } from '../../../rules/mask.ts'
import type { Contracts } from '../../endpoints.ts'
import { proofBits } from '../rules/login-slowing.ts'
import { sysUser } from '../table.ts'
import { newCaptcha, proveCaptcha } from './captcha.ts'
import { demoAccounts, demoPassword, isDemo, showsCaptcha } from './demo-offer.ts'
import { deviceFor } from './known-device.ts'
import { login } from './login.ts'
import { addressOf, countFailures, mostOf, needsCaptcha, type Tries } from './login-attempts.ts'
import { ownInfo, saveOwnInfo } from './own-info.ts'
import { endOwnSession, ownSessions } from './own-sessions.ts'
import { lock, unlock } from './screen-lock.ts'
import { endSession } from './sessions.ts'
import { refreshToken } from './tokens.ts'
import { updatePassword } from './update-password.ts'

function triesOf(typed: string, ip: string, devices: string): Tries {
  const account = typed.toLowerCase()
  return { account, address: addressOf(ip), device: deviceFor(account, devices) }
}

/** Menus and what is revealed know orders, and are answered above (lib/domains/handlers.ts). */
export const identityHandlers: Omit<HandlersOf<Contracts['identity']>, 'menus' | 'topMenus' | 'reveal'> = {
  login,

  async captcha({ redomStr, account = '' }, { tenantCode, ip, devices }) {
    const tries = triesOf(account, ip, devices)
    const { code, ...drawn } = await newCaptcha(redomStr, {
      tenantCode,
      address: tries.address,
      bitsOf: async () => proofBits(mostOf(await countFailures(tries))),
    })
    return { ...drawn, shown: showsCaptcha() ? code : null }
  },

  captchaProof: ({ redomStr, nonce }, { tenantCode }) =>
    inTenantOf(tenantCode, async () => {
      await proveCaptcha(redomStr, nonce)
      return {}
    }),

  loginPolicy: ({ account = '' }, { tenantCode, ip, devices }) =>
    inTenantOf(tenantCode, async () => ({
      captcha: needsCaptcha(await countFailures(triesOf(account, ip, devices))),
      demo: isDemo() ? { password: demoPassword, accounts: demoAccounts() } : null,
    })),

  async logout(_input, { actor }) {
    await endSession(actor.session.id)
    await publishSessionsChanged([actor.id])
    await audit({ action: 'identity.logout', object: `user:${actor.id}` })
    return {}
  },

  refresh: async (_input, { token, actor, ip }) => ({ token: await refreshToken(token, actor, ip) }),

  lock,

  unlock,

  permissions: async (_input, { actor }) => ({ roles: actor.roles, permissions: [...actor.permissions] }),

  async userInfo(_input, { actor }) {
    const [user] = await db()
      .select({ mobile: sysUser.mobile })
      .from(sysUser)
      .where(eq(sysUser.id, actor.id))
      .prepare('mobile')
      .execute()
    const { id, name, account, orgName } = actor
    return { id, name, account, orgName, mobile: maskMobile(user?.mobile ?? ''), demo: isDemo() }
  },

  ownInfo,

  saveOwnInfo,

  ownSessions,

  endOwnSession,

  updatePassword,
}
