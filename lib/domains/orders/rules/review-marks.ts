/** Everything that a reviewer marks on a return: a field or a paper, with what is to be mended there. */
export type ReviewMark = { kind: 'field' | 'material'; at: string; note: string }

/** A place that may be marked. */
export type Markable = Pick<ReviewMark, 'kind' | 'at'>

export const markLimits = { count: 50, note: 200 } as const

export const placeKey = ({ kind, at }: Markable): string => `${kind}:${at}`

/** The keys of fields and papers. */
export const placesOf = (fields: readonly string[], papers: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...fields.map((at) => placeKey({ kind: 'field', at })),
    ...papers.map((at) => placeKey({ kind: 'material', at })),
  ])

/** The note at each field: rows of a repeated section are marked as a whole, at their section. */
export const notesByField = (marks: readonly ReviewMark[]): ReadonlyMap<string, string> =>
  new Map(marks.flatMap(({ kind, at, note }) => (kind === 'field' ? [[at, note] as const] : [])))
