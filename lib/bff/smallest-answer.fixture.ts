import * as z from 'zod'
import type { Endpoint } from '../platform/contract/endpoint.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** The smallest answer that a contract allows: null before anything, nothing optional, no rows, no characters. */
export function smallestAnswer({ output }: Endpoint): unknown {
  return smallest(z.toJSONSchema(output, { unrepresentable: 'any', io: 'input' }))
}

function smallest(schema: Schema): unknown {
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (choices) return smallest(choices.find(({ type }) => type === 'null') ?? choices[0] ?? {})
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object') {
    const fields = (schema.required ?? []).map((name) => [
      name,
      smallest((schema.properties?.[name] ?? {}) as Schema),
    ])
    return Object.fromEntries(fields)
  }
  if (schema.type === 'array') return []
  if (schema.type === 'string') return ''
  if (schema.type === 'boolean') return false
  return schema.type === 'integer' || schema.type === 'number'
    ? Math.max(0, Number(schema.minimum ?? 0))
    : null
}
