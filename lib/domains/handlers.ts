import { bulkHandlers } from '../platform/bulk/runs.ts'
import { changeHandlers } from '../platform/changes/handlers.ts'
import { exportHandlers } from '../platform/exports/exports.ts'
import type { Handlers } from '../platform/handler.ts'
import { jobHandlers } from '../platform/jobs/console.ts'
import { messageHandlers } from '../platform/messages/handlers.ts'
import { outsideHandlers } from '../platform/outside/console.ts'
import { archiveHandlers } from './archives/service/handlers.ts'
import { balanceHandlers } from './balances/service/handlers.ts'
import { blacklistHandlers } from './blacklist/service/entries.ts'
import { bookHandlers } from './books/service/handlers.ts'
import { calendarHandlers } from './calendar/service/calendar-days.ts'
import { capitalOrderHandlers } from './capital/service/handlers.ts'
import { bankCardHandlers } from './cards/service/handlers.ts'
import { closingHandlers } from './closings/service/closings.ts'
import { collectHandlers } from './collect/service/handlers.ts'
import { complaintHandlers } from './complaints/service/handlers.ts'
import { configurationHandlers } from './configuration/service/handlers.ts'
import {
  contractBatchHandlers,
  contractTemplateHandlers,
  orderContractHandlers,
} from './contracts/service/handlers.ts'
import { orderSigningHandlers, signingHandlers } from './contracts/service/signing/handlers.ts'
import { courierHandlers } from './couriers/service/couriers.ts'
import { customerHandlers } from './customers/service/handlers.ts'
import { deductionHandlers } from './deductions/service/handlers.ts'
import { dueDiligenceHandlers } from './due-diligence/service/handlers.ts'
import { enterpriseHandlers } from './enterprises/service/enterprises.ts'
import { evidenceHandlers } from './evidence/service/pins.ts'
import { firstPaymentHandlers } from './first-payments/service/handlers.ts'
import { fundFlowHandlers } from './fund-flows/service/handlers.ts'
import { funderHandlers } from './funders/service/funders.ts'
import { gpsHandlers } from './gps/service/handlers.ts'
import { homeHandlers } from './home/service/handlers.ts'
import { identityHandlers } from './identity/service/handlers.ts'
import { importHandlers } from './imports/service/imports.ts'
import { interviewHandlers } from './interviews/service/handlers.ts'
import { loanHandlers } from './loans/service/handlers.ts'
import { manufacturerHandlers } from './manufacturers/service/manufacturers.ts'
import { attachmentHandlers, paperHandlers } from './materials/service/handlers.ts'
import { openingHandlers } from './openings/service/handlers.ts'
import { applicationHandlers } from './orders/service/handlers.ts'
import { oversightHandlers } from './oversight/service/handlers.ts'
import { reveal } from './oversight/service/reveal.ts'
import { uploadErrors } from './oversight/service/upload-errors.ts'
import { paymentFileHandlers } from './payment-files/service/handlers.ts'
import { productHandlers } from './products/service/handlers.ts'
import { relationHandlers } from './relations/service/handlers.ts'
import { releaseHandlers } from './releases/service/handlers.ts'
import { repaymentHandlers } from './repayments/service/handlers.ts'
import { reviewHandlers } from './reviews/service/handlers.ts'
import { riskApprovalHandlers } from './risk/service/handlers.ts'
import { riskSceneHandlers } from './risk/service/scenes.ts'
import { serviceFeeHandlers } from './service-fees/service/handlers.ts'
import { settleAccountHandlers } from './settle-accounts/service/accounts.ts'
import { settlementHandlers } from './settlements/service/handlers.ts'
import { smsHandlers } from './sms/service/handlers.ts'
import { staffHandlers } from './staff/service/handlers.ts'
import { systemHandlers } from './system/service/handlers.ts'
import { tenantHandlers } from './tenants/service/handlers.ts'
import { unitHandlers } from './units/service/units.ts'
import { viewHandlers } from './views/service/views.ts'
import { voiceHandlers } from './voice/service/handlers.ts'
import { draftHandlers } from './workspace/service/drafts.ts'
import { workspaceHandlers } from './workspace/service/handlers.ts'
import { menuHandlers } from './workspace/service/menus.ts'

/** Every call of the contracts with what answers it. */
export const handlers: Handlers = {
  identity: { ...identityHandlers, ...menuHandlers, reveal },
  system: { ...systemHandlers, ...draftHandlers, uploadErrors },
  home: homeHandlers,
  products: productHandlers,
  applications: applicationHandlers,
  customers: customerHandlers,
  reviews: reviewHandlers,
  attachments: attachmentHandlers,
  workspace: workspaceHandlers,
  messages: messageHandlers,
  voice: voiceHandlers,
  archives: archiveHandlers,
  balances: balanceHandlers,
  openings: openingHandlers,
  funders: funderHandlers,
  manufacturers: manufacturerHandlers,
  enterprises: enterpriseHandlers,
  oversight: oversightHandlers,
  staff: staffHandlers,
  configuration: configurationHandlers,
  collect: collectHandlers,
  complaints: complaintHandlers,
  tenants: tenantHandlers,
  blacklist: blacklistHandlers,
  imports: importHandlers,
  closings: closingHandlers,
  deductions: deductionHandlers,
  couriers: courierHandlers,
  calendar: calendarHandlers,
  units: unitHandlers,
  books: bookHandlers,
  loans: loanHandlers,
  repayments: repaymentHandlers,
  relations: relationHandlers,
  riskApproval: riskApprovalHandlers,
  riskScenes: riskSceneHandlers,
  dueDiligence: dueDiligenceHandlers,
  evidence: evidenceHandlers,
  orderContracts: orderContractHandlers,
  contractTemplates: contractTemplateHandlers,
  jobs: jobHandlers,
  outside: outsideHandlers,
  sms: smsHandlers,
  orderSigning: orderSigningHandlers,
  signing: signingHandlers,
  bankCards: bankCardHandlers,
  papers: paperHandlers,
  capitalOrders: capitalOrderHandlers,
  firstPayments: firstPaymentHandlers,
  gps: gpsHandlers,
  interviews: interviewHandlers,
  contractBatches: contractBatchHandlers,
  changes: changeHandlers,
  settleAccounts: settleAccountHandlers,
  releases: releaseHandlers,
  paymentFiles: paymentFileHandlers,
  fundFlows: fundFlowHandlers,
  serviceFees: serviceFeeHandlers,
  settlements: settlementHandlers,
  bulk: bulkHandlers,
  listExports: exportHandlers,
  views: viewHandlers,
}
