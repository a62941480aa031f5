import { say } from '../../../i18n/say.ts'
import type { PublicCall } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { inTenantOf } from '../../../platform/db/client.ts'
import { badInput, CallError, refused } from '../../../platform/errors.ts'
import { callOutside } from '../../../platform/outside/outbox.ts'
import { isSimulated, isWired } from '../../../platform/outside/wiring.ts'
import { cleanMobile } from '../../../rules/clean-value.ts'
import { mobile as mobileRule } from '../../../rules/fields.ts'
import { consumeCaptcha } from '../../identity/service/captcha.ts'
import { addressOf } from '../../identity/service/login-attempts.ts'
import type { collect } from '../contract.ts'
import { codeMinutes, codeWaitSeconds } from '../rules/collect.ts'
import { newCode } from './codes.ts'
import { openForm } from './open-form.ts'

/**
 * Sends a code to a mobile. Judged and put into the outbox in one transaction; in a demo the answer says what it reads.
 *
 * @throws 400 by field, 422 when the link no longer counts or nobody sends SMS, 429 by the limits
 */
export async function sendCode(
  { token, mobile, redomStr, idencode }: ParsedInputOf<typeof collect.sendCode>,
  call: PublicCall,
): Promise<OutputOf<typeof collect.sendCode>> {
  const number = cleanMobile(mobile)
  const wrong = mobileRule(number)
  if (wrong) throw badInput({ mobile: wrong })
  // The customer is told whom to ask, not who sets gateways up.
  if (!isWired('sms')) throw refused('collectPage.noSms')
  const made = await inTenantOf(call.tenantCode, async () => {
    const form = await openForm(token)
    if (form instanceof CallError) return form
    // Answered, not thrown: the captcha is used up.
    if (!(await consumeCaptcha(redomStr, idencode))) return badInput({ idencode: 'errors.wrongCaptcha' })
    const code = await newCode({
      mobile: number,
      address: addressOf(call.ip),
      use: { linkId: form.link?.id ?? null },
    })
    return code instanceof CallError ? code : sendOut(number, code)
  })
  if (made instanceof CallError) throw made
  return { waitSeconds: codeWaitSeconds, shown: isSimulated('sms') ? made : null }
}

/** @returns the text */
async function sendOut(mobile: string, { id, code }: { id: number; code: string }): Promise<string> {
  const params = { code, minutes: String(codeMinutes) }
  const text = say('collectPage.sms', params)
  const until = new Date(Date.now() + codeMinutes * 60_000)
  await callOutside(
    'sms',
    { mobile, template: 'collect_code', params, text },
    { key: `collect-code-${id}`, about: { type: 'collectCode', id }, until },
  )
  return text
}
