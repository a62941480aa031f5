import { draftNoLength, draftNoLetters } from '../domains/system/rules/draft-keys.ts'

/** The number of a new draft: eight letters, 39 random bits, which no two of one user's fifty drafts share. */
export function newDraftNo(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(draftNoLength))
  return Array.from(bytes, (byte) => draftNoLetters[byte % draftNoLetters.length]).join('')
}
