import { messageOf } from './refusal.ts'
import { originInNext } from './request-origin.ts'
import { foreignCall } from './same-origin.ts'
import { DATA_POLICY, securityHeaders } from './security-headers.ts'
import { clearedCookies, readSession, sessionCookieIn } from './session.ts'

/**
 * `{ user: { id, name, account }, tenant, tokenAt, locked }`: what the browser may know of its session.
 * `tokenAt` is the token's stamp in epoch ms, which the refresh poll compares (specification, point 4).
 * 401 without a session, 403 when the call is not made by our own pages.
 */
export async function answerSessionInfo(request: Request): Promise<Response> {
  const origin = originInNext(request.headers)
  if (origin === undefined) return refuse(400, false)
  if (foreignCall('GET', (name) => request.headers.get(name), origin)) return refuse(403, origin.secure)
  const cookie = sessionCookieIn(request.headers.get('cookie') ?? undefined, origin.secure)
  const { session } = await readSession(cookie)
  if (session === undefined || session.tenant !== origin.tenant) {
    return refuse(401, origin.secure, cookie ? clearedCookies(origin.secure) : [])
  }
  const { user, tenant, tokenAt, lockedAt } = session
  return answer(200, { user, tenant, tokenAt, locked: lockedAt !== undefined }, origin.secure)
}

const refuse = (status: number, secure: boolean, cookies: readonly string[] = []) =>
  answer(status, { message: messageOf(status) }, secure, cookies)

function answer(status: number, body: object, secure: boolean, cookies: readonly string[] = []): Response {
  const response = Response.json(body, {
    status,
    headers: {
      ...securityHeaders(secure),
      'content-security-policy': DATA_POLICY,
      'cache-control': 'no-store',
    },
  })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
