import { bulkSubject } from '../platform/bulk/runs.ts'
import { changeSubject } from '../platform/changes/check-changes.ts'
import { deputySubject } from '../platform/changes/deputies.ts'
import { exportSubject } from '../platform/exports/exports.ts'
import type { RuledSubject } from '../platform/handler.ts'
import { jobSubject } from '../platform/jobs/console.ts'
import { noticeSubject } from '../platform/messages/announcements.ts'
import { reminderSubject } from '../platform/messages/reminders.ts'
import { outsideCallSubject, simulatorSubject } from '../platform/outside/console.ts'
import type { SubjectRules } from '../platform/subject.ts'
import { archiveSubject } from './archives/service/archive-record.ts'
import { mailSubject } from './archives/service/mails.ts'
import { outboundSubject } from './archives/service/outbounds.ts'
import { takeSubject } from './archives/service/takes.ts'
import { balanceSubject } from './balances/service/balance-record.ts'
import { blacklistSubject } from './blacklist/service/entries.ts'
import { accountSubject as glAccountSubject } from './books/service/accounts.ts'
import { periodSubject } from './books/service/periods.ts'
import { voucherLayoutSubject } from './books/service/vouchers.ts'
import { calendarDaySubject } from './calendar/service/calendar-days.ts'
import { closingSubject } from './closings/service/closings.ts'
import { linkSubject } from './collect/service/links.ts'
import { complaintSubject } from './complaints/service/save-complaint.ts'
import { dictionarySubject } from './configuration/service/edit-dictionary.ts'
import { dictionaryItemSubject } from './configuration/service/edit-items.ts'
import { menuSubject } from './configuration/service/menu-rows.ts'
import { contractBatchSubject } from './contracts/service/batches.ts'
import { contractTemplateSubject } from './contracts/service/templates.ts'
import { courierSubject } from './couriers/service/couriers.ts'
import { customerSubject } from './customers/service/update-customer.ts'
import { diligenceSubject } from './due-diligence/service/move-diligence.ts'
import { enterpriseSubject } from './enterprises/service/enterprises.ts'
import { fundFlowSubject } from './fund-flows/service/hand-match.ts'
import { flowImportSubject } from './fund-flows/service/imports.ts'
import { funderSubject } from './funders/service/funders.ts'
import { gpsDeviceSubject } from './gps/service/stock.ts'
import { rowImportSubject } from './imports/service/imports.ts'
import { interviewSubject } from './interviews/service/move-interview.ts'
import { loanSubject } from './loans/service/loan-record.ts'
import { manufacturerSubject, policySubject } from './manufacturers/service/manufacturers.ts'
import { openingSubject } from './openings/service/opening-record.ts'
import { orderSubject } from './orders/service/move-order.ts'
import { errorSubject } from './oversight/service/error-groups.ts'
import { feedbackSubject } from './oversight/service/feedback-answers.ts'
import { sessionSubject } from './oversight/service/online-sessions.ts'
import { paymentFileSubject } from './payment-files/service/file-record.ts'
import { feeSubject } from './products/service/fees.ts'
import { residualSubject } from './products/service/residuals.ts'
import { productSubject } from './products/service/versions.ts'
import { riskSceneSubject } from './risk/service/scenes.ts'
import { feeBatchSubject, feeLineSubject } from './service-fees/service/batch-record.ts'
import { accountSubject } from './settle-accounts/service/accounts.ts'
import { settlementSubject } from './settlements/service/settlement-record.ts'
import { smsSubject } from './sms/service/records.ts'
import { userSubject } from './staff/service/lock-user.ts'
import { roleSubject } from './staff/service/save-role.ts'
import { tenantSubject } from './tenants/service/tenant-row.ts'
import { orgUnitSubject } from './units/service/unit-record.ts'
import { viewSubject } from './views/service/views.ts'
import { seatSubject } from './voice/service/manage-seats.ts'

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
  courier: courierSubject,
  calendarDay: calendarDaySubject,
  orgUnit: orgUnitSubject,
  closing: closingSubject,
  loan: loanSubject,
  glAccount: glAccountSubject,
  period: periodSubject,
  voucherLayout: voucherLayoutSubject,
  riskScene: riskSceneSubject,
  dueDiligence: diligenceSubject,
  contractTemplate: contractTemplateSubject,
  sms: smsSubject,
  interview: interviewSubject,
  contractBatch: contractBatchSubject,
  bulk: bulkSubject,
  export: exportSubject,
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
  flowImport: flowImportSubject,
  rowImport: rowImportSubject,
  fundFlow: fundFlowSubject,
  feeBatch: feeBatchSubject,
  feeLine: feeLineSubject,
  settlement: settlementSubject,
  gpsDevice: gpsDeviceSubject,
  opening: openingSubject,
  balance: balanceSubject,
  view: viewSubject,
  funder: funderSubject,
  manufacturer: manufacturerSubject,
  subsidyPolicy: policySubject,
  enterprise: enterpriseSubject,
  archive: archiveSubject,
  archiveMail: mailSubject,
  archiveOutbound: outboundSubject,
  archiveTake: takeSubject,
} satisfies Record<RuledSubject, SubjectRules>
export type Subjects = typeof subjects
