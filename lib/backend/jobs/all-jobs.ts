import { demoContractsJob } from '../contracts/demo-contracts.ts'
import { contractBatchJob } from '../contracts/run-batch.ts'
import { nightlySweep } from '../files/sweep-files.ts'
import { sendDue } from '../messages/due-watch.ts'
import type { Job } from './jobs.ts'

/** Every job there is. A name once given stays: rows of it wait in databases. */
export const allJobs: readonly Job[] = [nightlySweep, sendDue, contractBatchJob, demoContractsJob]
