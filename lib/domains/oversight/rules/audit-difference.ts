/** 操作日志: what an entry changed, value by value. */

/** A value that was, that is, or both; `path` names it from the outside in, `customer.mobile` or `contacts.0.name`. */
export type AuditDifference = { path: string; before: string | null; after: string | null }

/**
 * The values in which two records differ, in the order of the newer one. A value on one side alone is null on the
 * other; an empty one counts as none. Lists of plain values are one value, what is nested is taken apart.
 */
export function auditDifferences(before: unknown, after: unknown): AuditDifference[] {
  const old = flatten(before)
  const now = flatten(after)
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((path) => {
    const change = { path, before: old.get(path) ?? null, after: now.get(path) ?? null }
    return change.before === change.after ? [] : [change]
  })
}

function flatten(value: unknown): Map<string, string> {
  const found = new Map<string, string>()
  collect(value, '', found)
  return found
}

function collect(value: unknown, path: string, found: Map<string, string>): void {
  if (value === null || value === undefined || value === '') return
  if (typeof value !== 'object') {
    found.set(path, String(value))
    return
  }
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    if (value.length > 0) found.set(path, value.join('、'))
    return
  }
  for (const [name, inner] of Object.entries(value))
    collect(inner, path === '' ? name : `${path}.${name}`, found)
}
