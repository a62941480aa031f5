import { href } from '../routes.ts'
import { pagesOfKind } from '../routes-of-templates.ts'

/** A part of the catalogue beside the frame's; each is a file of namespaces in lib/i18n/messages. */
export type Part =
  | 'forms'
  | 'dialogs'
  | 'lists'
  | 'intake'
  | 'records'
  | 'administration'
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

const ofRecords: readonly Part[] = ['forms', 'dialogs', 'lists', 'intake', 'records']

const ofEverything: readonly Part[] = [...ofRecords, 'administration', 'products', 'risks', 'signing']

/** Other pages by how their paths begin; the first that fits. */
const beginnings: readonly (readonly [start: string, parts: readonly Part[]])[] = [
  // The log says what was done anywhere, a role what may be done anywhere.
  [href('operationLog'), ofEverything],
  [href('adminRoles'), ofEverything],
  [href('blacklist'), ['forms', 'lists', 'risks']],
  ['/sys/', ['forms', 'dialogs', 'lists', 'administration']],
  ['/riskengine/', ['forms', 'lists', 'intake', 'risks']],
  [href('productDetails'), ['forms', 'lists', 'intake', 'records', 'products']],
  [href('contractTemplates'), ['forms', 'lists', 'intake', 'records', 'products']],
  ['/product/', ['forms', 'lists', 'intake', 'products']],
  ['/elecontract/', [...ofRecords, 'signing']],
  ['/zxjd/', ['lists', 'records']],
  ['/info/', ['forms', 'dialogs', 'lists']],
]

/** The parts that the page of a path speaks from, beside the frame's; a page that is not named here is one of a record. */
export function partsOf(path: string): readonly Part[] {
  if (path === href('home')) return []
  if (lists.includes(path)) return ['lists']
  if (intakes.includes(path)) return ['forms', 'lists', 'intake']
  if (entries.includes(path)) return ['forms', 'lists', 'intake', 'records']
  return beginnings.find(([start]) => path.startsWith(start))?.[1] ?? ofRecords
}
