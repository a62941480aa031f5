/** What a risk approval may ask of the steps behind it (放款条件); the words are `riskApproval.conditions.<code>`. */
export const conditionCodes = [
  'consent',
  'guarantor',
  'co_lessee',
  'gps',
  'down_payment',
  'insurance',
  'mortgage',
  'material',
  'other',
] as const
export type ConditionCode = (typeof conditionCodes)[number]
