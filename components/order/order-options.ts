import { callOptions, codeOptions, type Option, wordOptions } from '@/lib/client/options'
import { entryStatuses } from '@/lib/domains/orders/rules/order-permissions'
import { orderStatuses } from '@/lib/domains/orders/rules/order-states'
import { products } from '@/lib/domains/products/contract'
import { system } from '@/lib/domains/system/contract'
import { byName } from '@/lib/rules/by-name'

/** Everything that the filters of order lists offer. */

export const statusOptions = codeOptions('order.status', orderStatuses)

/** Those in which an order waits for its entry. */
export const entryStatusOptions = codeOptions('order.status', entryStatuses)

export const stageOptions = wordOptions([
  { value: '2', label: 'order.stage.pre' },
  { value: '3', label: 'order.stage.first' },
  { value: '4', label: 'order.stage.risk' },
])

const named = ({ id, name }: { id: number; name: string }): Option => ({ value: String(id), label: name })

export const productOptions = callOptions(products.options, {}, (rows) => rows.map(named))
export const shopOptions = callOptions(products.shops, {}, (rows) => rows.map(named))
export const capitalOptions = callOptions(products.capitals, {}, (rows) => rows.map(named))
export const staffOptions = callOptions(products.staff, {}, (rows) => rows.map(named))

/** Branches and channels are those of the shops that the user may see. */
export const branchOptions = callOptions(products.shops, {}, (rows) =>
  distinct(rows.map(({ branchId, branchName }) => ({ id: branchId, name: branchName }))),
)
export const channelOptions = callOptions(products.shops, {}, (rows) =>
  distinct(rows.map(({ channelId, channelName }) => ({ id: channelId, name: channelName }))),
)

const distinct = (rows: readonly { id: number; name: string }[]): Option[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].sort(byName).map(named)

/** Provinces, each followed by its cities under the province's name. */
export const provinceOptions = callOptions(system.dictionary, { type: 'region' }, (rows) => {
  const provinces = new Map(rows.filter((row) => row.parentCode === null).map((row) => [row.code, row.label]))
  return rows.flatMap(({ code, label, parentCode }) => {
    const province = parentCode === null ? '' : provinces.get(parentCode)
    // A district has no province above it; a municipality is its own city.
    if (province === undefined || province === label) return []
    return [{ value: code, label: `${province}${label}` }]
  })
})
