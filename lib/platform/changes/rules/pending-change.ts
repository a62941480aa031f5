import type { Permission } from '../../../domains/identity/rules/roles.ts'
import type { OrderTie } from '../../../domains/orders/rules/order-ties.ts'
import type { MessagePage } from '../../messages/rules/messages.ts'

/**
 * 制单与复核: what one person makes and another one checks before it is done. A use is a row here, one of
 * lib/domains/change-kinds.ts that does it, and `proposes` in the contract of the call that makes it; list, banner,
 * checking, refusal, expiry and deputies are the same for all.
 */

type ChangeRule = {
  /** The permission to make it. */
  make: Permission
  /** The permission to check it: never for the user who made it. */
  check: Permission
  /** Whoever checks it says the pay password. */
  payPassword: boolean
  /** So many hours it waits; then it is over and is made again. */
  hours: number
}

export const changeRules = {
  /** 结算账户: who is paid. */
  account: { make: 'account:save', check: 'account:check', payPassword: false, hours: 72 },
  /** 放款单: money goes out. */
  release: { make: 'release:make', check: 'release:check', payPassword: true, hours: 24 },
  /** 登记银行结果 of a payment whose bank says nothing. */
  bankResult: { make: 'release:make', check: 'release:check', payPassword: true, hours: 24 },
  /** 作废付款文件 that was downloaded: its payments may be paid again. */
  fileCancel: { make: 'release:make', check: 'release:check', payPassword: true, hours: 24 },
  /** 更正收款账户 of a release that failed. */
  payee: { make: 'release:make', check: 'release:check', payPassword: false, hours: 24 },
  /** 首付款: money that came in counts. */
  receipt: { make: 'payment:register', check: 'release:check', payPassword: false, hours: 72 },
  /** 首付款退款: it goes back, or never came. */
  refund: { make: 'payment:register', check: 'release:check', payPassword: true, hours: 72 },
  /** 退款未成: it goes to another account, or its money counts on. */
  refundFailed: { make: 'payment:register', check: 'release:check', payPassword: true, hours: 72 },
  /** 资方同意 that is registered by hand: a funder's money is reckoned with. */
  funder: { make: 'capital:decide', check: 'release:check', payPassword: false, hours: 72 },
  /** 改卡 after signing: another card pays, by its signed 代扣授权书. */
  card: { make: 'card:bind', check: 'card:check', payPassword: false, hours: 72 },
  /** 退票: money came back. */
  undo: { make: 'release:undo', check: 'release:confirm', payPassword: true, hours: 72 },
  /** 贷后变更: 费用, 减免, 保证金, 五级下调, 冲正. */
  loanFact: { make: 'loan:propose', check: 'loan:check', payPassword: false, hours: 72 },
  /** 贷后付款: 溢缴退还, 保证金退还, 代偿. */
  loanPayout: { make: 'loan:propose', check: 'loan:check', payPassword: true, hours: 72 },
  /** 核销. */
  writeOff: { make: 'loan:write_off', check: 'loan:check', payPassword: true, hours: 72 },
  /** 关账, 反结账. */
  period: { make: 'ledger:close', check: 'ledger:check', payPassword: true, hours: 72 },
  /** 冲正匹配: receipts that a flow registered count no more. */
  flowUnmatch: { make: 'fund_flow:match', check: 'loan:check', payPassword: false, hours: 72 },
  /** 结清报价, with what it waives. */
  settlement: { make: 'loan:propose', check: 'loan:check', payPassword: false, hours: 24 },
  /** 结清核销: the money was seen. */
  settlementBooking: { make: 'loan:register', check: 'loan:check', payPassword: true, hours: 72 },
  /** 提现 of what a shop or a channel has with us. */
  withdrawal: { make: 'balance:save', check: 'balance:check', payPassword: true, hours: 72 },
  /** 资方条款: limits, shares and rates by which money is given. */
  funderTerms: { make: 'funder:save', check: 'funder:check', payPassword: false, hours: 72 },
  /** 档案报失: papers are nowhere to be found. */
  archiveLoss: { make: 'archive:keep', check: 'archive:approve', payPassword: false, hours: 72 },
  /** 角色权限. Whoever makes it can reset the checker's login password, and not his pay password. */
  role: { make: 'sys:role:save', check: 'sys:rights:check', payPassword: true, hours: 72 },
  /** 用户权限: roles, data scope and unit of a user. */
  userRights: { make: 'sys:user:save', check: 'sys:rights:check', payPassword: true, hours: 72 },
  /** 机构移动: who sees the orders of a unit. */
  unitMove: { make: 'sys:unit:save', check: 'sys:rights:check', payPassword: true, hours: 72 },
} as const satisfies Record<string, ChangeRule>

export type ChangeKind = keyof typeof changeRules
export const changeKinds = Object.keys(changeRules) as [ChangeKind, ...ChangeKind[]]

