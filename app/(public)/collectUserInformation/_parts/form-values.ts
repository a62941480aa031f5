import { type CollectField, type CollectValues, cleanCollected } from '@/lib/domains/collect/rules/collect'

/** The faults of a field, in words. */
export type Wrong = Partial<Record<CollectField | 'captcha' | 'agreed', string | undefined>>

/** Fields from top to bottom: where the focus goes first. */
export const fieldOrder = [
  'name',
  'idNo',
  'mobile',
  'captcha',
  'code',
  'model',
  'amount',
  'city',
  'agreed',
] as const satisfies readonly (CollectField | 'captcha' | 'agreed')[]

/** The text in a field of the form. */
export function textIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

export function valuesOf(form: HTMLFormElement): CollectValues {
  const text = (name: CollectField) => textIn(form, name)
  return cleanCollected({
    name: text('name'),
    idNo: text('idNo'),
    mobile: text('mobile'),
    code: text('code'),
    model: text('model'),
    amount: text('amount'),
    city: text('city'),
  })
}
