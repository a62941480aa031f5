import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sealData, unsealData } from 'iron-session'
import { getEnv } from '../env.ts'
import { log } from './log.ts'
import type { RequestOrigin } from './request-origin.ts'
import { SESSION_LIFETIME, type Session } from './session.ts'
import { sessionKeys } from './session-secret.ts'

/**
 * Ends of sessions of which the upstream has not heard, in `DATA_DIR/revocations` and sealed as cookies are: a process
 * that is stopped meanwhile would forget them, and the token of whoever has left would count on.
 */

type Kept = { session: Session; origin: RequestOrigin }

const folder = () => join(getEnv().dataDir, 'revocations')
const fileOf = ({ sid }: Session) => join(folder(), sid)

export async function keepRevocation(session: Session, origin: RequestOrigin): Promise<void> {
  try {
    const kept: Kept = { session, origin }
    const sealed = await sealData(kept, { password: sessionKeys(), ttl: SESSION_LIFETIME / 1000 })
    mkdirSync(folder(), { recursive: true, mode: 0o700 })
    writeFileSync(fileOf(session), sealed, { mode: 0o600 })
  } catch (error) {
    log('revocation not kept', { user: session.user.id, reason: String(error) }, 'error')
  }
}

export const dropRevocation = (session: Session): void => rmSync(fileOf(session), { force: true })

/** Those that were kept; what is too old to be a session, or is none of ours, is taken away. */
export async function keptRevocations(): Promise<Kept[]> {
  let names: string[] = []
  try {
    names = readdirSync(folder())
  } catch {
    return []
  }
  const kept: Kept[] = []
  for (const name of names) {
    const sealed = readFileSync(join(folder(), name), 'utf8')
    const found = await unsealData<Partial<Kept>>(sealed, {
      password: sessionKeys(),
      ttl: SESSION_LIFETIME / 1000,
    })
    if (found.session && found.origin) kept.push({ session: found.session, origin: found.origin })
    else rmSync(join(folder(), name), { force: true })
  }
  return kept
}
