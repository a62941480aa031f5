/** The draft over the values of the form: a field that is newer than the draft keeps its own value. */
export function mergeValues(values: unknown, draft: unknown): unknown {
  if (!isRecord(values) || !isRecord(draft)) return draft === undefined ? values : draft
  return {
    ...draft,
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, mergeValues(value, draft[name])]),
    ),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws where a draft has something else than the form at the same place: no text, no switch, no list of rows */
export function requireShape(values: unknown, draft: unknown): void {
  if (values === null || values === undefined || draft === undefined) return
  if (Array.isArray(values)) {
    if (
      !Array.isArray(draft) ||
      draft.some((row) => typeof row !== typeof (values[0] ?? row) || row === null)
    )
      throw new TypeError('no list of rows')
    for (const row of draft) requireShape(values[0], row)
  } else if (isRecord(values)) {
    if (!isRecord(draft)) throw new TypeError('no group of values')
    for (const [name, value] of Object.entries(values)) requireShape(value, draft[name])
  } else if (typeof values !== typeof draft) throw new TypeError('another kind of value')
}
