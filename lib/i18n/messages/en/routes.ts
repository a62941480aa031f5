import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/routes.ts'

const routes: Shape<typeof zh> = {
  login: 'Sign in',
  lock: 'Lock screen',
  notFound: 'Page not found',
  forbidden: 'No access',
  serverError: 'Server error',
  collectUserInformation: 'Customer information collection',
  externalFrame: 'External page',
  home: 'Home',
  manual: 'User manual',
  releaseNotes: 'Release notes',
  personalInfo: 'Personal info',
  messageCentre: 'Message centre',
  intakeList: 'Intake list',
  intakeForm: 'Intake',
  intakeHistory: 'Customer review flow',
  intakeDetails: 'Intake detail',
  entryStandard: 'Standard order entry',
  entryDetails: 'Order entry detail',
  reviewProgress: 'Review progress',
  orderQuery: 'Order query',
  riskSceneRules: 'Scene rules',
  riskScenes: 'Scene management',
  preReviewPool: 'Pre-review pool',
  preReview: 'Pre-review',
  firstReview: 'First-review pool',
  firstReviewDetails: 'First review',
  dueDiligence: 'Due diligence',
  dueDiligenceDetails: 'Due-diligence visit',
}

export default routes
