import type { Tone } from '@/components/ui/status-tag'
import type { InstalmentState, LoanStatus } from '@/lib/domains/loans/rules/loan-states'

export const loanTones: Record<LoanStatus, Tone> = {
  还款中: 'working',
  逾期: 'rejected',
  已代偿: 'rejected',
  正常结清: 'closed',
  提前结清: 'closed',
  处置结清: 'closed',
  核销: 'rejected',
  已撤销: 'closed',
}

export const instalmentTones: Record<InstalmentState, Tone> = {
  未到期: 'closed',
  待还: 'waiting',
  部分已还: 'waiting',
  已还清: 'passed',
  逾期: 'rejected',
  '已还清(逾期)': 'passed',
  提前已还: 'passed',
  已代偿: 'rejected',
  已核销: 'rejected',
  已作废: 'closed',
}
