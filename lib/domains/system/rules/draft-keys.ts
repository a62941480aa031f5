/**
 * The key that a draft of a form is kept under: the form of an order, or a new intake by the number that it has from
 * its first key on. The number stands in the address of its tab, so that a reload and another window find the same one.
 */

/** The forms that have drafts. */
export type DraftForm = 'intake' | 'record' | 'review' | 'first' | 'risk'

/** The draft of each stage's opinion. */
export const reviewDrafts = { pre: 'review', first: 'first', risk: 'risk' } as const

/** Digits and letters that nobody takes for each other. */
export const draftNoLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const draftNoLength = 8
const draftNo = new RegExp(`^[${draftNoLetters}]{${draftNoLength}}$`)

/** True where a text from outside, such as an address, is the number of a draft. */
export const isDraftNo = (text: string | null): text is string => text !== null && draftNo.test(text)

export const newIntakeKey = (no: string): string => `intake:new/${no}`
export const orderDraftKey = (form: DraftForm, orderId: number): string => `${form}:${orderId}`

export type DraftPlace =
  | { form: 'intake'; draftNo: string; orderId: null }
  | { form: DraftForm; draftNo: null; orderId: number }

/** Everything that a key names; null for one that no form has. */
export function draftPlace(key: string): DraftPlace | null {
  const no = /^intake:new\/(.*)$/.exec(key)?.[1] ?? null
  if (isDraftNo(no)) return { form: 'intake', draftNo: no, orderId: null }
  const [, form, id] = /^(intake|record|review|first|risk):([1-9]\d{0,15})$/.exec(key) ?? []
  return form && id ? { form: form as DraftForm, draftNo: null, orderId: Number(id) } : null
}

/**
 * Everything that a user may have at most, drafts by number and by characters of JSON; a full entry form has some
 * 6,000.
 */
export const draftLimits = { count: 50, size: 64 * 1024 }
/** The same for a user's settings, such as the columns of a list. */
export const preferenceLimits = { count: 300, size: 8 * 1024 }
