import { href } from '../routes.ts'
import { pagesOfKind } from '../routes-of-templates.ts'

/** A part of the catalogue beside the frame's; each is a file of namespaces in lib/i18n/messages. */
export type Part =
  | 'forms'
  | 'dialogs'
  | 'lists'
  | 'intake'
  | 'records'
  | 'entries'
  | 'papers'
  | 'payments'
  | 'loans'
  | 'contracts'
  | 'visits'
  | 'imports'
  | 'cards'
  | 'archives'
  | 'gps'
  | 'administration'
  | 'staff'
  | 'logs'
  | 'channels'
  | 'partners'
  | 'products'
  | 'risks'
  | 'signing'
  | 'guest'

const lists = [
  href('riskPool'),
  href('intakeList'),
  href('intakeHistory'),
  href('orderQuery'),
  href('preReviewPool'),
  href('firstReview'),
  href('reviewList'),
]

const addressesOf = (page: Parameters<typeof pagesOfKind>[0]) => pagesOfKind(page).map((key) => href(key))
const intakes = addressesOf('intake')
const entries = addressesOf('entry')

const ofForms: readonly Part[] = ['forms', 'dialogs', 'lists', 'intake']
/** The fields of an entry stand on every page of an order. */
const ofRecords: readonly Part[] = [...ofForms, 'records', 'entries']
const ofOrders: readonly Part[] = [
  ...ofRecords,
  'papers',
  'payments',
  'loans',
  'contracts',
  'visits',
  'cards',
  'gps',
]
const ofEverything: readonly Part[] = [
  ...ofOrders,
  'administration',
  'staff',
  'logs',
  'archives',
  'channels',
  'partners',
  'products',
  'risks',
  'imports',
  'signing',
]
const ofLogs: readonly Part[] = ['forms', 'dialogs', 'lists', 'logs']
const ofStaff: readonly Part[] = ['forms', 'dialogs', 'lists', 'staff']
const ofChannels: readonly Part[] = ['forms', 'dialogs', 'lists', 'channels']
const ofPartners: readonly Part[] = ['forms', 'lists', 'partners']
const ofArchives: readonly Part[] = ['forms', 'dialogs', 'lists', 'archives']
const ofPapers: readonly Part[] = [...ofForms, 'papers']
const ofPaperRecords: readonly Part[] = [...ofPapers, 'payments']
const ofPayments: readonly Part[] = [...ofForms, 'payments']
const ofLoans: readonly Part[] = [...ofPayments, 'records', 'loans']
/** Everything that its release left to do of papers stands on the page of a loan. */
const ofLoanCases: readonly Part[] = [...ofLoans, 'papers']
const ofReviews: readonly Part[] = [...ofRecords, 'visits', 'cards']

/** Other pages by how their paths begin; the first that fits. */
const beginnings: readonly (readonly [start: string, parts: readonly Part[]])[] = [
  // The log says what was done anywhere, a role what may be done anywhere.
  [href('operationLog'), ofEverything],
  [href('adminRoles'), ofEverything],
  [href('adminUsers'), ofStaff],
  [href('adminSeats'), ofStaff],
  [href('blacklist'), ['forms', 'lists', 'risks']],
  [href('loginLog'), ofLogs],
  [href('errorLogList'), ofLogs],
  [href('onlineUsers'), ofLogs],
  [href('feedbackList'), ofLogs],
  [href('jobs'), ofLogs],
  [href('closings'), [...ofLogs, 'administration']],
  [href('outsideCalls'), ofLogs],
  ['/sys/', ['forms', 'dialogs', 'lists', 'administration']],
  ['/riskengine/', ['forms', 'lists', 'intake', 'risks']],
  [href('productDetails'), [...ofRecords, 'products']],
  [href('contractTemplates'), [...ofForms, 'contracts', 'products']],
  [href('feeConstants'), ['forms', 'lists', 'intake', 'products']],
  ['/business/', ofPartners],
  [href('manufacturers'), ofPartners],
  [href('entryTemplates'), ['forms', 'lists', 'intake', 'entries', 'products']],
  ['/product/', ['forms', 'lists', 'intake', 'products']],
  [href('preReview'), ofRecords],
  [href('firstReviewDetails'), ofReviews],
  [href('riskApproval'), ofReviews],
  [href('contractCase'), [...ofRecords, 'contracts', 'signing']],
  ['/elecontract/', [...ofForms, 'contracts', 'signing']],
  [href('contractSms'), ['forms', 'lists', 'contracts']],
  [href('loanCase'), ofLoanCases],
  [href('loanDetails'), ofLoanCases],
  ['/hzhc/', ofLoans],
  ['/loan', ofLoans],
  ['/ledger/', ofLoans],
  ['/apply-settle/', ofLoans],
  [href('orderRepaymentPlan'), ofLoanCases],
  [href('cardCase'), [...ofPaperRecords, 'cards']],
  ['/sign/', [...ofForms, 'cards']],
  [href('insuranceMaterialsDetails'), ofPaperRecords],
  [href('mortgageMaterialsDetails'), ofPaperRecords],
  [href('capitalMaterialsDetails'), ofPaperRecords],
  ['/materials/', ofPapers],
  [href('insurerSubmission'), ofPaperRecords],
  ['/lifebao/', ofPapers],
  [href('usedCarSupplementDetails'), ofPaperRecords],
  [href('newCarSupplementDetails'), ofPaperRecords],
  ['/usedsupplement/', ofPapers],
  [href('firstPaymentCase'), ofPaperRecords],
  ['/payment/', ofPayments],
  [href('releaseCase'), [...ofPayments, 'records']],
  ['/release/', ofPayments],
  [href('accountReview'), ofPayments],
  ['/branch/', ofChannels],
  ['/shop/', ofChannels],
  ['/archives', ofArchives],
  ['/check/', ofPayments],
  [href('gpsFittingCase'), [...ofPaperRecords, 'gps']],
  ['/gps/', [...ofForms, 'gps']],
  ['/interview/', [...ofForms, 'entries', 'visits']],
  ['/zxjd/', ['lists', 'visits']],
  ['/info/', ['forms', 'dialogs', 'lists']],
  ['/create/', ofRecords],
  ['/record/', [...ofRecords, 'cards']],
  ['/mycheope', ofRecords],
]

/** The parts that the page of a path speaks from, beside the frame's; a page that is not named here is one of a record. */
export function partsOf(path: string): readonly Part[] {
  if (path === href('home')) return []
  if (lists.includes(path)) return ['lists']
  if (intakes.includes(path)) return ['forms', 'lists', 'intake', 'entries']
  if (entries.includes(path)) return ['forms', 'lists', 'intake', 'records', 'entries']
  return beginnings.find(([start]) => path.startsWith(start))?.[1] ?? ofRecords
}
