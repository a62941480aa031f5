import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { tooMany } from '../errors.ts'

/**
 * Slow hashes of what the client sends, which is the MD5 hex of the typed password. argon2id, the package's own
 * choice, with 19 MiB, two passes and one lane (OWASP Password Storage Cheat Sheet).
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing runs on libuv's threads, which files share; a flood of tries waits here and not there. */
const MAX_RUNNING = 2
const MAX_WAITING = 64

let running = 0
const waiting: (() => void)[] = []

/** What the client sends for a typed password. */
export const clientHash = (password: string) => createHash('md5').update(password, 'utf8').digest('hex')

export const hashPassword = (sent: string) => bounded(() => hash(sent, cost))

/**
 * Whether a stored hash is of what was sent. Without a stored hash, of an account that does not exist, it takes as
 * long and says no.
 * @throws 429 when too many wait
 */
export async function passwordMatches(stored: string | undefined, sent: string): Promise<boolean> {
  const against = stored ?? (await nobodysHash())
  return (await bounded(() => verify(against, sent))) && stored !== undefined
}

let nobodys: Promise<string> | undefined
function nobodysHash(): Promise<string> {
  nobodys ??= hash('nobody', cost)
  return nobodys
}

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) throw tooMany()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
