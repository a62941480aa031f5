import {
  date,
  dict,
  flag,
  idNo,
  mobile,
  money,
  personName,
  phone,
  positiveMoney,
  text,
} from './field-spec.ts'
import { defineSection } from './section.ts'

/** Code of the dictionary `guarantee_type` for 连带责任保证. */
export const jointLiability = '1'

/** S6 保证人; a row is one person. Without an amount the guarantee is of everything. */
export const guarantors = defineSection({
  code: 'S6',
  name: 'guarantors',
  fields: [
    dict('relation', 'relation', { required: true }),
    personName('name', { required: true }),
    idNo('idNo', { required: true }),
    flag('idLongTerm', { inSight: true }),
    date('idValidTo'),
    mobile('mobile', { required: true }),
    text('employerName', 80, { required: true }),
    phone('employerTel'),
    positiveMoney('monthlyIncome', { required: true }),
    text('address', 120, { required: true }),
    dict('guaranteeType', 'guarantee_type', { required: true }),
    money('guaranteeAmount'),
    flag('creditAuth', { required: true, emptyMessage: 'rules.creditAuth' }),
  ],
  when: {
    idValidTo: { visible: (row) => !row.idLongTerm, required: (row) => !row.idLongTerm },
  },
})
