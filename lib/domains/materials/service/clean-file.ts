import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { runningCall } from '../../../platform/context.ts'
import { holdsNoConnection } from '../../../platform/db/client.ts'
import { badInput, unavailable } from '../../../platform/errors.ts'
import { createLane } from '../../../platform/lane.ts'
import { log } from '../../../platform/log.ts'
import type { CleanFile } from './check-file.ts'
import type { Question } from './clean-file-process.ts'
import { maxFileBytes } from './file-limits.ts'
import type { FileRefusalKey } from './file-refusal.ts'

/** Looking into one file ends after this many ms, with its process. */
const limitMs = 45_000
/** A process with nothing to do ends after this many ms and gives its memory back. */
const idleMs = 60_000

/** One file at a time: the other core is for those who work. Whoever would wait longer comes again. */
const inLane = createLane({
  width: 1,
  line: 48,
  placesOfOne: 24,
  patienceMs: 30_000,
  full: () => unavailable('refusals.uploadsBusy', 5),
})

type Answered = { clean: CleanFile } | { refused: FileRefusalKey }

/**
 * Checks an upload and makes what is stored, in a process of its own ({@link ./check-file.ts}).
 *
 * @throws 400 at `file` for what is not taken, 503 when too many wait, an error inside a transaction
 */
export async function cleanFile(bytes: Buffer): Promise<CleanFile> {
  holdsNoConnection('Looking into a file')
  if (bytes.length > maxFileBytes) throw badInput({ file: 'refusals.fileTooLarge' })
  const answered = await inLane(runningCall()?.tenantCode ?? '', () => ask({ bytes }))
  if ('refused' in answered) throw badInput({ file: answered.refused })
  const { clean } = answered
  return { ...clean, bytes: Buffer.from(clean.bytes), preview: clean.preview && Buffer.from(clean.preview) }
}

let cleaner: ChildProcess | undefined
let idle: NodeJS.Timeout | undefined

function ask(question: Question): Promise<Answered> {
  clearTimeout(idle)
  const child = ready()
  // Held while it works; resting, it keeps no process alive.
  child.ref()
  child.channel?.ref()
  return new Promise<Answered>((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    const end = (finish: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onError)
      child.unref()
      child.channel?.unref()
      idle = setTimeout(endCleaner, idleMs).unref()
      finish()
    }
    const onMessage = (answered: Answered) => end(() => resolve(answered))
    // Killed by its time, or by the bytes: no picture that can be kept.
    const onExit = (code: number | null, signal: string | null) => {
      log({ event: 'the process that looks into files ended', reason: String(code ?? signal) })
      end(() => resolve({ refused: 'refusals.fileBroken' }))
    }
    const onError = (error: Error) => end(() => reject(error))
    child.on('message', onMessage).once('exit', onExit).once('error', onError)
    child.send(question, (error) => error && onError(error))
  })
}

function ready(): ChildProcess {
  if (cleaner) return cleaner
  const child = fork(join(import.meta.dirname, 'clean-file-process.ts'), {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = () => {
    if (cleaner === child) cleaner = undefined
  }
  child.once('exit', gone).once('error', gone)
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It works as everything else does when the system forbids it.
  }
  cleaner = child
  return child
}

/** Ends the process; the next file starts another. */
export function endCleaner(): void {
  clearTimeout(idle)
  cleaner?.kill('SIGKILL')
  cleaner = undefined
}
