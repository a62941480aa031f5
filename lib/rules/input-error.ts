/**
 * Why a calculation refused its input.
 *
 * - `format`: not a number, amount or date in the written form the rules accept
 * - `range`: well formed, but outside what the calculation allows
 * - `unsupported`: a combination domain.md gives no formula for
 * - `uncovered`: an instalment would not cover its interest, or rounding would make one negative
 */
export type InputReason = 'format' | 'range' | 'unsupported' | 'uncovered'

/**
 * Thrown by the functions of `lib/rules` for input they cannot calculate with.
 * `field` is the camelCase name of the input, `reason` says why; the message is for developers, a screen
 * shows its own text for the field and reason.
 */
export class InputError extends Error {
  readonly field: string
  readonly reason: InputReason

  constructor(field: string, reason: InputReason, message: string) {
    super(`${field}: ${message}`)
    this.name = 'InputError'
    this.field = field
    this.reason = reason
  }
}
