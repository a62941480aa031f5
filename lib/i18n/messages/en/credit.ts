import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/credit.ts'

const credit: Shape<typeof zh> = {
  lists: 'Lists',
  noLists: 'On none of the lists',
  until: 'Valid to',
  numbers: {
    idNo: 'Identity number',
    mobile: 'Mobile',
    cardNo: 'Bank card',
    address: 'Address',
    uscc: 'Social credit code',
    vin: 'VIN',
    plateNo: 'Number plate',
    deviceNo: 'Device number',
  },
  scenes: 'What the scenes say',
  orders: 'Other orders of the same ID number',
  noOrders: 'No other orders',
  outside: '{count} more are outside your data scope',
  complaints: 'Open complaints',
  noComplaints: 'No open complaints',
  levels: { 一般: 'Ordinary', 重要: 'Important', 紧急: 'Urgent' },
  states: { 待受理: 'New', 处理中: 'Being handled', 待回访: 'To be called back' },
  deadline: 'Due',
}

export default credit
