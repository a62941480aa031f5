import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/intake.ts'

const intake: Shape<typeof zh> = {
  create: 'New intake',
  createdAt: 'Created on',
  empty: 'No intakes yet',
  emptyHint: 'New intakes appear here, to be completed and submitted to pre-review',
  historyDate: 'Entered on',
  historyEmpty: 'No reviews yet',
  historyEmptyHint: 'Once an order is submitted, who handled each stage, when and how is listed here',
  pending: 'Pending',
  newTitle: 'New intake',
  save: 'Save',
  toMend: '{count}: {notes}',
  saved: '{orderNo} is saved',
  confirmSubmit: 'The order cannot be changed once it is submitted. Continue?',
  age: 'Age',
  years: '{age} years',
  former: 'Former orders',
  formerCount: '{count}',
  photoHint:
    'Photos may be chosen first: once name, ID number, mobile, shop and salesman are there, the intake is saved as a draft and they are uploaded',
  mayNotCreate: 'You may not create intakes',
  drafts: 'Drafts ({count})',
  draftsWait: 'You have {count} unsubmitted drafts.',
  draftsShow: 'Show drafts',
  draftNo: 'Draft {no}',
  draftMade: 'This draft was saved as order {orderNo}',
}

export default intake
