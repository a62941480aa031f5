/** The columns of a list as a user has arranged them. */
export type ListArrangement = {
  visibility: Readonly<Record<string, boolean>>
  order: readonly string[]
  /** The first column when the user has not chosen. */
  pinned?: readonly string[]
  /** Pixels. */
  widths: Readonly<Record<string, number>>
  dense: boolean
}
