/**
 * Everything that a page may read of its session, in a cookie that is no secret: the stamp of the token and whether the
 * screen is locked. The session itself is sealed and out of reach; this only tells open pages what has become of it, so
 * that they need not ask. Whoever changes it misleads their own page alone.
 */

export const signCookie = 'nlos-sign'

export type SessionSign = {
  /** Stamp of the token, epoch ms of the server's clock: to be compared with other stamps only. */
  tokenAt: number
  locked: boolean
}

/** `1763700000000`, or `1763700000000.locked`. */
export const formatSign = ({ tokenAt, locked }: SessionSign): string => `${tokenAt}${locked ? '.locked' : ''}`

/** The sign in a Cookie header or `document.cookie`; null without a session. */
export function readSign(cookies: string): SessionSign | null {
  const [, stamp, locked] = /(?:^|;\s*)nlos-sign=(\d{1,15})(\.locked)?(?:;|$)/.exec(cookies) ?? []
  return stamp === undefined ? null : { tokenAt: Number(stamp), locked: locked !== undefined }
}
