import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { holdsNoConnection } from '../../../platform/db/client.ts'
import { tooMany } from '../../../platform/errors.ts'
import { createLane } from '../../../platform/lane.ts'

/**
 * Slow hashes of what the client sends, which is the MD5 hex of the typed password. argon2id, the package's own
 * choice, with 19 MiB, two passes and one lane (OWASP Password Storage Cheat Sheet).
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing runs on libuv's threads, which files share; a flood of tries waits here and not there. */
const inLane = createLane({ width: 2, line: 64, full: () => tooMany() })

/** @throws 429 when too many wait, an error inside a transaction */
async function slowly<T>(work: () => Promise<T>): Promise<T> {
  holdsNoConnection('Hashing a password')
  return inLane('', work)
}

/** Everything that the client sends for a typed password. */
export const clientHash = (password: string) => createHash('md5').update(password, 'utf8').digest('hex')

export const hashPassword = (sent: string) => slowly(() => hash(sent, cost))

/**
 * True where a stored hash is of what was sent. Without a stored hash, of an account that does not exist, it takes as
 * long and says no.
 * @throws 429 when too many wait
 */
export async function passwordMatches(stored: string | undefined, sent: string): Promise<boolean> {
  return (await slowly(async () => verify(stored ?? (await nobodysHash()), sent))) && stored !== undefined
}

let nobodys: Promise<string> | undefined
function nobodysHash(): Promise<string> {
  nobodys ??= hash('nobody', cost)
  return nobodys
}
