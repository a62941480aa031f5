import { paperPages } from '@/components/materials/paper-pages'
import type { TodoKind } from '@/lib/domains/home/rules/todos'
import type { RouteKey } from '@/lib/routes'

/** The screen where each to-do is done. */
const own = {
  submit_pre: 'intakeForm',
  submit_first: 'entryStandard',
  pre_pass: 'preReview',
  first_pass: 'firstReviewDetails',
  risk_pass: 'riskApproval',
  reconsider: 'riskApproval',
  retry: 'releaseCase',
  reroute: 'capitalMaterialsDetails',
  funder_pass: 'capitalMaterialsDetails',
  bank_result: 'releaseCase',
  make_payment: 'releaseCase',
  refund: 'firstPaymentCase',
  diligence: 'dueDiligenceDetails',
  video: 'videoInterview',
  card: 'cardCase',
  econtract: 'contractCase',
  first_payment: 'firstPaymentCase',
  check_gps: 'gpsFittingCase',
  deduct_failed: 'loanCase',
  archive_send: 'archiveEntry',
  archive_keep: 'archiveEntry',
  archive_late: 'archiveOutbounds',
  archive_approve: 'archiveOutbounds',
  gps: 'gpsFittingCase',
  insurance: 'insuranceMaterialsDetails',
  mortgage: 'mortgageMaterialsDetails',
  funder: 'capitalMaterialsDetails',
} as const satisfies Record<Exclude<TodoKind, `${'review' | 'mend'}_${string}`>, RouteKey>

type OwnKind = keyof typeof own
type Place = { page: RouteKey; verb: OwnKind | 'review' | 'mend' }

/** Of the papers of an order there is one page for who judges and for who mends them. */
const ofPapers = Object.entries(paperPages).flatMap(([kind, page]) =>
  (['review', 'mend'] as const).map((verb): [string, Place] => [`${verb}_${kind}`, { page, verb }]),
)
const places: ReadonlyMap<string, Place> = new Map([
  ...Object.entries(own).map(([verb, page]): [string, Place] => [verb, { page, verb: verb as OwnKind }]),
  ...ofPapers,
])

/** Lists in which the order is looked for by its number. */
const lists: readonly RouteKey[] = ['archiveEntry', 'archiveOutbounds']
export const isList = (page: RouteKey): boolean => lists.includes(page)

/** The page where a to-do is done, and its verb; one of a newer service has none. */
export const placeOf = (event: string): Place | undefined => places.get(event)
