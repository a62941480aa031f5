/** The screens that an entry of the menu may name in `remark`, by the folder they stand in (specification point 3). */
export const screenReferences = [
  'create/index',
  'create/history',
  'mycheopeone/index',
  'order/query',
] as const

export type ScreenReference = (typeof screenReferences)[number]

/** The registered screen of a reference; slashes at its ends do not count. Undefined when there is none. */
export function screenOf(reference: string): ScreenReference | undefined {
  const key = reference.replace(/^\/+|\/+$/g, '')
  return screenReferences.find((known) => known === key)
}
