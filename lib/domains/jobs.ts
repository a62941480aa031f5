import { changesEnd } from '../platform/changes/end-change.ts'
import { sweepExports } from '../platform/exports/sweep-exports.ts'
import { nightlySweep } from '../platform/files/sweep-files.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { tidyJobs } from '../platform/jobs/tidy-jobs.ts'
import { sendDue } from '../platform/messages/due-watch.ts'
import { forgetDeadLetters } from '../platform/outside/forget.ts'
import { openArchives } from './archives/service/follow-order.ts'
import { trackParcels } from './archives/service/tracks.ts'
import { proveBooks } from './books/service/prove.ts'
import { watchFunders } from './capital/service/watch-funders.ts'
import { closingJob } from './closings/service/closing-job.ts'
import { demoPortfolioJob } from './closings/service/demo-portfolio.ts'
import { demoContractsJob } from './contracts/service/demo-contracts.ts'
import { contractBatchJob } from './contracts/service/run-batch.ts'
import { takeProviderSeals } from './contracts/service/seal/provider-seal.ts'
import { sealContracts } from './contracts/service/seal/seal-contracts.ts'
import { stampSeals } from './contracts/service/seal/time-stamp.ts'
import { signingEnds } from './contracts/service/signing/end-late.ts'
import { deductJob } from './deductions/service/send-tasks.ts'
import { autoMatch } from './fund-flows/service/auto-match.ts'
import { watchGps } from './gps/service/signs.ts'
import { sweepImports } from './imports/service/sweep-imports.ts'
import { remindDeadlines } from './materials/service/remind-deadlines.ts'
import { watchPolicies } from './materials/service/watch-policies.ts'
import { watchAgreements } from './openings/service/watch-agreements.ts'
import { bookAnswers } from './payment-files/service/book-answer.ts'
import { demoReleasesJob } from './releases/service/demo-releases.ts'
import { certify } from './settlements/service/certify.ts'
import { expireJob } from './settlements/service/expire.ts'

/**
 * Every job there is but `bulk.run` and `exports.run`, which make calls, and so know the console of jobs, which knows
 * these. A name once given stays: rows of it wait in databases. Its words are `jobs.titles.<name>`.
 */
export const allJobs: readonly Job[] = [
  nightlySweep,
  sweepExports,
  sweepImports,
  sendDue,
  forgetDeadLetters,
  tidyJobs,
  signingEnds,
  // The last signer looks at the phone until the set is sealed.
  { ...sealContracts, awaited: true },
  takeProviderSeals,
  stampSeals,
  contractBatchJob,
  demoContractsJob,
  changesEnd,
  demoReleasesJob,
  bookAnswers,
  autoMatch,
  watchPolicies,
  remindDeadlines,
  watchGps,
  watchFunders,
  watchAgreements,
  openArchives,
  trackParcels,
  proveBooks,
  certify,
  expireJob,
  closingJob,
  demoPortfolioJob,
  deductJob,
]
