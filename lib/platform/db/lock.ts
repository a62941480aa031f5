import { linkSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/**
 * A lock that holds a data directory for one process. Two processes on one PGlite directory lose acknowledged rows
 * without an error, so the directory is never opened without it.
 *
 * The lock is the file `db.lock.<n>` with the highest n. Taking over from a dead owner creates n + 1, which the file
 * system lets only one process do; looking again afterwards finds whoever went further meanwhile.
 */

const PREFIX = 'db.lock.'
const HEARTBEAT_MS = 5_000
/** An owner on another host (a container) cannot be asked whether it lives; its heartbeat tells. */
const FOREIGN_STALE_MS = 30_000

type Owner = { pid: number; host: string; started: string }

/** Another process has the data directory; the message is for the person who starts the server. */
export class LockedError extends Error {
  override name = 'LockedError'
}

/**
 * Takes the lock of a directory.
 * @returns releases it; a crash leaves it to be taken over.
 * @throws {LockedError} when its owner lives.
 */
export function acquireLock(dataDir: string): () => void {
  const me: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) ?? '' }
  const draft = join(dataDir, `db.lock-${process.pid}-${process.hrtime.bigint()}`)
  writeFileSync(draft, JSON.stringify(me), { flag: 'wx' })
  try {
    for (;;) {
      const highest = highestLock(dataDir)
      const owner = highest > 0 ? liveOwner(join(dataDir, PREFIX + highest)) : undefined
      if (owner) throw new LockedError(refusal(dataDir, owner))
      const mine = join(dataDir, PREFIX + (highest + 1))
      if (!createdBy(draft, mine)) continue
      if (highestLock(dataDir) > highest + 1) {
        rmSync(mine, { force: true })
        continue
      }
      for (const n of lockNumbers(dataDir)) {
        if (n <= highest) rmSync(join(dataDir, PREFIX + n), { force: true })
      }
      return holdLock(mine)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

function holdLock(file: string): () => void {
  const heartbeat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(file, now, now)
    } catch {
      // The directory is gone or read-only; the owner's pid still tells that it lives.
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()
  const release = () => {
    clearInterval(heartbeat)
    process.off('exit', release)
    rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}

/** The whole file appears at once, and only if the name is free. */
function createdBy(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

const lockNumbers = (dataDir: string) =>
  readdirSync(dataDir)
    .filter((name) => /^db\.lock\.\d{1,12}$/.test(name))
    .map((name) => Number(name.slice(PREFIX.length)))

const highestLock = (dataDir: string) => Math.max(0, ...lockNumbers(dataDir))

function liveOwner(file: string): Owner | undefined {
  let owner: Owner
  let touched: number
  try {
    owner = JSON.parse(readFileSync(file, 'utf8'))
    touched = statSync(file).mtimeMs
  } catch {
    return undefined
  }
  if (owner.host !== hostname()) return Date.now() - touched < FOREIGN_STALE_MS ? owner : undefined
  const started = startOf(owner.pid)
  return started !== undefined && started === owner.started ? owner : undefined
}

/**
 * The time at which a process started, as a text that no other process of this machine has with the same pid, even
 * after a restart of the machine. Undefined when there is no such process; empty where the system does not tell (not
 * Linux).
 */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The name in parentheses may hold anything; field 22 counts from behind it.
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return process.platform === 'linux' ? undefined : isRunning(pid) ? '' : undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function refusal(dataDir: string, { pid, host }: Owner): string {
  const who = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`
  return `The data directory ${dataDir} is in use by ${who}: stop that one first, or set DATA_DIR to another directory.`
}
