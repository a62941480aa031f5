import { oncePerProcess } from './once-per-process.ts'
import { openapiDocument } from './openapi-document.ts'
import { productVersion } from './product-version.ts'
import { messageOf } from './refusal.ts'
import { originInNext } from './request-origin.ts'
import { DATA_POLICY, securityHeaders } from './security-headers.ts'
import { readSession, sessionCookieIn } from './session.ts'

/**
 * The description of the service's calls. It names no record, so any session may read it, by address too: 401 without
 * one, 423 while its screen is locked.
 */
export async function answerOpenapi(request: Request): Promise<Response> {
  const origin = originInNext(request.headers)
  if (origin === undefined) return answer(400, { message: messageOf(400) }, false)
  const cookie = sessionCookieIn(request.headers.get('cookie') ?? undefined, origin.secure)
  const { session } = await readSession(cookie)
  const status = session?.tenant !== origin.tenant ? 401 : session.lockedAt === undefined ? 200 : 423
  if (status !== 200) return answer(status, { message: messageOf(status) }, origin.secure)
  return answer(
    200,
    oncePerProcess('openapi', () => openapiDocument(productVersion())),
    origin.secure,
  )
}

const answer = (status: number, body: object, secure: boolean) =>
  Response.json(body, {
    status,
    headers: {
      ...securityHeaders(secure),
      'content-security-policy': DATA_POLICY,
      'cache-control': 'no-store',
    },
  })
