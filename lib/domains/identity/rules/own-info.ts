import { mobile, plainText } from '../../../rules/fields.ts'
import type { RuleMessage } from '../../../rules/rule-message.ts'

/** 个人信息: what staff change of their own data. */
export type OwnInfo = { mobile: string; signature: string }

/** 个性签名, in characters. */
export const signatureLength = 60

/** The faults of it, by field. */
export function ownInfoFindings(info: OwnInfo): Partial<Record<keyof OwnInfo, RuleMessage>> {
  const wrongMobile = mobile(info.mobile)
  const wrongSignature = plainText(signatureLength)(info.signature)
  return { ...(wrongMobile && { mobile: wrongMobile }), ...(wrongSignature && { signature: wrongSignature }) }
}
