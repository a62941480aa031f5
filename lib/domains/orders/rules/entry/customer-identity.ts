import { personName as personNameRule, plainText } from '../../../../rules/fields.ts'
import { idFacts } from '../../../../rules/id-card.ts'
import { documentCheck } from '../../../../rules/identity-document.ts'
import {
  date,
  dict,
  email,
  englishName,
  flag,
  idNo,
  integer,
  mobile,
  money,
  personName,
  region,
  text,
} from './field-spec.ts'
import { defineSection } from './section.ts'

/** Codes of the dictionary `id_type` for the citizen ID card and the card of a foreign permanent resident. */
export const citizenId = '01'
const residenceCard = '06'

/** Code of `id_type` for the licence of an enterprise: what number an applicant has says what it is. */
export const enterpriseLicence = '90'

/** True where the applicant is an enterprise, not a person. */
export const isEnterprise = ({ idType }: { idType: string }): boolean => idType === enterpriseLicence

/** Everything that the number of an applicant's card says of its holder; null for a paper whose number says nothing. */
export const applicantFacts = ({ idType, idNo }: { idType: string; idNo: string }) =>
  idType === citizenId || idType === residenceCard ? idFacts(idNo) : null

/** Everything that intake and entry both ask about who the customer is. */
export const identityFields = [
  // Long enough for the name of an enterprise.
  personName('name', { required: true, maxLength: 80 }),
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
  name: { check: (row: Identity) => (isEnterprise(row) ? plainText(80) : personNameRule) },
  idNo: { check: (row: Identity) => documentCheck(row.idType) },
  idValidTo: {
    visible: (row: Identity) => !row.idLongTerm,
    required: (row: Identity) => !row.idLongTerm,
  },
}

const isPerson = (row: Identity) => !isEnterprise(row)
/** Gender and birth date follow from the number, of a citizen's card even while it is being typed. */
const isOnCard = (row: Identity & { idNo: string }) =>
  row.idType === citizenId || applicantFacts(row) !== null
const ofPerson = { visible: isPerson }
const ofEnterprise = { visible: isEnterprise }
const ownOfEnterprise = { visible: isEnterprise, required: isEnterprise }

/** S1 客户身份. Gender and birth date come from the number of a citizen ID. Of an enterprise it is S1E 企业信息. */
export const customerIdentity = defineSection({
  code: 'S1',
  name: 'customer',
  fields: [
    ...identityFields,
    dict('gender', 'gender'),
    date('birthDate'),
    englishName('englishName'),
    text('ethnic', 20),
    personName('legalName'),
    idNo('legalIdNo'),
    mobile('legalMobile'),
    date('establishedOn'),
    money('regCapital', { inTenThousands: true }),
    region('region', 3),
    text('businessAddress', 120),
    text('businessScope', 1000),
    integer('employees', 0, 999_999),
    money('annualRevenue', { inTenThousands: true }),
    personName('contactName'),
    mobile('mobile2'),
    text('wechat', 40),
    email('email'),
  ],
  when: {
    ...identityConditions,
    gender: { ...ofPerson, required: isPerson, readOnly: isOnCard },
    birthDate: { ...ofPerson, required: isPerson, readOnly: isOnCard },
    englishName: { required: isEnterprise },
    email: { required: isEnterprise },
    ethnic: ofPerson,
    wechat: ofPerson,
    legalName: ownOfEnterprise,
    legalIdNo: ownOfEnterprise,
    legalMobile: ownOfEnterprise,
    establishedOn: ofEnterprise,
    regCapital: ofEnterprise,
    region: ofEnterprise,
    businessAddress: ofEnterprise,
    businessScope: ofEnterprise,
    employees: ofEnterprise,
    annualRevenue: ofEnterprise,
    contactName: ofEnterprise,
  },
})
