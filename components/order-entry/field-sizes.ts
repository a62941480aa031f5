import type { Spans } from '@/components/form/field-frame'
import { fillRows } from '@/components/form/fill-rows'
import type { Field } from '@/lib/domains/orders/rules/entry/field-spec'

/** Columns of twelve that the value of a field needs at least. */
const sizes = {
  tiny: { wide: 2, middle: 3, narrow: 6 },
  short: { wide: 3, middle: 4, narrow: 6 },
  /** Eighteen digits and more: cut at the end they are no number. */
  digits: { wide: 4, middle: 4, narrow: 12 },
  long: { wide: 4, middle: 6, narrow: 12 },
  full: { wide: 12, middle: 12, narrow: 12 },
} as const satisfies Record<string, Spans>

export const wholeRow: Spans = sizes.full

/** Dictionaries whose entries are names, or stand beside each other. */
const named: readonly string[] = ['vehicle_kind', 'bank', 'insurer', 'ins_type', 'addon_type']
const longChoices: readonly string[] = ['salesmanId', 'shopId']

function sizeOf({ name, kind, maxLength = 0, dict, levels = 1 }: Field): Spans {
  switch (kind) {
    case 'longText':
      return sizes.full
    case 'flag':
    case 'integer':
    case 'decimal':
    case 'rate':
      return sizes.tiny
    case 'dict':
      return dict !== undefined && named.includes(dict) ? sizes.short : sizes.tiny
    case 'idNo':
    case 'card':
    case 'vin':
      return sizes.digits
    case 'region':
      return levels > 1 ? sizes.long : sizes.short
    case 'choice':
      return longChoices.includes(name) ? sizes.long : sizes.short
    default:
      return maxLength > 60 ? sizes.long : sizes.short
  }
}

/** Columns for fields that stand one after the other, in each width of the grid. */
export function spansFor(fields: readonly Field[]): Spans[] {
  const least = fields.map(sizeOf)
  const of = (width: keyof Spans) => fillRows(least.map((size) => size[width]))
  const [wide, middle, narrow] = [of('wide'), of('middle'), of('narrow')]
  return fields.map((_, at) => ({
    wide: wide[at] ?? 12,
    middle: middle[at] ?? 12,
    narrow: narrow[at] ?? 12,
  }))
}
