import { plainText } from '../fields.ts'
import { idCard } from '../id-card.ts'
import { date, dict, email, englishName, flag, idNo, mobile, personName, text } from './field-spec.ts'
import { defineSection } from './section.ts'

/** Code of the dictionary `id_type` for the citizen ID card, the only type with a checksum. */
export const citizenId = '01'

/** What intake and entry both ask about who the customer is. */
export const identityFields = [
  personName('name', { required: true }),
  dict('idType', 'id_type', { required: true }),
  idNo('idNo', { required: true }),
  date('idValidFrom'),
  flag('idLongTerm', { inSight: true }),
  date('idValidTo'),
  text('idIssuer', 60),
  text('idAddress', 120, { required: true }),
  mobile('mobile', { required: true }),
] as const

type Identity = { idType: string; idLongTerm: boolean }

export const identityConditions = {
  idNo: { check: (row: Identity) => (row.idType === citizenId ? idCard : plainText(18)) },
  idValidTo: {
    visible: (row: Identity) => !row.idLongTerm,
    required: (row: Identity) => !row.idLongTerm,
  },
}

/** S1 客户身份. Gender and birth date come from the number of a citizen ID. */
export const customerIdentity = defineSection({
  code: 'S1',
  name: 'customer',
  fields: [
    ...identityFields,
    dict('gender', 'gender', { required: true }),
    date('birthDate', { required: true }),
    englishName('englishName'),
    text('ethnic', 20),
    mobile('mobile2'),
    text('wechat', 40),
    email('email'),
  ],
  when: {
    ...identityConditions,
    gender: { readOnly: (row) => row.idType === citizenId },
    birthDate: { readOnly: (row) => row.idType === citizenId },
  },
})
