import * as z from 'zod'
import { endpointTable } from '../../lib/domains/endpoints.ts'
import { permissions } from '../../lib/domains/identity/rules/roles.ts'
import { transitions } from '../../lib/domains/orders/rules/order-transitions.ts'
import { fieldMask } from '../../lib/platform/field-mask.ts'
import { isTest, readSources } from './source-tree.ts'

/**
 * Everything that an answer holds at one place: `data[].riskHint`, and whether a permission is asked for there or
 * above.
 */
type Place = { at: string; name: string; needs: string | undefined }
type Json = { [key: string]: unknown; properties?: Record<string, Json> }

function placesIn(schema: Json, at: string, needs?: string): Place[] {
  const parts = [schema.items, schema.additionalProperties, ...((schema.anyOf as Json[]) ?? [])]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const own = { at: `${at}.${name}`, name, needs: needs ?? (field['x-needs'] as string | undefined) }
      return [own, ...placesIn(field, own.at, own.needs)]
    }),
    ...parts.flatMap((part) =>
      typeof part === 'object' && part !== null ? placesIn(part as Json, at, needs) : [],
    ),
  ]
}

const places = [...endpointTable.values()].flatMap(({ path, output }) =>
  placesIn(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Json, path),
)

/**
 * Everything that a name says of a field that is for the house alone (domain.md 1.2): scores, risk hints, internal
 * notes.
 */
const internal = /risk|score|grade$|^suggest|internal|^hits$|^rejectReason$|creditSummary/i

test('every field whose name says that it is internal asks for its permission (N2)', () => {
  const found = places.filter(({ name }) => internal.test(name))
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ needs }) => needs !== 'order:internal').map(({ at }) => at)).toEqual([])
})

test('a name that asks for a permission in one answer asks for it in all (N2)', () => {
  const asked = new Map(
    [...endpointTable.values()].flatMap(({ output }) => [...(fieldMask(output)?.needed ?? [])]),
  )
  expect(asked.size).toBeGreaterThan(3)
  const open = places.filter(({ name, needs }) => asked.has(name) && needs !== asked.get(name))
  expect(open.map(({ at }) => at)).toEqual([])
})

test('every permission is asked for by a call, a field, a verb of an order, or a page (N2)', () => {
  const asked = new Set<string>([
    ...[...endpointTable.values()].flatMap(({ access }) => (typeof access === 'string' ? [] : access)),
    ...places.flatMap(({ needs }) => needs ?? []),
    ...transitions.flatMap(({ permission }) => permission ?? []),
  ])
  // Pages, and what a rule or a handler asks beside the call's own access. Tables of permissions ask nothing.
  const tables = /^lib\/(rules\/(roles|permission-groups|duties)\.ts|i18n\/|backend\/seed\/)/
  const text = readSources()
    .filter(({ path }) => /^(app|components|lib)\//.test(path) && !isTest(path) && !tables.test(path))
    .map((source) => source.text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n')
  const unasked = permissions.filter((one) => !asked.has(one) && !text.includes(`'${one}'`))
  expect(unasked).toEqual([])
})
