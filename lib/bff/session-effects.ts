import * as z from 'zod'
import type { Answer } from './forward.ts'
import { Refusal } from './refusal.ts'
import type { RequestOrigin } from './request-origin.ts'
import {
  endSession,
  lockSession,
  renewSession,
  type Session,
  sessionCookies,
  startSession,
} from './session.ts'

/** The calls that change the session (specification points 4 and 7), by path below /nlos. */
export const SESSION_EFFECTS: Readonly<Record<string, 'start' | 'renew' | 'lock' | 'unlock' | 'end'>> = {
  '/login/go': 'start',
  '/user/refesh': 'renew',
  '/biz/identity/session/lock': 'lock',
  '/biz/identity/session/unlock': 'unlock',
  '/logout': 'end',
}

const loginAnswer = z.looseObject({
  token: z
    .string()
    .min(1)
    .regex(/^[\x21-\x7e]+$/),
  myUser: z.looseObject({ id: z.coerce.number().int(), name: z.string(), account: z.string() }),
})
const refreshAnswer = z.looseObject({ token: loginAnswer.shape.token })

const lockAnswer = z.looseObject({ opensWith: z.string().optional(), code: z.string().optional() })

/** Locks a session because the upstream did: `opensWith` of its answer to the lock, `code` of a 423. */
export function lockFrom(answer: Answer['body'], session: Session): Session {
  const parsed = lockAnswer.safeParse(Buffer.isBuffer(answer) ? parseJson(answer) : undefined)
  const said = parsed.data?.opensWith ?? parsed.data?.code
  return lockSession(session, said === 'lock' || said === 'login' ? said : undefined)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

export type SessionChange = { body: Buffer; setCookies: string[]; session: Session }

/**
 * A successful login: the token goes into the sealed cookie and leaves the answer, whose `token` is empty.
 * @throws {Refusal} 500 when the answer holds no token or no user (specification point 8: 'server error').
 */
export async function startFrom(answer: Buffer, origin: RequestOrigin): Promise<SessionChange> {
  const parsed = loginAnswer.safeParse(JSON.parse(answer.toString('utf8')))
  if (!parsed.success) throw new Refusal(500, 'login answer without token or user')
  const { id, name, account } = parsed.data.myUser
  const session = startSession(parsed.data.token, { id, name, account }, origin.tenant)
  return change(session, parsed.data, origin)
}

/** A replaced token: the session goes on with it, lock and all. @throws {Refusal} 500 without a token. */
export async function renewFrom(
  answer: Buffer,
  previous: Session,
  origin: RequestOrigin,
): Promise<SessionChange> {
  const parsed = refreshAnswer.safeParse(JSON.parse(answer.toString('utf8')))
  if (!parsed.success) throw new Refusal(500, 'refresh answer without token')
  return change(renewSession(previous, parsed.data.token), parsed.data, origin)
}

async function change(session: Session, answer: object, origin: RequestOrigin): Promise<SessionChange> {
  const body = Buffer.from(JSON.stringify({ ...answer, token: '' }))
  try {
    return { body, setCookies: await sessionCookies(session, origin.secure), session }
  } catch (error) {
    endSession(session)
    throw new Refusal(500, error instanceof Error ? error.message : 'session cannot be sealed')
  }
}
