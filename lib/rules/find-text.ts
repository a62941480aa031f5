import { searchText } from './clean-value.ts'

/**
 * True where a text says enough to look for customers and orders by it: two characters of a name, four of a number. The
 * quick search finds nothing by fewer digits, and nearly everything by one character.
 */
export function isWorthFinding(text: string): boolean {
  const bare = searchText(text)
  const isNumber = /^(?=.*\d)[a-z0-9]+$/.test(bare)
  return Array.from(bare).length >= (isNumber ? 4 : 2)
}
