import { href } from '../routes.ts'
import { pagesOfKind } from '../routes-of-templates.ts'

/** A part of the catalogue beside the frame's; each is a file of namespaces in lib/i18n/messages. */
export type Part = 'forms' | 'dialogs' | 'lists' | 'intake' | 'records' | 'administration'

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

/** The parts that the page of a path speaks from, beside the frame's; a page that is not named here has all it may need. */
export function partsOf(path: string): readonly Part[] {
  if (path === href('home')) return []
  if (lists.includes(path)) return ['lists']
  if (intakes.includes(path)) return ['forms', 'lists', 'intake']
  if (entries.includes(path)) return ['forms', 'lists', 'intake', 'records']
  const all = ['forms', 'dialogs', 'lists', 'intake', 'records'] as const
  const settings = ['/sys/', '/riskengine/', '/product/']
  return settings.some((start) => path.startsWith(start)) ? [...all, 'administration'] : all
}
