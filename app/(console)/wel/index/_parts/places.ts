import type { RouteKey } from '@/lib/routes'

/** The screen where each event is raised: what a to-do leads to. */
export const places = {
  submit_pre: 'intakeForm',
  submit_first: 'entryStandard',
  pre_pass: 'preReview',
  first_pass: 'firstReviewDetails',
  risk_pass: 'riskApproval',
} as const satisfies Record<string, RouteKey>

export const hasPlace = (event: string): event is keyof typeof places => Object.hasOwn(places, event)
