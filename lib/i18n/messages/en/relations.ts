import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/relations.ts'

const relations: Shape<typeof zh> = {
  title: 'Relation radar',
  none: 'No other order, colleague, shop or list entry has the same ID number, card, mobile, car, address or employer',
  kinds: {
    idNo: 'ID number',
    cardNo: 'Bank card',
    mobile: 'Mobile',
    vin: 'VIN',
    plateNo: 'Plate',
    address: 'Address',
    employerName: 'Employer',
  },
  known: { staff: 'Staff', shop: 'Shop', list: 'List' },
  levels: { 黑: 'Black list', 灰: 'Grey list', 白: 'White list' },
  listed: '{level} · {source} · {reason}',
  staff: '{name} ({unit})',
  own: 'here ',
  theirs: 'there ',
  newestOnly: 'the newest 100 orders alone',
  outside: '{count} more orders are outside your data scope',
  outsideMany: 'At least {count} more orders are outside your data scope',
  direct: 'Direct',
  indirect: 'Second step',
  through: 'through {name}: {kinds}',
  by: 'Same {kinds}',
  graph: 'Graph',
  graphLabel: 'Graph: {direct} orders tied directly, {indirect} in a second step; the list says the same',
  thisOrder: 'This order',
  open: '{name} {orderNo}, {state}, {ties}',
  found: 'Related {count}',
  close: 'Close',
  more: 'Show all {count} orders',
}

export default relations
