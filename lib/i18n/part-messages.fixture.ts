import * as administration from './messages/zh-CN/part-administration.ts'
import * as archives from './messages/zh-CN/part-archives.ts'
import * as cards from './messages/zh-CN/part-cards.ts'
import * as channels from './messages/zh-CN/part-channels.ts'
import * as contracts from './messages/zh-CN/part-contracts.ts'
import * as dialogs from './messages/zh-CN/part-dialogs.ts'
import * as entries from './messages/zh-CN/part-entries.ts'
import * as forms from './messages/zh-CN/part-forms.ts'
import * as frame from './messages/zh-CN/part-frame.ts'
import * as gps from './messages/zh-CN/part-gps.ts'
import * as guest from './messages/zh-CN/part-guest.ts'
import * as imports from './messages/zh-CN/part-imports.ts'
import * as intake from './messages/zh-CN/part-intake.ts'
import * as lists from './messages/zh-CN/part-lists.ts'
import * as loans from './messages/zh-CN/part-loans.ts'
import * as logs from './messages/zh-CN/part-logs.ts'
import * as papers from './messages/zh-CN/part-papers.ts'
import * as partners from './messages/zh-CN/part-partners.ts'
import * as payments from './messages/zh-CN/part-payments.ts'
import * as products from './messages/zh-CN/part-products.ts'
import * as records from './messages/zh-CN/part-records.ts'
import * as risks from './messages/zh-CN/part-risks.ts'
import * as signing from './messages/zh-CN/part-signing.ts'
import * as staff from './messages/zh-CN/part-staff.ts'
import * as visits from './messages/zh-CN/part-visits.ts'
import type { Part } from './parts.ts'

/** The namespaces of each part of the catalogue, for tests that ask where a word stands. */
export const partMessages = {
  administration,
  archives,
  cards,
  channels,
  contracts,
  dialogs,
  entries,
  forms,
  frame,
  gps,
  guest,
  imports,
  intake,
  lists,
  loans,
  logs,
  papers,
  partners,
  payments,
  products,
  records,
  risks,
  signing,
  staff,
  visits,
} as const satisfies Record<Part | 'frame', object>
