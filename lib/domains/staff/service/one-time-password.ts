import { randomInt } from 'node:crypto'
import { clientHash, hashPassword } from '../../identity/service/password-hash.ts'
import { isWeakPassword } from '../../identity/service/weak-passwords.ts'
import { oneTimeHours } from '../rules/staff.ts'

/** Without what is mistaken for another one when it is read out or written down. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 12

export type OneTimePassword = {
  /** In clear: for the answer alone, nothing stores it. */
  password: string
  passwordHash: string
  until: string
}

/** A password for somebody who has none of his own: 12 characters, 69 bits. */
export async function newOneTimePassword(now: Date): Promise<OneTimePassword> {
  const password = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  const sent = clientHash(password)
  if (isWeakPassword(sent)) return newOneTimePassword(now)
  const until = new Date(now.getTime() + oneTimeHours * 3_600_000).toISOString()
  return { password, passwordHash: await hashPassword(sent), until }
}
