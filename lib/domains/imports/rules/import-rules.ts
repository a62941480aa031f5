import { cleanAmount, cleanDate, cleanText } from '../../../rules/clean-value.ts'
import { plainText } from '../../../rules/fields.ts'
import { isIsoDate } from '../../../rules/iso-date.ts'
import { checkNumber, cleanNumberOf, kindOf, type NumberType } from '../../blacklist/rules/blacklist.ts'
import { type DeviceLine, gpsLimits, lineFinding } from '../../gps/rules/gps.ts'
import { type PolicyValues, policyFindings, policyLimits } from '../../materials/rules/policy.ts'
import { type ImportKind, importFields } from './import-kinds.ts'
import type { ImportRule, ImportValues } from './import-rows.ts'

/** The rules of a row of each list: the same as those of its own 新增. */

const reasonRule = plainText(200)

const blacklist: ImportRule = {
  fields: importFields.blacklist,
  required: ['numberType', 'number', 'level', 'source', 'reason'],
  keyField: 'number',
  judge({ numberType, number = '', reason = '', validTo = '', ...others }, today) {
    const type = numberType as NumberType
    const wrong = checkNumber(type, number)
    if (wrong) return { field: 'number', finding: wrong }
    const why = reasonRule(cleanText(reason))
    if (why) return { field: 'reason', finding: why }
    const lastDay = validTo === '' ? '' : (cleanDate(validTo).split(' ')[0] ?? '')
    if (lastDay !== '' && !isIsoDate(lastDay)) return { field: 'validTo', finding: 'rules.date' }
    if (lastDay !== '' && lastDay < today) return { field: 'validTo', finding: 'blacklist.isOver' }
    const clean = cleanNumberOf(type, number)
    return {
      values: { ...others, numberType: type, number: clean, reason: cleanText(reason), validTo: lastDay },
      // As the list has it: a number stands once for a person, a company, a car or a device.
      key: `${kindOf(type)} ${clean}`,
    }
  },
}

const vendorRule = plainText(gpsLimits.vendor)

const gps: ImportRule = {
  fields: importFields.gps,
  required: ['deviceNo', 'deviceType', 'vendor'],
  keyField: 'deviceNo',
  judge({ deviceNo = '', simNo = '', vendor = '', ...others }) {
    const line: DeviceLine = { deviceNo: cleanText(deviceNo).toUpperCase(), simNo: cleanText(simNo) }
    const wrong = lineFinding(line, [])
    if (wrong) return { field: wrong === 'gps.wrong.simNo' ? 'simNo' : 'deviceNo', finding: wrong }
    const clean = cleanText(vendor)
    const tooLong = vendorRule(clean)
    if (tooLong) return { field: 'vendor', finding: tooLong }
    return { values: { ...others, ...line, vendor: clean }, key: line.deviceNo }
  },
}

/** Texts as a spreadsheet has them; what one has to be is said by the form of the list. */
const cleanTexts = (values: ImportValues): ImportValues =>
  Object.fromEntries(Object.entries(values).map(([field, text]) => [field, cleanText(text)]))
const dayOf = (text: string): string => (text === '' ? '' : (cleanDate(text).split(' ')[0] ?? ''))

const shops: ImportRule = {
  fields: importFields.shops,
  required: [
    'name',
    'shopType',
    'channelId',
    'branchId',
    'contactName',
    'contactMobile',
    'region',
    'address',
    'agreementTo',
    'rebateMode',
    'rating',
    'account',
  ],
  keyField: 'name',
  judge(values) {
    const clean = cleanTexts(values)
    const agreementTo = dayOf(clean.agreementTo ?? '')
    if (!isIsoDate(agreementTo)) return { field: 'agreementTo', finding: 'rules.date' }
    // A branch has each name once.
    return { values: { ...clean, agreementTo }, key: `${clean.branchId} ${clean.name}` }
  },
}

const numberRule = plainText(policyLimits.number)
const beneficiaryRule = plainText(policyLimits.beneficiary)

const policies: ImportRule = {
  fields: importFields.policies,
  required: ['orderNo', 'insType', 'insurer', 'policyNo', 'premium', 'startDate', 'endDate'],
  keyField: 'policyNo',
  judge(values) {
    const { orderNo = '', ...texts } = cleanTexts(values)
    const policy: PolicyValues = {
      insType: '',
      insurer: '',
      policyNo: '',
      ...texts,
      premium: cleanAmount(texts.premium ?? ''),
      sumInsured: cleanAmount(texts.sumInsured ?? ''),
      beneficiary: texts.beneficiary ?? '',
      startDate: dayOf(texts.startDate ?? ''),
      endDate: dayOf(texts.endDate ?? ''),
    }
    const tooLong = numberRule(policy.policyNo)
    if (tooLong) return { field: 'policyNo', finding: tooLong }
    const named = policy.beneficiary && beneficiaryRule(policy.beneficiary)
    if (named) return { field: 'beneficiary', finding: named }
    for (const field of ['startDate', 'endDate'] as const)
      if (!isIsoDate(policy[field])) return { field, finding: 'rules.date' }
    const found = policyFindings(policy)
    for (const field of importFields.policies) {
      const finding = field !== 'orderNo' && found[field]
      if (finding) return { field, finding }
    }
    // An insurer gives each number once.
    return { values: { ...policy, orderNo }, key: `${policy.insurer} ${policy.policyNo}` }
  },
}

export const importRules: Readonly<Record<ImportKind, ImportRule>> = { blacklist, gps, shops, policies }
