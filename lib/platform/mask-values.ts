import { maskOfField } from '../rules/mask.ts'

/** Values with the personal data in them masked, however deep it stands. */
export function maskValues(values: unknown): unknown {
  if (Array.isArray(values)) return values.map(maskValues)
  return isRecord(values) ? maskRecord(values) : values
}

/** The same for a record. */
export function maskRecord(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const mask = maskOfField(name)
      return [name, mask && typeof value === 'string' ? mask(value) : maskValues(value)]
    }),
  )
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
