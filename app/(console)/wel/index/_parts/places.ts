import { paperPages } from '@/components/materials/paper-pages'
import type { RouteKey } from '@/lib/routes'
import type { PaperKind } from '@/lib/rules/material-sets'
import { type TodoKind, todos } from '@/lib/rules/todos'

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
  gps: 'gpsFittingCase',
  insurance: 'insuranceMaterialsDetails',
  mortgage: 'mortgageMaterialsDetails',
  funder: 'capitalMaterialsDetails',
} as const satisfies Partial<Record<TodoKind, RouteKey>>

type OwnKind = keyof typeof own

/** Of the papers of an order there is one page for who judges and for who mends them. */
const ofPapers = (event: string) => {
  const [step, ...kind] = event.split('_')
  return { step: step as 'review' | 'mend', page: paperPages[kind.join('_') as PaperKind] }
}

/** Whether a to-do has a screen; one of a newer service has none. */
export const hasPlace = (event: string): event is TodoKind => Object.hasOwn(todos, event)

export const placeOf = (event: TodoKind): RouteKey =>
  Object.hasOwn(own, event) ? own[event as OwnKind] : ofPapers(event).page

/** The key of its verb. */
export const verbOf = (event: TodoKind): `home.do.${OwnKind | 'review' | 'mend'}` =>
  `home.do.${Object.hasOwn(own, event) ? (event as OwnKind) : ofPapers(event).step}`
