import type { z } from 'zod'
import type { RoleCode } from '../domains/identity/rules/roles.ts'
import * as catalogue from '../i18n/messages/zh-CN/index.ts'
import { say } from '../i18n/say.ts'
import { isMessageKey, type MessageKey, type MessageParams } from '../i18n/translator.ts'
import type { Conflict, ErrorBody } from './contract/errors.ts'
import { UnknownTenantError } from './db/client.ts'
import { databaseError } from './db/engine.ts'

/** An answer other than 200. Throwing one rolls the call's transaction back. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly body: ErrorBody
  /** Seconds after which another try is worth it. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.message)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** A message: its key, or its key and the values of its placeholders. */
export type FieldMessage = MessageKey | { key: MessageKey; params: MessageParams }

export const textOf = (message: FieldMessage): string =>
  typeof message === 'string' ? say(message) : say(message.key, message.params)

/** 400: input that is wrong, by path of the field. */
export function badInput(fields: Record<string, FieldMessage> = {}): CallError {
  const texts = Object.entries(fields).map(([path, message]) => [path, textOf(message)])
  return new CallError(400, { message: say('refusals.badInput'), fields: Object.fromEntries(texts) })
}

/** 401: no session, or one that has ended; `reason` is an administrator's who ended it. */
export const noSession = (reason?: string) =>
  new CallError(401, {
    message: reason ? say('refusals.sessionEndedBy', { reason }) : say('errors.sessionEnded'),
  })

/** In a sentence, who can clear a refusal; undefined where nobody can. */
const hintOf = (roles: readonly RoleCode[]): string | undefined =>
  roles.length === 0
    ? undefined
    : say('verbs.whoShort', {
        who: roles.map((role) => say(`details.roles.${role}`)).join(say('ui.separator')),
      })

/** 403: the caller's roles do not hold the permission; `roles` do. */
export const forbidden = (roles: readonly RoleCode[] = []) =>
  new CallError(403, { message: say('errors.forbidden'), hint: hintOf(roles) })

/** 404: not there, of another tenant or outside the caller's data scope; nothing tells them apart. */
export const notFound = () => new CallError(404, { message: say('refusals.notFound') })

/** 409: the record changed since the caller read it. */
export const stale = (conflict: Conflict) =>
  new CallError(409, { message: say('refusals.stale'), code: 'stale', conflict })

/** 409: somebody else was first. */
export const taken = (key: MessageKey, params?: MessageParams) =>
  new CallError(409, { message: say(key, params), code: 'taken' })

/** 413: more bytes than the call takes. */
export const tooLarge = () => new CallError(413, { message: say('refusals.tooLarge') })

/** 423: the screen of the session is locked. `code` says what opens it: the lock password or the login password. */
export const locked = (opensWith: 'lock' | 'login') =>
  new CallError(423, { message: say('refusals.locked'), code: opensWith })

/** 422: a rule of the business refuses; of `roles` one can clear it. */
export const refused = (key: MessageKey, params?: MessageParams, roles: readonly RoleCode[] = []) =>
  new CallError(422, { message: say(key, params), code: key, hint: hintOf(roles) })

/** The same, where a rule has given its key and the values together. */
export const refusedBy = (message: FieldMessage, roles: readonly RoleCode[] = []) =>
  typeof message === 'string'
    ? refused(message, undefined, roles)
    : refused(message.key, message.params, roles)

/** 429: too often. */
export const tooMany = (key: MessageKey = 'refusals.tooMany', params?: MessageParams) =>
  new CallError(429, { message: say(key, params) })

/** 503: not now. What is behind it is for the log; the caller is told when to come back. */
export const unavailable = (key: MessageKey = 'errors.unavailable', retryAfter = 10) =>
  new CallError(503, { message: say(key), code: 'unavailable' }, retryAfter)

/**
 * 400 with the issues of a parse by path. An issue whose message is a key of the catalogue is said in its words, and so
 * is a text that is too long; what else zod says in its own is said in one general sentence.
 */
export function badParse(error: z.ZodError): CallError {
  const fields: Record<string, FieldMessage> = {}
  for (const issue of error.issues) {
    const { path, message } = issue
    const isTooLong = issue.code === 'too_big' && issue.origin === 'string'
    const said = isTooLong ? 'rules.tooLong' : 'refusals.badField'
    fields[path.join('.')] ??= isMessageKey(catalogue, message) ? message : said
  }
  return badInput(fields)
}

/**
 * The answer that the caller gets for anything a handler threw. Undefined: it is our fault, a 500 that tells nothing.
 * SQLSTATE class 22 is data the database cannot take, such as a number out of its range or a NUL.
 */
export function answerOf(error: unknown): CallError | undefined {
  if (error instanceof CallError) return error
  if (error instanceof UnknownTenantError) return notFound()
  return databaseError(error)?.code.startsWith('22') ? badInput() : undefined
}
