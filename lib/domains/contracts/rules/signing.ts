import type { ContractParty } from './contract-text.ts'

/** 电子签约: what the page on a customer's phone and the service both know (domain.md 2.3). */

/** The state of a person's link. `void`: the contracts were made again, or the order ended. */
export const signingStates = ['ready', 'waiting', 'signed', 'refused', 'expired', 'void', 'unknown'] as const
export type SigningState = (typeof signingStates)[number]

/** The state of one person's signing, as it is stored. */
export const signingStatuses = ['待签', '已签', '拒签', '过期', '作废'] as const
export type SigningStatus = (typeof signingStatuses)[number]

/** The reason why the company's seal is not on though everybody has signed. */
export const sealTroubles = ['missing', 'unreadable', 'expired', 'changed', 'stranger', 'other'] as const
export type SealTrouble = (typeof sealTroubles)[number]

/** Neither signed nor ended otherwise. */
export const isPending = (status: SigningStatus | undefined): boolean => status === '待签'

/** Of an ID card, or of a company's 统一社会信用代码, which has letters anywhere. */
export const idTailPattern = /^[\dA-Z]{4}$/
/** Wrong last four digits after which the link stays shut until staff sends another. */
export const mostTailTries = 5
/** A session of a phone ends so many minutes after the last call. */
export const signingSessionMinutes = 30
export const refusalLength = { min: 2, max: 200 } as const

/**
 * A signature by hand: each stroke is x, y, x, y … in whole numbers, within the width and height of the pad. Lines, no
 * picture: they are drawn into the paper at any size, and nothing in them has to be decoded.
 */
export type HandSignature = { width: number; height: number; strokes: number[][] }

export const signatureLimits = { side: 4_000, strokes: 80, numbers: 12_000 } as const
/** Of the shorter side of the pad, how far the longer side of the signature reaches at least. */
const leastPart = 0.25
const leastPoints = 8

export type SignatureProblem =
  | 'signing.wrongSignature'
  | 'signing.signatureTooSmall'
  | 'signing.signatureTooLong'

/** The reason why a signature is not taken, as the key of a sentence; null when it is. */
export function signatureProblem({ width, height, strokes }: HandSignature): SignatureProblem | null {
  const count = strokes.reduce((sum, stroke) => sum + stroke.length, 0)
  if (strokes.length > signatureLimits.strokes || count > signatureLimits.numbers)
    return 'signing.signatureTooLong'
  const side = (length: number) => Number.isInteger(length) && length > 0 && length <= signatureLimits.side
  const inside = (stroke: readonly number[]) =>
    stroke.length % 2 === 0 &&
    stroke.every((at, index) => Number.isInteger(at) && at >= 0 && at <= (index % 2 === 0 ? width : height))
  if (!side(width) || !side(height) || !strokes.every(inside)) return 'signing.wrongSignature'
  const { left, top, right, bottom } = boundsOf(strokes)
  const reach = Math.max(right - left, bottom - top)
  return count / 2 < leastPoints || reach < Math.min(width, height) * leastPart
    ? 'signing.signatureTooSmall'
    : null
}

/** The box around all strokes; empty ones have none. */
export function boundsOf(strokes: HandSignature['strokes']) {
  const bounds = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 }
  for (const stroke of strokes)
    for (const [index, at] of stroke.entries())
      if (index % 2 === 0) {
        bounds.left = Math.min(bounds.left, at)
        bounds.right = Math.max(bounds.right, at)
      } else {
        bounds.top = Math.min(bounds.top, at)
        bounds.bottom = Math.max(bounds.bottom, at)
      }
  return bounds
}

/** 李*国, 李*, 欧阳**: enough for who is meant, too little for anybody else. */
export function maskName(name: string): string {
  const signs = Array.from(name)
  const [first = ''] = signs
  if (signs.length < 3) return `${first}*`
  return `${first}${'*'.repeat(signs.length - 2)}${signs.at(-1)}`
}

/**
 * The place where a party signs, in points from the left and the top of its page; the date's three numbers end at
 * `ends`.
 */
export type SignPlace = {
  party: ContractParty
  /** From 1. */
  page: number
  left: number
  top: number
  width: number
  height: number
  date: { baseline: number; ends: [year: number, month: number, day: number] }
}
