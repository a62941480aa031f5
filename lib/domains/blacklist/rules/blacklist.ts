import * as clean from '../../../rules/clean-value.ts'
import { bankCard, mobile, plainText, required } from '../../../rules/fields.ts'
import { personDocument } from '../../../rules/identity-document.ts'
import { plate } from '../../../rules/plate.ts'
import type { Check, RuleMessage } from '../../../rules/rule-message.ts'
import { uscc } from '../../../rules/uscc.ts'
import { vin } from '../../../rules/vin.ts'

/** 黑灰白名单 (domain.md, `blacklist`): 黑 stops an order, 灰 asks for a person, 白 is known to be good and stops nothing. */
export const levels = ['黑', '灰', '白'] as const
export const sources = ['内部', '资方', '司法'] as const
export const states = ['active', 'stopped', 'expired'] as const

/** The person or thing that an entry is about: it follows from what its number is. */
export const kinds = ['个人', '企业', '车辆', '设备'] as const
type Kind = (typeof kinds)[number]

/** The kind of the number of an entry, called as the field is everywhere else: by that name it is masked. */
export const numberTypes = [
  'idNo',
  'mobile',
  'cardNo',
  'address',
  'uscc',
  'vin',
  'plateNo',
  'deviceNo',
] as const
export type NumberType = (typeof numberTypes)[number]

const rows: Readonly<Record<NumberType, { kind: Kind; check: Check; clean: (text: string) => string }>> = {
  idNo: { kind: '个人', check: personDocument, clean: clean.cleanIdNo },
  mobile: { kind: '个人', check: mobile, clean: clean.cleanMobile },
  cardNo: { kind: '个人', check: bankCard, clean: clean.cleanCardNo },
  address: { kind: '个人', check: plainText(100), clean: clean.cleanText },
  uscc: { kind: '企业', check: uscc, clean: clean.cleanUscc },
  vin: { kind: '车辆', check: vin, clean: clean.cleanVin },
  plateNo: { kind: '车辆', check: plate, clean: clean.cleanPlate },
  deviceNo: { kind: '设备', check: plainText(40), clean: clean.cleanText },
}

export const kindOf = (type: NumberType): Kind => rows[type].kind

/** The form in which a number is stored and compared. */
export const cleanNumberOf = (type: NumberType, text: string): string => rows[type].clean(text)

/** The faults of a number, or null. */
export const checkNumber = (type: NumberType, text: string): RuleMessage | null =>
  required(rows[type].check)(cleanNumberOf(type, text))
