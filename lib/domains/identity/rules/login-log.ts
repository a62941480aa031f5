/** 登录日志: what happened to sessions, and why a try to sign in was refused. */

/** 登录, 退出, 会话结束. */
export const loginEvents = ['login', 'logout', 'ended'] as const
export type LoginEvent = (typeof loginEvents)[number]

/** The reason why a try was refused. */
export const loginRefusals = [
  'wrongPassword',
  'unknownAccount',
  'wrongCaptcha',
  'throttled',
  'stopped',
  'locked',
  'expired',
] as const
/** The person or thing that ended a session that its user did not log out of. */
export const sessionEnds = ['byAdmin', 'byOwner', 'unlockTries', 'passwordChanged', 'tooMany'] as const

export const loginReasons = [...loginRefusals, ...sessionEnds] as const
export type LoginRefusal = (typeof loginRefusals)[number]
export type LoginReason = (typeof loginReasons)[number]

/** The part of a name that is kept when it is nobody's: somebody may have typed a password in the wrong field. */
export function maskUnknownAccount(account: string): string {
  const shown = Array.from(account).slice(0, 2).join('')
  return `${shown}***`
}

/** Longest user agent that is kept, in characters. */
export const userAgentLength = 300
