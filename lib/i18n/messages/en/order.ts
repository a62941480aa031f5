import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/order.ts'

const order: Shape<typeof zh> = {
  noMilestone: 'No milestone yet',
  stayed: 'stayed {time}',
  stage: { pre: 'Pre-review', first: 'First review', risk: 'Risk control' },
  status: {
    draft: 'Draft',
    wait_pre: 'Waiting for operations pre-review',
    pre_returned: 'Pre-review returned',
    pre_rejected: 'Pre-review rejected',
    wait_entry: 'Pre-review passed · to be entered',
    wait_first: 'Waiting for first review',
    ops_returned: 'Operations review returned',
    wait_risk: 'Operations review passed · waiting for risk control',
    risk_returned: 'Risk control returned',
    risk_rejected: 'Risk control rejected',
    wait_sign: 'Approved · to be signed',
    preparing: 'Preparing release',
    wait_funder: 'Waiting for funder',
    funder_rejected: 'Funder rejected',
    wait_release: 'Waiting for payment release',
    releasing: 'Releasing',
    release_failed: 'Release failed',
    released: 'Payment released',
    settled: 'Settled',
    voided: 'Voided',
  },
  chance: { asked: 'Reconsideration asked', declined: 'Reconsideration declined', used: 'Reconsidered' },
  milestone: {
    video: 'Video face-sign passed',
    card: 'Repayment card bound',
    econtract: 'E-contract signed',
    first_payment: 'First payment registered',
    gps: 'GPS installed',
    insurance: 'Insurance materials passed',
    mortgage: 'Mortgage done',
    funder: 'Funder approved',
  },
}

export default order
