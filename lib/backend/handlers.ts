import { settleAccountHandlers } from './accounts/accounts.ts'
import { applicationHandlers } from './applications/handlers.ts'
import { blacklistHandlers } from './blacklist/entries.ts'
import { bulkHandlers } from './bulk/runs.ts'
import { capitalOrderHandlers } from './capital/handlers.ts'
import { bankCardHandlers } from './cards/handlers.ts'
import { changeHandlers } from './changes/handlers.ts'
import { collectHandlers } from './collect/handlers.ts'
import { complaintHandlers } from './complaints/handlers.ts'
import { configurationHandlers } from './configuration/handlers.ts'
import {
  contractBatchHandlers,
  contractTemplateHandlers,
  orderContractHandlers,
} from './contracts/handlers.ts'
import { orderSigningHandlers, signingHandlers } from './contracts/signing/handlers.ts'
import { customerHandlers } from './customers/handlers.ts'
import { dueDiligenceHandlers } from './due-diligence/handlers.ts'
import { evidenceHandlers } from './evidence/pins.ts'
import { firstPaymentHandlers } from './first-payments/handlers.ts'
import { gpsHandlers } from './gps/handlers.ts'
import type { Handlers } from './handler.ts'
import { homeHandlers } from './home/handlers.ts'
import { identityHandlers } from './identity/handlers.ts'
import { interviewHandlers } from './interviews/handlers.ts'
import { jobHandlers } from './jobs/console.ts'
import { attachmentHandlers, paperHandlers } from './materials/handlers.ts'
import { messageHandlers } from './messages/handlers.ts'
import { outsideHandlers } from './outside/console.ts'
import { oversightHandlers } from './oversight/handlers.ts'
import { paymentFileHandlers } from './payment-files/handlers.ts'
import { productHandlers } from './products/handlers.ts'
import { relationHandlers } from './relations/handlers.ts'
import { releaseHandlers } from './releases/handlers.ts'
import { reviewHandlers } from './reviews/handlers.ts'
import { riskApprovalHandlers } from './risk/handlers.ts'
import { riskSceneHandlers } from './risk/scenes.ts'
import { smsHandlers } from './sms/handlers.ts'
import { staffHandlers } from './staff/handlers.ts'
import { systemHandlers } from './system/handlers.ts'
import { tenantHandlers } from './tenants/handlers.ts'
import { voiceHandlers } from './voice/handlers.ts'
import { workspaceHandlers } from './workspace/handlers.ts'

/** Every call of the contracts with what answers it. */
export const handlers: Handlers = {
  identity: identityHandlers,
  system: systemHandlers,
  home: homeHandlers,
  products: productHandlers,
  applications: applicationHandlers,
  customers: customerHandlers,
  reviews: reviewHandlers,
  attachments: attachmentHandlers,
  workspace: workspaceHandlers,
  messages: messageHandlers,
  voice: voiceHandlers,
  oversight: oversightHandlers,
  staff: staffHandlers,
  configuration: configurationHandlers,
  collect: collectHandlers,
  complaints: complaintHandlers,
  tenants: tenantHandlers,
  blacklist: blacklistHandlers,
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
  bulk: bulkHandlers,
}
