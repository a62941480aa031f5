import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { hasZeroBits, proofText } from '../domains/identity/rules/login-slowing.ts'

/** The page stays its reader's: so many ms at a time. */
const sliceMs = 12

/**
 * Looks for the number that the work beneath a captcha asks for. Not by WebCrypto, which answers a promise for each hash
 * and is absent on plain http.
 * @throws {DOMException} AbortError
 */
export async function solveProof(salt: string, bits: number, signal: AbortSignal): Promise<number> {
  for (let nonce = 0; ; ) {
    const started = performance.now()
    do {
      if (hasZeroBits(sha256(utf8ToBytes(proofText(salt, nonce))), bits)) return nonce
      nonce++
    } while (performance.now() - started < sliceMs)
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
}
