import { accountSubject } from './accounts/accounts.ts'
import { orderSubject } from './applications/move-order.ts'
import { blacklistSubject } from './blacklist/entries.ts'
import { bulkSubject } from './bulk/runs.ts'
import { changeSubject } from './changes/check-changes.ts'
import { deputySubject } from './changes/deputies.ts'
import { linkSubject } from './collect/links.ts'
import { complaintSubject } from './complaints/save-complaint.ts'
import { dictionarySubject } from './configuration/edit-dictionary.ts'
import { dictionaryItemSubject } from './configuration/edit-items.ts'
import { menuSubject } from './configuration/menu-rows.ts'
import { contractBatchSubject } from './contracts/batches.ts'
import { contractTemplateSubject } from './contracts/templates.ts'
import { customerSubject } from './customers/update-customer.ts'
import { diligenceSubject } from './due-diligence/move-diligence.ts'
import { gpsDeviceSubject } from './gps/stock.ts'
import type { RuledSubject } from './handler.ts'
import { interviewSubject } from './interviews/move-interview.ts'
import { jobSubject } from './jobs/console.ts'
import { noticeSubject } from './messages/announcements.ts'
import { reminderSubject } from './messages/reminders.ts'
import { outsideCallSubject, simulatorSubject } from './outside/console.ts'
import { errorSubject } from './oversight/error-groups.ts'
import { feedbackSubject } from './oversight/feedback-answers.ts'
import { sessionSubject } from './oversight/online-sessions.ts'
import { paymentFileSubject } from './payment-files/file-record.ts'
import { feeSubject } from './products/fees.ts'
import { residualSubject } from './products/residuals.ts'
import { productSubject } from './products/versions.ts'
import { riskSceneSubject } from './risk/scenes.ts'
import { smsSubject } from './sms/records.ts'
import { userSubject } from './staff/lock-user.ts'
import { roleSubject } from './staff/save-role.ts'
import type { SubjectRules } from './subject.ts'
import { tenantSubject } from './tenants/tenant-row.ts'
import { seatSubject } from './voice/manage-seats.ts'

/** Every kind of record that a write of the rule is on: a contract that names another one does not compile. */
export const subjects = {
  order: orderSubject,
  customer: customerSubject,
  complaint: complaintSubject,
  user: userSubject,
  role: roleSubject,
  session: sessionSubject,
  menu: menuSubject,
  dictionary: dictionarySubject,
  dictionaryItem: dictionaryItemSubject,
  tenant: tenantSubject,
  seat: seatSubject,
  blacklist: blacklistSubject,
  riskScene: riskSceneSubject,
  dueDiligence: diligenceSubject,
  contractTemplate: contractTemplateSubject,
  sms: smsSubject,
  interview: interviewSubject,
  contractBatch: contractBatchSubject,
  bulk: bulkSubject,
  product: productSubject,
  residual: residualSubject,
  fee: feeSubject,
  link: linkSubject,
  notice: noticeSubject,
  reminder: reminderSubject,
  feedback: feedbackSubject,
  error: errorSubject,
  job: jobSubject,
  outsideCall: outsideCallSubject,
  simulator: simulatorSubject,
  change: changeSubject,
  deputy: deputySubject,
  account: accountSubject,
  paymentFile: paymentFileSubject,
  gpsDevice: gpsDeviceSubject,
} satisfies Record<RuledSubject, SubjectRules>
export type Subjects = typeof subjects
