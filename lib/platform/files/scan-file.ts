import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runningCall } from '../context.ts'
import { holdsNoConnection } from '../db/client.ts'
import { badInput, unavailable } from '../errors.ts'
import { createLane } from '../lane.ts'
import { log } from '../log.ts'
import { scratchFolder } from './file-store.ts'
import { writeWhole } from './folder-store.ts'

/** The scanner of the installation (SCAN_COMMAND): a program that is run with the path of a file behind its arguments. */

/** A program answers by its exit code, as clamscan and clamdscan do. */
const INFECTED = 1
const limitMs = 60_000

let command: readonly string[] | undefined

/** @param line program and arguments, separated by blanks; undefined: files are not scanned */
export function scanWith(line: string | undefined): void {
  command = line?.split(/\s+/)
}

const inLane = createLane({
  width: 2,
  line: 48,
  placesOfOne: 24,
  patienceMs: 30_000,
  full: () => unavailable('refusals.scannerDown'),
})

/**
 * Has an upload scanned as it was sent. Without a scanner it does nothing.
 *
 * @throws 400 at `file` for an infected file; 503 when the scanner says neither yes nor no
 */
export async function scanFile(bytes: Uint8Array): Promise<void> {
  if (!command) return
  holdsNoConnection('Scanning a file')
  const [program = '', ...options] = command
  // The sweep takes it away if nobody else does.
  const path = join(scratchFolder(), `.${randomUUID()}.tmp`)
  const code = await inLane(runningCall()?.tenantCode ?? '', async () => {
    try {
      await writeWhole(path, bytes)
      return await exitCode(program, [...options, path])
    } finally {
      await rm(path, { force: true })
    }
  })
  if (code === 0) return
  log({
    event: code === INFECTED ? 'infected file refused' : 'scanner failed',
    ...(code !== INFECTED && { reason: `exit ${code}` }),
  })
  throw code === INFECTED
    ? badInput({ file: 'refusals.fileInfected' })
    : unavailable('refusals.scannerDown', 30)
}

/** Of a program; what kept it from ending by itself, otherwise. */
function exitCode(program: string, options: readonly string[]): Promise<number | string> {
  return new Promise((resolve) => {
    execFile(program, options, { timeout: limitMs, killSignal: 'SIGKILL' }, (error) =>
      resolve(error === null ? 0 : (error.code ?? error.signal ?? error.message)),
    )
  })
}
