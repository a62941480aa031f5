import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * A password as it travels: MD5, lower-case hex (specification point 5, "Passwords are sent hashed"). It keeps the
 * clear text off the wire and out of logs, nothing more; what is stored is argon2id of it.
 */
export function hashPassword(password: string): string {
  return bytesToHex(md5(utf8ToBytes(password)))
}
