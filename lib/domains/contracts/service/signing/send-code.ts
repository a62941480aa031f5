import { say } from '../../../../i18n/say.ts'
import type { PublicCall } from '../../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../../platform/contract/endpoint.ts'
import { CallError, refused } from '../../../../platform/errors.ts'
import { callOutside } from '../../../../platform/outside/outbox.ts'
import { isSimulated, isWired } from '../../../../platform/outside/wiring.ts'
import { maskMobile } from '../../../../rules/mask.ts'
import { codeMinutes, codeWaitSeconds } from '../../../collect/rules/collect.ts'
import { newCode } from '../../../collect/service/codes.ts'
import { addressOf } from '../../../identity/service/login-attempts.ts'
import type { signing as calls } from '../../contract/signing.ts'
import { note } from './links.ts'
import { answered, checkTail } from './phone.ts'
import { companyName } from './tell-signing.ts'

/** The code that proves the mobile of who signs; only who knows the last four digits of the ID number gets one sent. */
export function sendSigningCode(
  input: ParsedInputOf<typeof calls.sendCode>,
  call: PublicCall,
): Promise<OutputOf<typeof calls.sendCode>> {
  // The customer is told whom to ask, not who sets gateways up.
  if (!isWired('sms')) throw refused('collectPage.noSms')
  return answered(call, async () => {
    const link = await checkTail(input, call)
    if (link instanceof CallError) return link
    const { row } = link
    const made = await newCode({
      mobile: row.mobile,
      address: addressOf(call.ip),
      use: { signingId: row.id },
    })
    if (made instanceof CallError) return made
    const params = { code: made.code, minutes: String(codeMinutes), company: await companyName() }
    const text = say('signing.smsCode', params)
    await callOutside(
      'sms',
      { mobile: row.mobile, template: 'signing_code', params, text },
      {
        key: `signing-code-${made.id}`,
        about: { type: 'collectCode', id: made.id },
        until: new Date(call.now.getTime() + codeMinutes * 60_000),
      },
    )
    await note(row, call, [{ kind: 'code' }])
    return {
      waitSeconds: codeWaitSeconds,
      mobile: maskMobile(row.mobile),
      shown: isSimulated('sms') ? text : null,
    }
  })
}
