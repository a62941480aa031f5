import { getEnv, type SealKey } from '../env.ts'
import { answerCall, answerTogether } from '../platform/answer-call.ts'
import { rowsJob } from '../platform/bulk/work-rows.ts'
import type { LiveEvent } from '../platform/contract/live.ts'
import { closeDatabase, type DatabaseOptions, databaseLoad, openDatabase } from '../platform/db/client.ts'
import { exportJob } from '../platform/exports/make-file.ts'
import { type FilePlace, keepFilesIn } from '../platform/files/file-store.ts'
import { scanWith } from '../platform/files/scan-file.ts'
import { workOffJobs } from '../platform/jobs/work-off.ts'
import { listenToEvents } from '../platform/live-events.ts'
import { log } from '../platform/log.ts'
import type { PortName } from '../platform/outside/rules/outside.ts'
import { type PortAddress, wirePorts } from '../platform/outside/wiring.ts'
import { sendOutbox } from '../platform/outside/worker.ts'
import { createReadiness } from '../platform/readiness.ts'
import { watchReads } from '../platform/write-frame.ts'
import { hasTenant } from './admin.ts'
import { endDrawing } from './contracts/service/draw-contract.ts'
import { sealWith } from './contracts/service/seal/company-seal.ts'
import { seedWhenEmpty } from './demo.ts'
import { freeFlows } from './fund-flows/service/free-flows.ts'
import { offerDemo } from './identity/service/demo-offer.ts'
import { chooseTurn, type TurnSetting } from './interviews/service/ice-servers.ts'
import { allJobs } from './jobs.ts'
import { followLoansWith } from './loans/service/project-loan.ts'
import { endCleaner } from './materials/service/clean-file.ts'
import { fillKeysOnce } from './relations/service/fill-keys.ts'
import { offerToTenants } from './seed/essentials.ts'
import { followLoan } from './settlements/service/follow-loan.ts'
import { stopWatchingHolds } from './voice/service/lapse-watch.ts'
import { sealSecretsWith } from './voice/service/seat-secret.ts'
import { openLine } from './voice/service/simulator.ts'

/** The embedded /nlos/ service of this process: from request to response, as an outside one would answer. */
export type Backend = {
  fetch(request: Request): Promise<Response>
  /** The calls that a page begins with, all of one session; each answer comes as soon as it is known. */
  fetchTogether(requests: readonly Request[]): Promise<Response>[]
  /** True where calls find what they need: a table to read, room to write in the database and in the folder of files. */
  ready(): Promise<boolean>
  /** Connections to the database by state. */
  load: typeof databaseLoad
  /** Hears what happens to users who are signed in; null after a break in which something may have been missed. */
  listen(hear: (event: LiveEvent | null) => void): Promise<void>
  /** A line of the built-in call-centre. */
  openLine: typeof openLine
  /** Ends after the calls under way; gives the data directory back. */
  close(): Promise<void>
}

export type BackendOptions = DatabaseOptions &
  FilePlace & {
    /** Seeds an empty database with the demo's tenants and offers their accounts on the login page. */
    demo: boolean
    /** True where a demo's captchas say what they show. */
    showCaptcha?: boolean
    /** By number, as SESSION_SECRET is: what secrets are sealed with at rest. */
    sessionSecrets?: Readonly<Record<string, string>>
    /** The relay of video interviews. */
    turn?: TurnSetting | undefined
    /** The addresses of the ports to the outside; without an address to a demo's simulator, and otherwise nowhere. */
    ports?: Partial<Record<PortName, PortAddress>>
    /** Runs jobs and sends what is in the outbox; a test that wants to be alone with its database has it off. */
    background?: boolean
    /** Sends what is in the outbox; a test that speaks for the bank itself has it off. */
    outbox?: boolean
    /** Reads are believed to write nothing; otherwise their transactions are read only. */
    production?: boolean
    /** By tenant code; a demo makes its own. */
    seals?: Readonly<Record<string, SealKey>>
    /** Program that looks at uploads before they are kept; without one nobody does. */
    scanCommand?: string | undefined
  }

/**
 * Opens the database, brings its schema up to date and serves. Once a process.
 * @throws {LockedError} when another process has the data directory.
 */
export async function openBackend(options: BackendOptions = getEnv()): Promise<Backend> {
  await openDatabase(options)
  try {
    keepFilesIn(options)
    sealSecretsWith(options.sessionSecrets ?? {})
    offerDemo(options.demo, options.showCaptcha)
    chooseTurn(options.turn)
    wirePorts(options.ports)
    sealWith(options.seals ?? {}, options.dataDir)
    scanWith(options.scanCommand)
    followLoansWith(followLoan, freeFlows)
    await offerToTenants()
    watchReads(!options.production)
    if (options.demo) await seedWhenEmpty()
    else if (!(await hasTenant())) {
      log({ event: 'empty database', note: 'nobody can sign in yet; run: npm run admin -- create' })
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
  const { background = true, outbox = background } = options
  const endJobs = background ? workOffJobs([...allJobs, rowsJob, exportJob]) : undefined
  const endOutbox = outbox ? sendOutbox() : undefined
  const endFilling = fillKeysOnce()
  return {
    fetch: answerCall,
    fetchTogether: answerTogether,
    ready: createReadiness(),
    load: databaseLoad,
    listen: listenToEvents,
    openLine,
    async close() {
      stopWatchingHolds()
      await endFilling()
      await endJobs?.()
      await endOutbox?.()
      endCleaner()
      endDrawing()
      await closeDatabase()
    },
  }
}
