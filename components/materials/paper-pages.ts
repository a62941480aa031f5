import type { PaperKind } from '@/lib/domains/materials/rules/material-sets'
import type { RouteKey } from '@/lib/routes'

/** The page of the papers of each kind. */
export const paperPages = {
  insurance: 'insuranceMaterialsDetails',
  insurer: 'insurerSubmission',
  mortgage: 'mortgageMaterialsDetails',
  capital: 'capitalMaterialsDetails',
  used_extra: 'usedCarSupplementDetails',
  new_extra: 'newCarSupplementDetails',
} as const satisfies Record<PaperKind, RouteKey>
