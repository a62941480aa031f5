import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/relations.ts'

const relations: Shape<typeof zh> = {
  title: 'Relation radar',
  none: 'No other order, person or list entry has the same ID number, mobile, card, car, address or employer',
  noneFar: 'Nothing further is tied to these',
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
  knownOf: { staff: '{name} ({unit})', shop: '{name}', list: '{level} · {source} · {name}' },
  count: '{count} orders',
  countMany: 'more than {count} orders, the newest shown',
  outside: '{count} more orders are outside your data scope',
  outsideMany: 'At least {count} more orders are outside your data scope',
  holders: 'here {own}, there {other}',
  otherHolder: 'there {other}',
  states: '{state} {count}',
  shared: 'Shared',
  direct: 'Direct',
  indirect: 'Second step',
  through: 'through {name}: {kinds}',
  by: 'same {kinds}',
  graph: 'Graph',
  graphLabel:
    'Graph: {direct} orders tied directly, {indirect} in a second step; the list below says the same',
  thisOrder: 'This order',
  typed: 'Being typed',
  open: '{name} {orderNo}, {state}, {ties}',
  found: 'Related {count}',
  foundHint: 'What was typed is the same on other orders, people or lists; click to see',
  close: 'Close',
  more: 'Show all {count} orders',
}

export default relations
