import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/verbs.ts'

const verbs: Shape<typeof zh> = {
  view: 'View',
  details: 'Details',
  progress: 'Progress',
  edit: 'Edit',
  entry: 'Enter order',
  handle: 'Review',
  copy: 'Copy',
  transfer: 'Hand over',
  submitQuestion:
    'Submit {name} ({orderNo}) to pre-review? The order cannot be changed after that. Continue?',
  submitted: '{orderNo} is submitted to pre-review',
  rejected: '{orderNo} did not pass the rules of pre-review and is rejected',
  copied: 'Copied as {orderNo}',
  voidTitle: 'Void order',
  voidNote: 'A void order cannot be brought back.',
  voidReason: 'Reason',
  voided: '{orderNo} is void',
  unclaimed: '{orderNo} is back in the pool',
  transferTitle: 'Hand over order',
  transferTo: 'Hand over to',
  transferred: '{orderNo} is handed over',
  remind: 'Remind me',
  remindAt: 'At',
  remindNote: 'Note',
  remindDone: 'Your messages will remind you in time',
  remindCancel: 'Cancel the reminder',
  remindCancelled: 'Reminder cancelled',
  remindIs: 'There is a reminder for {time}; saving replaces it',
}

export default verbs
