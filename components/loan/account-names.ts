import type { GlAccount } from '@/lib/domains/ledger/rules/ledger'

/** Of accounts the key of their name in the catalogue, whose keys hold no points. */
export const accountNames = {
  '1002': 'bank',
  '1132': 'interestReceivable',
  '1122.01': 'feesReceivable',
  '1122.02': 'serviceReceivable',
  '1221.01': 'compensation',
  '1531.01': 'principal',
  '1534': 'provision',
  '2203': 'advance',
  '2221': 'vat',
  '2241.01': 'deposit',
  '2241.02': 'rebatePayable',
  '2241.03': 'channelDeposit',
  '2241.04': 'funderPayable',
  '2241.05': 'orderCash',
  '2401': 'deferredFee',
  '6011.01': 'interestIncome',
  '6011.02': 'penaltyIncome',
  '6021': 'serviceIncome',
  '6051': 'otherIncome',
  '6421': 'rebate',
  '6702': 'impairment',
  '7001': 'interestOffBook',
  '7002': 'loansOfFunders',
  '7003': 'writtenOff',
} as const satisfies Record<GlAccount, string>
