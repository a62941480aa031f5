import { CallError } from '../../../../platform/errors.ts'
import { type SealTrouble, sealTroubles } from '../../rules/signing.ts'

/**
 * The reason why a seal failed, as a mark in an error's text: threads and rows of jobs carry texts alone. What bears
 * none is one of the program.
 */
export const sealError = (trouble: SealTrouble, text: string): Error => new Error(`[seal ${trouble}] ${text}`)

export function sealTroubleIn(text: string): SealTrouble {
  const found = /\[seal (\w+)\]/.exec(text)?.[1]
  return sealTroubles.find((one) => one === found) ?? 'other'
}

/** A file that is gone, or not as it was made, no other try brings back. */
export const isChanged = (error: unknown) =>
  error instanceof CallError && (error.status === 404 || error.body.code === 'refusals.fileChanged')
export const troubleIn = (error: unknown) =>
  isChanged(error) ? 'changed' : sealTroubleIn(error instanceof Error ? error.message : '')
