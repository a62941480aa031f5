import { say } from '../../i18n/say.ts'
import type { MessageKey } from '../../i18n/translator.ts'

/** The notes of the console about an attempt: kept as the worker notes it, read in the language of whoever looks. */

const noteWords: Readonly<Record<string, MessageKey>> = {
  'timed out': 'outside.notes.timedOut',
  'too late': 'outside.notes.tooLate',
  'answer too large': 'outside.notes.tooLarge',
  'no answer of the port': 'outside.notes.noSense',
  'the port is not set up': 'outside.notes.notSetUp',
  'the answer could not be handled': 'outside.notes.notHandled',
  pending: 'outside.results.pending',
  error: 'outside.results.error',
  'fetch failed': 'outside.notes.noConnection',
}

/** A note of ours in words, a system's code for a connection with them; what the other side said stays as it is. */
export function sayNote(note: string): string {
  if (/^E[A-Z_]{4,}$/.test(note)) return `${say('outside.notes.noConnection')}: ${note}`
  const [head = '', ...rest] = note.split(': ')
  const key = noteWords[head]
  return key ? [say(key), ...rest].join(': ') : note
}

/** The reason why nobody answered, for whoever waited for it: kept for others, so in Chinese. */
export const unanswered = (note: string): string =>
  say(note === 'too late' ? 'outside.notes.tooLate' : 'outside.unanswered')
