import type { Permission } from '@/lib/domains/identity/rules/roles'
import type { FactInput } from '@/lib/domains/loans/rules/fact-input'
import type { FactKind, FiveClass, MoneyChannel, Waivable } from '@/lib/domains/loans/rules/facts'

/** 贷后办理: what each dialog asks, and the fact that comes of it. */

export type Values = {
  valueDate: string
  amount: string
  periodNo: string
  component: Waivable
  to: FiveClass
  periods: string
  of: string
  reason: string
  channel: Exclude<MoneyChannel, 'deduction'>
  thirdNo: string
  payerName: string
  payerCard: string
}
export type FieldName = keyof Values

type ActRule = {
  kind: FactKind
  /** Asked beside the day and the reason. */
  asks: readonly FieldName[]
  permission: Permission
  fact: (values: Values) => FactInput
}

const period = ({ periodNo }: Values) => (periodNo === '' ? null : Number(periodNo))
const money = ['amount', 'channel', 'thirdNo', 'payerName', 'payerCard'] as const

export const acts = {
  receipt: {
    kind: 'receipt',
    asks: money,
    permission: 'loan:register',
    fact: ({ amount }) => ({ kind: 'receipt', amount }),
  },
  fee: {
    kind: 'fee',
    asks: ['amount', 'periodNo'],
    permission: 'loan:propose',
    fact: (values) => ({ kind: 'fee', amount: values.amount, periodNo: period(values) }),
  },
  waiver: {
    kind: 'waiver',
    asks: ['periodNo', 'component', 'amount'],
    permission: 'loan:propose',
    fact: ({ amount, periodNo, component }) => ({
      kind: 'waiver',
      amount,
      periodNo: Number(periodNo),
      component,
    }),
  },
  depositReceived: {
    kind: 'deposit',
    asks: ['amount'],
    permission: 'loan:propose',
    fact: ({ amount }) => ({ kind: 'deposit', move: 'received', amount }),
  },
  depositOffset: {
    kind: 'deposit',
    asks: ['amount'],
    permission: 'loan:propose',
    fact: ({ amount }) => ({ kind: 'deposit', move: 'offset', amount }),
  },
  depositRefunded: {
    kind: 'deposit',
    asks: ['amount'],
    permission: 'loan:propose',
    fact: ({ amount }) => ({ kind: 'deposit', move: 'refunded', amount }),
  },
  overpayment: {
    kind: 'overpayment',
    asks: ['amount'],
    permission: 'loan:propose',
    fact: ({ amount }) => ({ kind: 'overpayment', amount }),
  },
  plan: {
    kind: 'plan',
    asks: ['periods'],
    permission: 'loan:propose',
    fact: ({ periods }) => ({ kind: 'plan', periods: Number(periods) }),
  },
  compensation: {
    kind: 'compensation',
    asks: ['amount'],
    permission: 'loan:propose',
    fact: ({ amount }) => ({ kind: 'compensation', move: 'paid', amount }),
  },
  recovered: {
    kind: 'compensation',
    asks: money,
    permission: 'loan:register',
    fact: ({ amount }) => ({ kind: 'compensation', move: 'recovered', amount }),
  },
  downgrade: {
    kind: 'downgrade',
    asks: ['to'],
    permission: 'loan:propose',
    fact: ({ to }) => ({ kind: 'downgrade', to }),
  },
  writeOff: {
    kind: 'write_off',
    asks: [],
    permission: 'loan:write_off',
    fact: () => ({ kind: 'write_off' }),
  },
  recovery: {
    kind: 'recovery',
    asks: money,
    permission: 'loan:register',
    fact: ({ amount }) => ({ kind: 'recovery', amount }),
  },
  reversal: {
    kind: 'reversal',
    asks: ['of'],
    permission: 'loan:propose',
    fact: ({ of }) => ({ kind: 'reversal', of: Number(of) }),
  },
} as const satisfies Record<string, ActRule>

export type Act = keyof typeof acts
export const actNames = Object.keys(acts) as Act[]

export const actOf = (act: Act): ActRule => acts[act]
export const bringsMoney = (act: Act): boolean => actOf(act).permission === 'loan:register'