/** 待复核, 已通过, 已驳回, 已撤回, 已过期. */
export const changeStates = ['waiting', 'approved', 'refused', 'withdrawn', 'expired'] as const
export type ChangeState = (typeof changeStates)[number]

/** The page that shows an order's change with all that belongs to it, such as a proof; null of what is of no order. */
export const changePages: Record<ChangeKind, MessagePage | null> = {
  account: null,
  card: 'cardCase',
  receipt: 'firstPaymentCase',
  refund: 'firstPaymentCase',
  refundFailed: 'firstPaymentCase',
  funder: 'capitalMaterialsDetails',
  release: 'releaseCase',
  payee: 'releaseCase',
  bankResult: 'releaseCase',
  // Of many orders.
  fileCancel: null,
  undo: 'releaseCase',
  loanFact: 'loanCase',
  loanPayout: 'loanCase',
  writeOff: 'loanCase',
  // Of no order.
  period: null,
  // Of many loans.
  flowUnmatch: null,
  settlement: 'settlementDetails',
  settlementBooking: 'settlementDetails',
  // Of no order.
  withdrawal: null,
  funderTerms: null,
  // Of a file, which has no page of its own.
  archiveLoss: null,
  // Of no order.
  role: null,
  userRights: null,
  unitMove: null,
}

/** By what a plan of the day of the release is told from the signed one, where it is another; their count is one. */
export const planFields = [
  'valueDate',
  'monthlyPayment',
  'firstDueDate',
  'firstInterest',
  'lastAmount',
  'totalInterest',
  'aprSimple',
] as const

/** The names of what a line of a change says, in words under `changes.fields`. */
export const changeFields = [
  'shop',
  'channel',
  'branch',
  'accountKind',
  'holderName',
  'accountNo',
  'bankName',
  'isCorporate',
  'orderNo',
  'customerName',
  'approved',
  'netted',
  'amount',
  'payeeName',
  'payeeAccount',
  'payeeBank',
  'payerAccount',
  'failReason',
  'loanNo',
  'bankReference',
  'received',
  'overpaid',
  'payer',
  'paidOn',
  'payMethod',
  'reference',
  'oldCard',
  'newCard',
  'refundKind',
  'refund',
  'remedy',
  'bankResult',
  'paidAt',
  'proof',
  'fileNo',
  'count',
  'capitalName',
  'pushed',
  'capitalOrderNo',
  'capitalAmount',
  'capitalRate',
  'reply',
  ...planFields,
  'due',
  'flowNo',
  'factKind',
  'factAmount',
  'factDay',
  'applyNo',
  'settlementKind',
  'prepayWay',
  'quoteDate',
  'principal',
  'interest',
  'overdueTotal',
  'penalty',
  'fee',
  'otherFee',
  'waiveAmount',
  'depositOffset',
  'prepaidOffset',
  'feeRefund',
  'payable',
  'status',
  'outstandingPrincipal',
  'dueToday',
  'overdueAmount',
  'penaltyDue',
  'feeDue',
  'prepaid',
  'deposit',
  'dpd',
  'bucket',
  'fiveClass',
  'nextDue',
  'nextAmount',
  'period',
  'periodMove',
  'vouchers',
  'turnover',
  'balanceOwner',
  'balanceKind',
  'balanceFree',
  'coopMode',
  'shareRatio',
  'costRate',
  'creditLimit',
  'dailyLimit',
  'aprCap',
  'guaranteeRatio',
  'archiveNo',
  'archivePlace',
  'archiveItems',
  'roleName',
  'removal',
  'staffName',
  'userRoles',
  'userUnit',
  'userScope',
  'unitName',
  'unitParent',
  'unitWith',
  'permissionsAdded',
  'permissionsRemoved',
  'menusAdded',
  'menusRemoved',
  'touched',
] as const

/** The label of the words of whoever made a change: on a payment it is its 附言. */
export const reasonLabel = (kind: ChangeKind) =>
  kind === 'release' ? ('changes.remark' as const) : ('changes.reason' as const)

/** One line of what is to be checked, with what stood there before where that differs. */
export type ChangeLine = {
  field: (typeof changeFields)[number]
  kind:
    | 'text'
    | 'money'
    | 'number'
    | 'card'
    | 'yesNo'
    | 'accountKind'
    | 'payMethod'
    | 'refundKind'
    | 'refundRemedy'
    | 'overpaid'
    | 'bankResult'
  value: string
  was?: string | undefined
}

/** By which a checker decides among many, as he reads it: whose money, from whom or to whom, on which account. */
const decidingFields: readonly ChangeLine['field'][] = [
  ...(['customerName', 'payeeName', 'payer', 'holderName', 'payeeAccount', 'newCard', 'accountNo'] as const),
  ...(['refundKind', 'remedy', 'bankResult', 'payerAccount', 'count'] as const),
  ...(['capitalName', 'capitalOrderNo', 'balanceKind', 'archiveItems'] as const),
  ...(['removal', 'userRoles', 'userScope', 'permissionsAdded', 'permissionsRemoved'] as const),
  ...(['menusAdded', 'menusRemoved', 'touched', 'unitParent', 'unitWith'] as const),
]

