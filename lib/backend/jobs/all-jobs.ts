import { watchFunders } from '../capital/watch-funders.ts'
import { changesEnd } from '../changes/end-change.ts'
import { demoContractsJob } from '../contracts/demo-contracts.ts'
import { contractBatchJob } from '../contracts/run-batch.ts'
import { takeProviderSeals } from '../contracts/seal/provider-seal.ts'
import { sealContracts } from '../contracts/seal/seal-contracts.ts'
import { stampSeals } from '../contracts/seal/time-stamp.ts'
import { signingEnds } from '../contracts/signing/end-late.ts'
import { nightlySweep } from '../files/sweep-files.ts'
import { watchGps } from '../gps/signs.ts'
import { remindDeadlines } from '../materials/remind-deadlines.ts'

import { watchPolicies } from '../materials/watch-policies.ts'
import { sendDue } from '../messages/due-watch.ts'
import { forgetDeadLetters } from '../outside/forget.ts'
import { bookAnswers } from '../payment-files/book-answer.ts'
import { demoReleasesJob } from '../releases/demo-releases.ts'
import type { Job } from './jobs.ts'
import { tidyJobs } from './tidy-jobs.ts'

/**
 * Every job there is but `bulk.run`, which makes calls, and so knows the console of jobs, which knows these. A name once given stays: rows of it wait in databases. Its words are
 * `jobs.titles.<name>`.
 */
export const allJobs: readonly Job[] = [
  nightlySweep,
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
  watchPolicies,
  remindDeadlines,
  watchGps,
  watchFunders,
]
