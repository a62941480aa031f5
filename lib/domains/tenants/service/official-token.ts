import { createHash } from 'node:crypto'

/** Everything that is kept of the token that the official account's platform comes with. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')
