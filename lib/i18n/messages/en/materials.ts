import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/materials.ts'

export const baseMaterials = {
  id_front: 'ID card, front',
  id_back: 'ID card, back',
  credit_auth: 'Credit authorisation',
  auth_signing_photo: 'Photo of signing it',
  driver_license: 'Driving licence',
  household_register: 'Household register',
  marriage_proof: 'Proof of marital status',
  income_proof: 'Proof of income',
  bank_statement: 'Bank statement',
  property_proof: 'Proof of property',
  interview_photo: 'Interview photo',
  down_payment_proof: 'Proof of down payment',
  car_order: 'Car order',
  business_licence: 'Business licence',
  legal_id: 'ID card of the legal representative',
  guarantor_id: 'ID card of the guarantor',
  guarantor_auth: 'Credit authorisation of the guarantor',
  co_lessee_id: 'ID card of the co-lessee',
  co_lessee_auth: 'Credit authorisation of the co-lessee',
  own_invoice: 'Own purchase invoice',
  performance_form: 'Application for performance insurance',
  first_loan_contract: 'Contract of the first loan',
  first_loan_statement: 'Statement of the first loan',
  funder_form: 'Application form of the funder',
  subsidy_proof: 'Confirmation of the subsidy',
  reconsider_evidence: 'Evidence for reconsideration',
  other: 'Other',
}

export const usedCarMaterials = {
  reg_cert: 'Registration certificate, pages 1–4',
  driving_permit: 'Vehicle licence, both pages',
  nameplate: 'Nameplate',
  front_left: 'Front left 45°',
  rear_right: 'Rear right 45°',
  odometer: 'Odometer',
  console: 'Centre console',
  front_seats: 'Front seats',
  rear_seats: 'Rear seats',
  engine_bay: 'Engine bay',
  boot: 'Boot',
  window_vin: 'VIN in the window',
  appraisal_report: 'Appraisal report',
}

const releaseMaterials = {
  compulsory_policy: 'Compulsory policy',
  commercial_policy: 'Commercial policy',
  performance_policy: 'Performance policy',
  premium_invoice: 'Premium invoice',
  policy_endorsement: 'Policy endorsement',
  mortgage_contract: 'Mortgage contract',
  reg_cert_mortgage: 'Registration certificate with mortgage',
  mortgage_application: 'Application for the mortgage',
  mortgage_power: 'Power of attorney',
  new_reg_cert: 'New registration certificate',
  new_driving_permit: 'New vehicle licence',
  transfer_invoice: 'Invoice of the used-car transfer',
  purchase_invoice: 'Purchase invoice',
  conformity_cert: 'Certificate of conformity',
  purchase_tax_proof: 'Proof of purchase tax',
  funder_auth: 'Credit authorisation for the funder',
  funder_identity: 'Copy of the ID card (funder)',
  funder_income: 'Proof of income (funder)',
  insurer_identity: 'Copy of the ID card (insurer)',
  insurer_consent: 'Declaration of the policyholder',
  insurer_income: 'Proof of income (insurer)',
}

const materials: Shape<typeof zh> = { ...baseMaterials, ...usedCarMaterials, ...releaseMaterials }

export default materials
