import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/first-payments.ts'

const firstPayments: Shape<typeof zh> = {
  names: {
    titles: { firstPayments: 'First payments', firstPaymentCase: 'First payment of an order' },
    permissions: { 'payment:register': 'Register first payments' },
    actions: {
      first_payment: { add: 'First payment registered', cancel: 'First payment taken back' },
    },
  },
  state: 'First payment',
  states: { none: 'None', part: 'In part', paid: 'Registered' },
  due: 'Due at first',
  paid: 'Came in',
  remaining: 'Still due',
  downPayment: 'Down payment',
  deposit: 'Deposit',
  others: 'Fees at once and first rent',
  payments: 'What came in',
  none: 'Nothing came in yet',
  empty: 'No such orders',
  emptyHint: 'Approved orders whose customer pays first appear here until their release',
  open: 'Open',
  register: 'Register a payment',
  registered: 'Payment registered',
  amount: 'Amount',
  paidOn: 'Came in on',
  method: 'By',
  methods: { transfer: 'Transfer', scan: 'QR code', pos: 'Card', shop: 'Shop' },
  payer: 'Paid by',
  reference: 'Reference',
  referenceHelp: 'Of the bank or payment service; each is registered once',
  proof: 'Proof',
  chooseProof: 'Choose the proof',
  proofHint: 'A proof is required: JPG, PNG or PDF up to 10 MB',
  cancel: 'Take back',
  cancelTitle: 'Take back {amount} of {payer}?',
  cancelNote:
    'Where too little is left, the milestone is taken back; an order that waits for its release goes back to its preparation.',
  cancelled: 'Taken back',
  cancelledBy: 'Taken back by {name}: {reason}',
  reason: 'Reason',
  refusals: {
    permission: 'You may not register first payments',
    orderStatus: 'First payments are registered between approval and release',
    isPaid: 'All that is due came in',
    paidLater: 'Not later than today',
    referenceTaken: 'This reference is registered already',
  },
}

export default firstPayments
