import type { collect } from '../../contracts/collect.ts'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { cleanMobile } from '../../rules/clean-value.ts'
import { codeMinutes, codeWaitSeconds } from '../../rules/collect.ts'
import { mobile as mobileRule } from '../../rules/fields.ts'
import type { PublicCall } from '../context.ts'
import { inTenantOf } from '../db/client.ts'
import { badInput, CallError, refused } from '../errors.ts'
import { consumeCaptcha } from '../identity/captcha.ts'
import { addressOf } from '../identity/login-attempts.ts'
import { describeError, log } from '../log.ts'
import { smsProvider } from '../sms/sms-port.ts'
import { dropCode, newCode } from './codes.ts'
import { openForm } from './open-form.ts'

/**
 * Sends a code to a mobile. Judged and written in one transaction, sent outside it: a slow gateway holds no connection.
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
  const send = smsProvider()
  if (!send) throw refused('collect.noSms')
  const made = await inTenantOf(call.tenantCode, async () => {
    const form = await openForm(token)
    if (form instanceof CallError) return form
    // Answered, not thrown: the captcha is used up.
    if (!(await consumeCaptcha(redomStr, idencode))) return badInput({ idencode: 'errors.wrongCaptcha' })
    return newCode({ mobile: number, address: addressOf(call.ip), use: { linkId: form.link?.id ?? null } })
  })
  if (made instanceof CallError) throw made
  const params = { code: made.code, minutes: String(codeMinutes) }
  try {
    const sms = {
      mobile: number,
      template: 'collect_code',
      params,
      text: zhCN('collect.sms', params),
    } as const
    return { waitSeconds: codeWaitSeconds, shown: await send(sms) }
  } catch (error) {
    log({ event: 'sms not sent', id: call.requestId, ...describeError(error) })
    await inTenantOf(call.tenantCode, () => dropCode(made.id))
    throw refused('collect.smsFailed')
  }
}
