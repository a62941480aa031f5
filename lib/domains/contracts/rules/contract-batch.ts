/** 批量生成: the states of a batch and of its orders, and what can stand in an order's way. */

export const batchStates = ['running', 'stopped', 'done'] as const
export type BatchState = (typeof batchStates)[number]

/** Waiting, made, something in the way that a person can mend, or broken by what nobody foresaw. */
export const batchRowStates = ['waiting', 'made', 'hindered', 'failed'] as const
export type BatchRowState = (typeof batchRowStates)[number]

/** Everything that stands in the way of an order; the first ten are those of a single order (order-set.ts). */
export const batchReasons = [
  'noTemplate',
  'unplaced',
  'missing',
  'quoteDiffers',
  'noPlanToday',
  'overCap',
  'cardUnbound',
  'cardHolder',
  'payee',
  'interview',
  'signed',
  'exists',
  'notNow',
  'changed',
  'signs',
  'broken',
] as const
export type BatchReason = (typeof batchReasons)[number]

/** Orders of one batch. */
export const mostOfBatch = 1000

/** The page where each reason is mended. */
export const mendedAt: Readonly<Record<BatchReason, 'templates' | 'order' | 'case' | 'card' | 'interview'>> =
  {
    noTemplate: 'templates',
    unplaced: 'templates',
    missing: 'order',
    quoteDiffers: 'order',
    noPlanToday: 'order',
    overCap: 'order',
    cardUnbound: 'card',
    cardHolder: 'card',
    payee: 'case',
    interview: 'interview',
    signed: 'case',
    exists: 'case',
    notNow: 'order',
    changed: 'case',
    signs: 'order',
    broken: 'case',
  }
