import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/sections.ts'

const sections: Shape<typeof zh> = {
  S1: 'Customer identity',
  S1E: 'Enterprise',
  S2: 'Person and residence',
  S3: 'Occupation and income',
  S4: 'Spouse',
  S5: 'Co-lessee',
  S6: 'Guarantor',
  S7: 'Emergency contacts',
  S8: 'Vehicle',
  S9: 'Used-car appraisal',
  S10: 'Financing',
  S11: 'Addons financed',
  S12: 'Fees',
  S13: 'Bank card',
  S14: 'Insurance',
  S14P: 'Performance insurance',
  S15: 'Funder and shares',
  S16: 'Former loan',
  S17: 'OEM subsidy',
  S18: 'Materials',
  S19: 'Source and remarks',
  S20: 'Further facts',
  shop: 'Shop and salesman',
  intent: 'Vehicle and amount wanted',
}

export default sections
