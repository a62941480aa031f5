/** A text of its own takes memory on every connection: past this many, the statements of further ones are planned each time. */
const limit = 200

const names = new Map<string, string>()

/**
 * The name under which connections keep a statement, as connections of PostgreSQL want it: one text, one name. `kind`
 * says in `pg_prepared_statements` what it is; who may see what makes different texts of one kind.
 */
export function preparedAs(kind: string, text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= limit) return known
  const name = `${kind} ${names.size + 1}`
  names.set(text, name)
  return name
}
