/**
 * The paths where an answer holds fields that the contract does not name; indexes of lists are `[]`.
 * @param answer as it came
 * @param taken the same after the contract's schema, which drops what it does not name
 */
export function unknownFields(answer: unknown, taken: unknown, path = ''): string[] {
  if (Array.isArray(answer) && Array.isArray(taken)) {
    const found = answer.flatMap((item, at) => unknownFields(item, taken[at], `${path}[]`))
    return [...new Set(found)]
  }
  if (!isObject(answer) || !isObject(taken)) return []
  return Object.entries(answer).flatMap(([name, held]) => {
    const here = path === '' ? name : `${path}.${name}`
    return name in taken ? unknownFields(held, taken[name], here) : [here]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
