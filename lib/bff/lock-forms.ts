import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { encodeForm } from '../platform/contract/form-text.ts'
import { href, returnAddress } from '../routes.ts'
import type { Door } from './door.ts'
import { originInNext } from './request-origin.ts'
import { OWN_HEADER } from './same-origin.ts'
import { Stop } from './stop.ts'

/**
 * The two forms of the lock page, for a browser that runs no script: they are carried to the door as the page's script
 * would call it, and answered with the way to the next page.
 */

/** A password and an address; the body of anything longer is not read. */
const MAX_BODY = 8 * 1024

/** 解锁: back to the page of before, to the lock page again, or to login after too many tries. */
export async function answerUnlockForm(door: Door, request: Request): Promise<Response> {
  const form = await readForm(request)
  if (form === undefined) return new Response(null, { status: 413 })
  const from = returnAddress(form.get('from'))
  const password = createHash('md5')
    .update(form.get('password') ?? '', 'utf8')
    .digest('hex')
  const body = encodeForm({ password })
  const answer = await askDoor(door, request, { method: 'POST', call: '/biz/identity/session/unlock', body })
  if (answer.status === 200) return goTo(from ?? href('home'), answer.setCookies)
  if (answer.status === 401) return goTo(loginOf(request), answer.setCookies)
  if (answer.status === 403) return new Response(null, { status: 403 })
  const said = answer.status === 400 ? 'wrong' : 'failed'
  return goTo(href('lock', { from, said }), answer.setCookies)
}

/** 退出系统: to login. */
export async function answerLogoutForm(door: Door, request: Request): Promise<Response> {
  // The door takes logout as the specification has it, a GET; that the form is ours is judged as for a POST.
  const answer = await askDoor(door, request, { method: 'GET', call: '/logout', body: '' })
  if (answer.status === 403) return new Response(null, { status: 403 })
  const response = goTo(loginOf(request), answer.setCookies)
  response.headers.set('clear-site-data', answer.headers['clear-site-data'] ?? '')
  return response
}

async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  return length <= MAX_BODY ? new URLSearchParams(await request.text()) : undefined
}

/** The header that only a script can set is ours to add: a form that comes from another site has its Origin. */
function askDoor(
  door: Door,
  { headers, signal }: Request,
  { method, call, body }: { method: 'GET' | 'POST'; call: string; body: string },
) {
  return door({
    method,
    path: `/nlos${call}`,
    query: '',
    headers: {
      cookie: headers.get('cookie') ?? undefined,
      origin: headers.get('origin') ?? 'none',
      'sec-fetch-site': headers.get('sec-fetch-site') ?? undefined,
      [OWN_HEADER]: '1',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    },
    body: method === 'POST' ? Readable.from([Buffer.from(body)]) : null,
    origin: originInNext(headers),
    stop: Stop.of(signal),
  })
}

const loginOf = ({ headers }: Request) => href('login', { pro: originInNext(headers)?.tenant })

function goTo(location: string, cookies: readonly string[]): Response {
  const response = new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
