import { databaseError } from './db/engine.ts'

/**
 * An outage is nobody's mistake and passes: no room on a disk, a database or a folder that is away. The caller gets 503
 * and may come again; the log says what it was.
 */

/**
 * By SQLSTATE: connections (08), insufficient resources such as a full disk (53), the database being stopped or started
 * (57P), its own files (58), and a standby that only reads (25006).
 */
const awayStates = /^(08|53|57P|58|25006)/

/** Of the system, about a disk or the limits of a process. */
const systemCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENODEV',
  'ESTALE',
  'ENOMEM',
])

/** The sentence is for the person who runs the server. */
export class OutageError extends Error {
  override name = 'OutageError'
}

/** The folder of files or of the embedded database: deleted, or on a disk that is not mounted. */
export const folderGone = (folder: string) =>
  new OutageError(`${folder} is not there: put it back, or restore the backup and start again.`)

export function isOutage(error: unknown): boolean {
  const refused = databaseError(error)
  if (refused) return awayStates.test(refused.code)
  if (error instanceof OutageError) return true
  return error instanceof Error && 'code' in error && systemCodes.has(String(error.code))
}
