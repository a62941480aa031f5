/** 邮寄 (domain.md 2.14): a parcel with papers, as its own facts say. */

export const mailDirections = ['门店→总部', '总部→门店', '总部→资方', '总部→客户'] as const
export type MailDirection = (typeof mailDirections)[number]

export const mailStates = ['草稿', '已寄出', '已签收', '核对齐全', '核对缺件', '拒收退回', '已作废'] as const
export type MailState = (typeof mailStates)[number]

export const checkResults = ['齐全', '缺件', '不符'] as const
export type CheckResult = (typeof checkResults)[number]

export type MailFacts = {
  sentAt: string | null
  receivedAt: string | null
  bouncedAt: string | null
  voidedAt: string | null
  checkResult: CheckResult | null
}

export function mailStateOf({ sentAt, receivedAt, bouncedAt, voidedAt, checkResult }: MailFacts): MailState {
  if (voidedAt !== null) return '已作废'
  if (checkResult !== null) return checkResult === '齐全' ? '核对齐全' : '核对缺件'
  if (bouncedAt !== null) return '拒收退回'
  if (receivedAt !== null) return '已签收'
  return sentAt === null ? '草稿' : '已寄出'
}

/** Papers that come to us are checked; of those that left us others keep count. */
export const comesIn = (direction: MailDirection): boolean => direction === '门店→总部'

export const mailSteps = ['save', 'send', 'void', 'sign', 'bounce', 'tick', 'check', 'track'] as const
export type MailStep = (typeof mailSteps)[number]

const mailMoves: Readonly<Record<MailStep, readonly MailState[]>> = {
  save: ['草稿'],
  send: ['草稿'],
  void: ['草稿'],
  sign: ['已寄出'],
  bounce: ['已寄出'],
  tick: ['已签收'],
  check: ['已签收'],
  track: ['已寄出'],
}

/** Says whether a step is one of its state. */
export const mailFits = (
  step: MailStep,
  { status, direction }: { status: MailState; direction: MailDirection },
): boolean =>
  mailMoves[step].includes(status) && (comesIn(direction) || (step !== 'tick' && step !== 'check'))

/** The moves between its states. */
export const mailNext: Readonly<Record<MailState, readonly MailState[]>> = {
  草稿: ['已寄出', '已作废'],
  已寄出: ['已签收', '拒收退回'],
  已签收: ['核对齐全', '核对缺件'],
  核对齐全: [],
  核对缺件: [],
  拒收退回: [],
  已作废: [],
}

/** A result of a check follows from what was ticked; of what is missing a person says whether it is another paper. */
export const resultFits = (result: CheckResult, missing: number): boolean =>
  (result === '齐全') === (missing === 0)

/** A number as couriers give it: letters and digits, as it is scanned. */
export const expressNoForm = /^[A-Z0-9]{6,30}$/
export const cleanExpressNo = (text: string): string => text.replace(/\s/g, '').toUpperCase()

/** The result that so many missing papers have, unless a person says that they are other papers. */
export const resultOf = (missing: number): CheckResult => (missing === 0 ? '齐全' : '缺件')
