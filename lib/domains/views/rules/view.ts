/** The rules of saved views, on both sides of the wire. */

export const longestViewName = 30
/** Own views of one list; a menu of more is no shortcut any more. */
export const mostViews = 30
const mostParameters = 40
const longestValue = 500

/** Parameters of a list's address, without page and search: whom one searched for is nobody's view. */
export type ViewQuery = Readonly<Record<string, string>>

/** True for parameters that an address bar holds. */
export function isViewQuery(query: ViewQuery): boolean {
  const entries = Object.entries(query)
  return (
    entries.length <= mostParameters &&
    entries.every(([name, value]) => /^[A-Za-z_]{1,40}$/.test(name) && value.length <= longestValue)
  )
}