/** The lines of a change that are read where many stand together. */
export const decidingLines = ({ lines }: { lines: readonly ChangeLine[] }): ChangeLine[] =>
  decidingFields.flatMap((field) => lines.find((line) => line.field === field && line.value !== '') ?? [])

type Field = ChangeLine['field']
/** The sum that moves; what it is read beside; who pays, and who is paid. */
const movingFields: readonly Field[] = ['amount', 'received', 'refund', 'factAmount']
const besideFields: readonly Field[] = ['approved', 'netted', 'due', 'overpaid', 'capitalName', 'balanceFree']
const partyFields = {
  payer: ['payerAccount', 'payer', 'payMethod', 'paidOn'],
  payee: ['payeeName', 'payeeAccount', 'payeeBank'],
} as const satisfies Record<string, readonly Field[]>
export type Party = keyof typeof partyFields

/** The lines of a change as its checker reads them: how much, between whom, and the rest. */
export function groupedLines({ lines, amount }: { lines: readonly ChangeLine[]; amount: string | null }): {
  moving: ChangeLine | undefined
  beside: ChangeLine[]
  parties: { party: Party; lines: ChangeLine[] }[]
  rest: ChangeLine[]
} {
  const moving = lines.find(({ field, value }) => movingFields.includes(field) && value === amount)
  const beside = moving ? lines.filter(({ field }) => besideFields.includes(field)) : []
  const parties = (Object.keys(partyFields) as Party[]).flatMap((party) => {
    const own = lines.filter(({ field }) => (partyFields[party] as readonly Field[]).includes(field))
    return own.length > 0 ? [{ party, lines: own }] : []
  })
  const placed = new Set([moving, ...beside, ...parties.flatMap((one) => one.lines)])
  return { moving, beside, parties, rest: lines.filter((line) => !placed.has(line)) }
}

const of = (side: 'make' | 'check') =>
  [...new Set(changeKinds.map((kind): Permission => changeRules[kind][side]))] as [
    Permission,
    ...Permission[],
  ]

/** The permissions of somebody who makes, or checks, changes of any kind. */
export const makePermissions = of('make')
export const checkPermissions = of('check')
export const changePermissions = [...new Set([...makePermissions, ...checkPermissions])] as [
  Permission,
  ...Permission[],
]

/** The kinds that a set of permissions makes or checks. */
export const kindsOf = (side: 'make' | 'check', held: Iterable<string>): ChangeKind[] => {
  const all = new Set(held)
  return changeKinds.filter((kind) => all.has(changeRules[kind][side]))
}

export type ChangeFacts = {
  kind: ChangeKind
  state: ChangeState
  madeBy: number
  expiresAt: string
  /** Of whoever asks, or of whom he stands in for, to its order. */
  tie: OrderTie | null
}
export type ChangeStep = 'approve' | 'refuse' | 'withdraw'
export type ChangeRefusal =
  | 'changes.refusals.permission'
  | 'changes.refusals.isOver'
  | 'changes.refusals.expired'
  | 'changes.refusals.own'
  | 'changes.refusals.forMaker'
  | 'changes.refusals.notMaker'
  | `changes.ties.${OrderTie}`
type Answer = { ok: true } | { ok: false; reason: ChangeRefusal }

export type Checker = {
  id: number
  permissions: Iterable<string>
  /** Those whose deputy he is: what they made he does not check for them. */
  deputyOf?: readonly number[]
}

/** Decides whether somebody may do a step now: one answer for the buttons and for the service. */
export function changeCan(step: ChangeStep, change: ChangeFacts, who: Checker, now: Date): Answer {
  const refuse = (reason: ChangeRefusal): Answer => ({ ok: false, reason })
  if (step === 'withdraw') {
    if (change.madeBy !== who.id) return refuse('changes.refusals.notMaker')
  } else if (!new Set(who.permissions).has(changeRules[change.kind].check))
    return refuse('changes.refusals.permission')
  if (change.state !== 'waiting') return refuse('changes.refusals.isOver')
  if (new Date(change.expiresAt) <= now) return refuse('changes.refusals.expired')
  if (step === 'withdraw') return { ok: true }
  if (change.madeBy === who.id) return refuse('changes.refusals.own')
  if (who.deputyOf?.includes(change.madeBy)) return refuse('changes.refusals.forMaker')
  return change.tie === null ? { ok: true } : refuse(`changes.ties.${change.tie}`)
}

export const changeLimits = { reason: 200, many: 200, deputyDays: 60 } as const
