import { createHash } from 'node:crypto'

/** The name of a file by its content: SHA-256. */
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
