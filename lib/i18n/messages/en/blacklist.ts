import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/blacklist.ts'

const blacklist: Shape<typeof zh> = {
  names: {
    titles: { blacklist: 'Watch lists' },
    permissions: {
      'sys:blacklist:list': 'See the black, grey and white lists',
      'sys:blacklist:save': 'Manage the black, grey and white lists',
    },
    actions: {
      blacklist: {
        add: 'List entry added',
        stop: 'List entry stopped',
        look: 'Searched the list by a number',
      },
    },
    objects: { blacklist: 'List entry' },
  },
  add: 'Add an entry',
  number: 'Number',
  numberType: 'Type of number',
  kind: 'About',
  level: 'List',
  source: 'Source',
  reason: 'Reason',
  validTo: 'Valid to',
  validToHint: 'Left empty, it is valid for good',
  state: 'State',
  expiresWithin: 'Expires within',
  stopReason: 'Stopped because',
  createdAt: 'Added at',
  levels: { 黑: 'Black', 灰: 'Grey', 白: 'White' },
  kinds: { 个人: 'Person', 企业: 'Company', 车辆: 'Vehicle', 设备: 'Device' },
  sources: { 内部: 'Our own', 资方: 'Funder', 司法: 'Court' },
  states: { active: 'In force', stopped: 'Stopped', expired: 'Expired' },
  types: {
    idNo: 'Identity number',
    mobile: 'Mobile',
    cardNo: 'Bank card',
    address: 'Address',
    uscc: 'Social credit code',
    vin: 'VIN',
    plateNo: 'Number plate',
    deviceNo: 'Device number',
  },
  days: { '7': '7 days', '30': '30 days', '90': '90 days' },
  added: '{number} added: {level}',
  stop: 'Stop',
  stopTitle: 'Stop {number}',
  stopNote: 'It no longer blocks or warns and cannot be started again; it can be read, and added anew.',
  stopMany: 'Stop {count} entries?',
  stopped: '{number} stopped',
  isStopped: 'This entry is stopped already',
  isOver: 'The last day cannot be before today',
  taken: 'This number stands on a list; stop that entry first',
  search: 'Reason/number (4 and more)',
  empty: 'No entries',
  emptyHint: 'Once added, orders are checked by number when they are submitted',
}

export default blacklist
