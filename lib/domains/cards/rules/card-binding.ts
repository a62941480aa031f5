import type { BindStatus } from '../../customers/rules/bank-card.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'

/** 绑卡 (domain.md 2.9): states of a card, and what may be done about the card of an order. */

/** Its bank fits, and deductions are agreed. */
export const isBound = (status: BindStatus | null): boolean => status === '已绑定'
/** Its bank said no. */
export const isRefused = (status: BindStatus): boolean => status === '绑定失败'

/** Everything that a bank is asked: the four elements, the consent to deductions, its end. */
export const cardRequestKinds = ['check', 'authorise', 'cancel'] as const
export type CardRequestKind = (typeof cardRequestKinds)[number]

/** The outcome of it. `silent`: everything was tried and nobody answered, which says nothing about the card. */
export const cardOutcomes = ['fits', 'refused', 'silent'] as const
export type CardOutcome = (typeof cardOutcomes)[number]

export const cardLimits = { branch: 80, reason: 120 } as const

/** Orders whose card is bound and changed here: before that it is entered with the order, behind it nothing is paid. */
export const cardStatuses = [
  'wait_sign',
  'preparing',
  'wait_funder',
  'funder_rejected',
  'wait_release',
  'releasing',
  'release_failed',
  'released',
] as const satisfies readonly OrderStatus[]

/** The state of the card of an order: of the one that is on its way in, else of the one that counts. */
export const cardStates = [
  'none',
  'entered',
  'asked',
  'silent',
  'failed',
  'paper',
  'checking',
  'bound',
  'unbound',
] as const
export type CardState = (typeof cardStates)[number]

/** The states that a list is asked for: `asked` and `silent` are one question to the rows. */
export const listedCardStates = cardStates.filter((state) => state !== 'silent')

export type CardFacts = {
  orderStatus: string
  /** All contracts are signed. */
  signed: boolean
  /** State of the card that counts; null where there is none. */
  current: BindStatus | null
  /** State of the card that is to take its place. */
  next: BindStatus | null
  /** The bank was asked about the one that is worked on, and may still answer. */
  asked: boolean
  /** The signed paper of that card is there, and waits for its checker. */
  paper: boolean
}

const states: Readonly<Record<BindStatus, CardState>> = {
  未绑定: 'entered',
  待验证: 'asked',
  已绑定: 'bound',
  绑定失败: 'failed',
  已解绑: 'unbound',
}

export function cardStateOf({
  current,
  next,
  asked,
  paper,
}: Omit<CardFacts, 'orderStatus' | 'signed'>): CardState {
  const worked = next ?? current
  if (worked === null) return 'none'
  if (worked === '待验证' && !asked) return 'silent'
  if (next === '已绑定') return paper ? 'checking' : 'paper'
  return states[worked]
}

export type CardStep = 'bind' | 'change' | 'unbind' | 'withdraw' | 'addPaper'
export type CardRefusal =
  | 'bankCards.refusals.permission'
  | 'bankCards.refusals.orderStatus'
  | 'bankCards.refusals.noCard'
  | 'bankCards.refusals.isBound'
  | 'bankCards.refusals.isUnbound'
  | 'bankCards.refusals.isAsked'
  | 'bankCards.refusals.paperFirst'
  | 'bankCards.refusals.notBound'
  | 'bankCards.refusals.isChanging'
  | 'bankCards.refusals.isSigned'
  | 'bankCards.refusals.noChange'
  | 'bankCards.refusals.noPaperWanted'
  | 'bankCards.refusals.isChecking'
type Answer = { ok: true } | { ok: false; reason: CardRefusal }

/** True where somebody may do a step now: one answer for the buttons and for the service. */
export function cardCan(step: CardStep, facts: CardFacts, permissions: readonly Permission[]): Answer {
  const reason = permissions.includes('card:bind')
    ? (cardStatuses as readonly string[]).includes(facts.orderStatus)
      ? refusals[step](facts)
      : 'bankCards.refusals.orderStatus'
    : 'bankCards.refusals.permission'
  return reason === null ? { ok: true } : { ok: false, reason }
}

const refusals: Record<CardStep, (facts: CardFacts) => CardRefusal | null> = {
  bind(facts) {
    const state = cardStateOf(facts)
    if (state === 'none') return 'bankCards.refusals.noCard'
    if (state === 'bound' || state === 'paper' || state === 'checking') return 'bankCards.refusals.isBound'
    if (state === 'unbound') return 'bankCards.refusals.isUnbound'
    return state === 'asked' ? 'bankCards.refusals.isAsked' : null
  },
  change: ({ next }) => (next === '已绑定' ? 'bankCards.refusals.paperFirst' : null),
  unbind({ current, next, signed }) {
    if (current !== '已绑定') return 'bankCards.refusals.notBound'
    if (next !== null) return 'bankCards.refusals.isChanging'
    // Nothing would pay the rents: a new card has to be there first.
    return signed ? 'bankCards.refusals.isSigned' : null
  },
  withdraw(facts) {
    if (facts.next === null) return 'bankCards.refusals.noChange'
    // Everything that was made is taken back first, where it waits.
    return cardStateOf(facts) === 'checking' ? 'bankCards.refusals.isChecking' : null
  },
  addPaper(facts) {
    const state = cardStateOf(facts)
    if (state === 'checking') return 'bankCards.refusals.isChecking'
    return state === 'paper' ? null : 'bankCards.refusals.noPaperWanted'
  },
}

/** Everything that is known of a question about a card. */
type Asked = { kind: CardRequestKind; outcome: CardOutcome | null }

/**
 * The newest question about a card, where its bank was to end what was agreed and did not: refused, or never said.
 * Something may still be deducted there.
 */
export function endThatFailed<R extends Asked>(requests: readonly R[]): R | undefined {
  const [newest] = requests
  return newest?.kind === 'cancel' && (newest.outcome === 'refused' || newest.outcome === 'silent')
    ? newest
    : undefined
}

/** Everything that a bank's refusal is about, and so what helps; by the words that banks use. */
export const cardFaults = ['name', 'idNo', 'mobile', 'cardNo', 'blocked', 'kind', 'other'] as const
export type CardFault = (typeof cardFaults)[number]

// A card that is blocked has the words of its number in the sentence as well: the graver comes first.
const words: readonly (readonly [CardFault, RegExp])[] = [
  ['blocked', /挂失|冻结|止付|销户|注销|过期|没收|睡眠|受限|无效/],
  ['kind', /不支持|信用卡|贷记|卡种|卡类型|未开通/],
  ['mobile', /手机/],
  ['idNo', /证件|身份证/],
  ['name', /姓名|户名/],
  ['cardNo', /卡号|账号/],
]

export const cardFaultOf = (reason: string): CardFault =>
  words.find(([, pattern]) => pattern.test(reason))?.[0] ?? 'other'
