import type { z } from 'zod'
import type { Permission } from '../../domains/identity/rules/roles.ts'

/**
 * A field of an answer that only holders of a permission get: the service leaves it out for anybody else, in every call
 * and every file whose contract marks it. A name that is marked once is marked wherever it stands; a fitness test holds
 * that.
 *
 *     riskHint: needs('order:internal', z.string().nullable())
 */
export const needs = <S extends z.ZodType>(permission: Permission, schema: S): z.ZodOptional<S> =>
  schema.optional().meta({ [mark]: permission })

/** The permission that a field asks for; undefined for one that everybody sees. */
export const neededFor = (field: z.ZodType): Permission | undefined =>
  field.meta()?.[mark] as Permission | undefined

/** The mark stands here: with the other extensions of the OpenAPI description. */
const mark = 'x-needs'

/** A row of what a list answers; undefined for an answer that is no list. */
export function rowOf(output: z.ZodType): z.ZodType | undefined {
  const { data } = fieldsOf(output)
  return data && 'element' in data ? (data.element as z.ZodType) : undefined
}

/** The marked fields of a list's rows with what each needs; undefined where there are none. */
export function rowNeeds(output: z.ZodType): Readonly<Record<string, Permission>> | undefined {
  const row = rowOf(output)
  const marked = Object.entries(row ? fieldsOf(row) : {}).flatMap(([name, field]) => {
    const permission = neededFor(field)
    return permission ? [[name, permission] as const] : []
  })
  return marked.length > 0 ? Object.fromEntries(marked) : undefined
}

/** The fields of an object; none of anything else. */
const fieldsOf = (schema: z.ZodType): Readonly<Record<string, z.ZodType>> =>
  'shape' in schema ? (schema.shape as Record<string, z.ZodType>) : {}
