import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/review-reasons.ts'

const reviewReasons: Shape<typeof zh> = {
  document: 'Documents',
  document_unclear: 'Document unclear',
  document_missing: 'Material missing',
  document_mismatch: 'Materials disagree',
  document_signature: 'Signature differs',
  credit: 'Credit',
  credit_age: 'Age',
  credit_overdue: 'Overdue on record',
  credit_debt: 'Too much debt',
  credit_multiple: 'Loans from many',
  credit_blacklist: 'Black list',
  credit_lawsuit: 'Lawsuit',
  vehicle: 'Vehicle',
  vehicle_age: 'Car too old',
  vehicle_condition: 'Poor condition',
  vehicle_price: 'Price too high',
  vehicle_vin: 'VIN differs',
  vehicle_accident: 'Flood, fire or accident',
  fraud: 'Fraud',
  fraud_identity: 'Not the person',
  fraud_proxy: 'Buys for another',
  fraud_forged: 'Forged material',
  fraud_agent: 'Dressed up by an agent',
  willingness: 'Willingness',
  willingness_gave_up: 'Customer gave up',
  willingness_unreachable: 'Cannot be reached',
  policy: 'Policy',
  policy_region: 'Region excluded',
  policy_product: 'Wrong product',
  policy_quota: 'Quota used up',
}

export default reviewReasons
