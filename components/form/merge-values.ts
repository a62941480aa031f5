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
