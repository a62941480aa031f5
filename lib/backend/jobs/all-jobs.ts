import { sealContracts } from '../contracts/seal/seal-contracts.ts'
import { stampSeals } from '../contracts/seal/time-stamp.ts'
import { signingEnds } from '../contracts/signing/end-late.ts'
import { nightlySweep } from '../files/sweep-files.ts'
import { sendDue } from '../messages/due-watch.ts'
import type { Job } from './jobs.ts'

/** Every job there is. A name once given stays: rows of it wait in databases. */
export const allJobs: readonly Job[] = [nightlySweep, sendDue, signingEnds, sealContracts, stampSeals]
