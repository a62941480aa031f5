/**
 * The reason why a calculation refused its input.
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

/** The value, when there is one. @throws InputError (`format`) naming `field` for null and undefined */
export function given<T>(field: string, value: T | null | undefined): T {
  if (value === null || value === undefined) throw new InputError(field, 'format', 'missing')
  return value
}

/** The value, when it is one of the modes. @throws InputError (`range`) naming `field` */
export function oneOf<T extends string | number>(field: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((mode) => mode === value)
  if (found === undefined) throw new InputError(field, 'range', `one of ${allowed.join(', ')}`)
  return found
}

/** The value, when it is a whole number inside the bounds. @throws InputError (`range`) naming `field` */
export function wholeNumber(field: string, value: number, min: number, max: number): number {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new InputError(field, 'range', `a whole number from ${min} to ${max}`)
  return value
}

/** The value, when it is a whole amount of fen or a part of a fraction. @throws InputError naming `field` */
export function wholeBig(field: string, value: bigint, min: bigint): bigint {
  if (typeof value !== 'bigint') throw new InputError(field, 'format', 'not a bigint')
  if (value < min) throw new InputError(field, 'range', `not below ${min}`)
  return value
}
