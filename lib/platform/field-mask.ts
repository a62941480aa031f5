import type * as z from 'zod'
import { endpointTable } from '../domains/endpoints.ts'
import type { Permission } from '../domains/identity/rules/roles.ts'
import { neededFor } from './contract/field-permission.ts'
import { badInput } from './errors.ts'
import { isRecord } from './mask-values.ts'

/** Fields that a contract marks as needing a permission are left out of an answer for whoever lacks it. */

type Held = ReadonlySet<Permission>

export type FieldMask = {
  /** Marked fields by name, with what each needs. */
  needed: ReadonlyMap<string, Permission>
  /** Takes the fields out that the holder may not see; the value is changed in place. */
  hide(value: unknown, held: Held): void
}

/** Takes what is marked out of one value, whatever its type is. */
type Step = (value: unknown, held: Held) => void

const known = new WeakMap<z.ZodType, FieldMask | null>()

/**
 * The mask of a schema, worked out once; null where nothing in it is marked, so that it costs nothing.
 *
 * @throws Error for a type of schema that it cannot look into: a mark in there would be lost
 */
export function fieldMask(schema: z.ZodType): FieldMask | null {
  const found = known.get(schema)
  if (found !== undefined) return found
  const needed = new Map<string, Permission>()
  const hide = stepInto(schema, needed, new Map())
  const mask = hide && needed.size > 0 ? { needed, hide } : null
  known.set(schema, mask)
  return mask
}

/** Types without fields of their own. */
const plain = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'enum',
  'literal',
  'null',
  'unknown',
  'any',
  'date',
  'void',
  'never',
  'custom',
])

/** The names of a schema's parts in its definition. */
type Definition = {
  type: string
  shape: Record<string, z.ZodType>
  element: z.ZodType
  innerType: z.ZodType
  valueType: z.ZodType
  options: z.ZodType[]
  out: z.ZodType
  getter: () => z.ZodType
}

/**
 * @param needed gathers the marks
 * @param steps those of the schemas looked into so far: one that holds itself comes back to its own
 */
function stepInto(
  schema: z.ZodType,
  needed: Map<string, Permission>,
  steps: Map<z.ZodType, Step | null>,
): Step | null {
  const def = schema.def as unknown as Definition
  if (plain.has(def.type)) return null
  const before = steps.get(schema)
  if (before !== undefined) return before
  let own: Step | null = null
  steps.set(schema, (value, held) => own?.(value, held))
  const into = (part: z.ZodType) => stepInto(part, needed, steps)
  switch (def.type) {
    case 'object':
      own = objectStep(def.shape, needed, into)
      break
    case 'array':
      own = each(into(def.element), (value) => (Array.isArray(value) ? value : []))
      break
    case 'record':
      own = each(into(def.valueType), (value) => (isRecord(value) ? Object.values(value) : []))
      break
    case 'optional':
    case 'nullable':
    case 'default':
      own = into(def.innerType)
      break
    case 'lazy':
      own = into(def.getter())
      break
    case 'pipe':
      own = into(def.out)
      break
    case 'union':
      own = all(def.options.map(into))
      break
    default:
      throw new Error(`A ${def.type} in an answer: teach field-mask.ts to look into it.`)
  }
  steps.set(schema, own)
  return own
}

function objectStep(
  shape: Definition['shape'],
  needed: Map<string, Permission>,
  into: (part: z.ZodType) => Step | null,
): Step | null {
  const steps = Object.entries(shape).flatMap(([name, field]): Step[] => {
    const permission = neededFor(field)
    if (permission) needed.set(name, permission)
    const inside = into(field)
    if (!permission && !inside) return []
    return [
      (value, held) => {
        if (!isRecord(value)) return
        if (permission && !held.has(permission)) delete value[name]
        else inside?.(value[name], held)
      },
    ]
  })
  return all(steps)
}

function all(steps: readonly (Step | null)[]): Step | null {
  const some = steps.filter((step) => step !== null)
  if (some.length === 0) return null
  return (value, held) => {
    for (const step of some) step(value, held)
  }
}

const each = (step: Step | null, parts: (value: unknown) => readonly unknown[]): Step | null =>
  step &&
  ((value, held) => {
    for (const part of parts(value)) step(part, held)
  })

/**
 * Nobody asks by what he may not see, which would tell it all the same: no filter and no order by a marked field, and
 * no column of it in a file.
 *
 * @throws 400 at the input that asks
 */
export function refuseHidden({ needed }: FieldMask, input: Record<string, unknown>, held: Held): void {
  const hidden = (name: unknown) => {
    const permission = typeof name === 'string' ? needed.get(name) : undefined
    return permission !== undefined && !held.has(permission)
  }
  const { sort, columns } = input
  if (typeof sort === 'string' && hidden(sort.split(':')[0])) throw badInput({ sort: 'refusals.badInput' })
  if (Array.isArray(columns) && columns.some(hidden)) throw badInput({ columns: 'refusals.badInput' })
  const filter = Object.keys(input).find((name) => input[name] !== undefined && hidden(name))
  if (filter) throw badInput({ [filter]: 'refusals.badInput' })
}

let everywhere: ReadonlyMap<string, Permission> | undefined

/** Every marked name of the contracts with what it needs. */
function markedNames(): ReadonlyMap<string, Permission> {
  everywhere ??= new Map(
    [...endpointTable.values()].flatMap(({ output }) => [...(fieldMask(output)?.needed ?? [])]),
  )
  return everywhere
}

/** A record that no contract describes, such as an audit row's, without the fields whose names are marked in one. */
export function withoutHidden(values: unknown, held: Held): unknown {
  if (Array.isArray(values)) return values.map((value) => withoutHidden(value, held))
  if (!isRecord(values)) return values
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const permission = markedNames().get(name)
      return permission && !held.has(permission) ? [] : [[name, withoutHidden(value, held)]]
    }),
  )
}
