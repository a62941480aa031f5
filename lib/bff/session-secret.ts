import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, EnvError, getEnv } from '../env.ts'
import { oncePerProcess } from './once-per-process.ts'

/** Secrets by number, for sealing (highest) and unsealing (all). @throws {EnvError} */
export function sessionKeys(): Record<string, string> {
  return oncePerProcess('session-keys', () => loadSessionKeys(getEnv()))
}

/**
 * The configured secrets or, in the demo without one, the secret kept in `DATA_DIR/session-secret`, made at the
 * first start so that sessions outlive a restart.
 * @throws {EnvError} when that file cannot be made or holds no secret.
 */
export function loadSessionKeys(env: Pick<Env, 'sessionSecrets' | 'dataDir'>): Record<string, string> {
  if (Object.keys(env.sessionSecrets).length > 0) return env.sessionSecrets
  const file = join(env.dataDir, 'session-secret')
  try {
    mkdirSync(env.dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!existsSync(file)) {
      throw new EnvError(`DATA_DIR cannot be written: ${error instanceof Error ? error.message : error}.`)
    }
    chmodSync(file, 0o600)
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 43) {
    throw new EnvError(`DATA_DIR holds a broken session-secret: delete ${file}, everybody signs in again.`)
  }
  return { 1: secret }
}
