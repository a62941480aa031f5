import { foldName } from '../../rules/clean-value.ts'

/**
 * Everything that the quick search looks up of an order, as the database function `nlos_search_keys` makes it: computed
 * here for bulk loads, in which no trigger runs.
 */
export function searchKeysOf(name: string, ...numbers: readonly string[]): string[] {
  const keys = new Set<string>()
  const characters = Array.from(foldName(name).replace(/\s/g, '').toLowerCase())
  for (const [at, character] of characters.entries()) {
    keys.add(character)
    const next = characters[at + 1]
    if (next !== undefined) keys.add(character + next)
  }
  keys.add(characters.join(''))
  for (const number of numbers) {
    const text = number.toLowerCase()
    for (let at = 0; at + 4 <= text.length; at++) keys.add(text.slice(at, at + 4))
    keys.add(text)
  }
  return [...keys]
}
