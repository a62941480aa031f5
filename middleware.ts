import { type NextRequest, NextResponse } from 'next/server'
import { frameSources } from './lib/bff/frame-address.ts'
import { isStamped, originInNext } from './lib/bff/request-origin.ts'
import { createNonce, pagePolicy, securityHeaders } from './lib/bff/security-headers.ts'
import { clearedCookies, readSession, sessionCookieName } from './lib/bff/session.ts'
import { brandOf } from './lib/bff/tenants.ts'
import { decideNavigation } from './lib/domains/identity/rules/navigation-guard.ts'
import { getEnv } from './lib/env.ts'
import { href, matchRoute, returnAddress } from './lib/routes.ts'

/**
 * Redirects only (specification point 2, navigation guard), and the tenant header of the page. Pages judge
 * session and lock again, so nothing is open without this file.
 */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const origin = originInNext(request.headers)
  if (origin === undefined) return new NextResponse(null, { status: 400 })
  const cookie = request.cookies.get(sessionCookieName(origin.secure))?.value
  const verdict = await readSession(cookie)
  const session = verdict.session?.tenant === origin.tenant ? verdict.session : undefined
  const path = request.nextUrl.pathname
  const decision = decideNavigation({
    path,
    hasToken: session !== undefined,
    locked: session?.lockedAt !== undefined,
    roles: ROLES_LATER,
    isPublic: matchRoute(path)?.route.public === true,
  })
  const response =
    decision.go === 'redirect' ? redirectTo(decision.to, origin.tenant, request) : pass(request)
  if (cookie !== undefined && session === undefined) {
    for (const cleared of clearedCookies(origin.secure)) response.headers.append('set-cookie', cleared)
  }
  return response

  function pass({ headers }: NextRequest): NextResponse {
    const forwarded = new Headers(headers)
    forwarded.set('x-nlos-tenant', origin?.tenant ?? '')
    if (isStamped(headers)) return NextResponse.next({ request: { headers: forwarded } })
    const secure = origin?.secure ?? false
    const frame = frameSources(brandOf(origin?.host))
    const policy = pagePolicy(createNonce(), { dev: getEnv().dev, secure, connect: frame, frame })
    forwarded.set('content-security-policy', policy)
    const passed = NextResponse.next({ request: { headers: forwarded } })
    for (const [name, value] of Object.entries(securityHeaders(secure))) passed.headers.set(name, value)
    passed.headers.set('content-security-policy', policy)
    return passed
  }
}

/** The layout fetches the roles and handles their failure; no redirect here depends on them. */
const ROLES_LATER = ['-']

/** Next makes a redirect to its own address relative, so the host that a client claims is not in it. */
function redirectTo(path: string, tenant: string, request: NextRequest): NextResponse {
  const location =
    path === href('login')
      ? href('login', { pro: tenant })
      : path === href('lock')
        ? href('lock', { from: pageOf(request) })
        : path
  const response = NextResponse.redirect(new URL(location, request.nextUrl), 307)
  response.headers.set('cache-control', 'no-store')
  return response
}

/** The address that the visit was going to, for the way back after unlocking; nothing when that is the home page. */
function pageOf({ nextUrl }: NextRequest): string | null {
  const search = new URLSearchParams(nextUrl.searchParams)
  search.delete('_rsc')
  return returnAddress(`${nextUrl.pathname}?${search}`)?.replace(/\?$/, '') ?? null
}

export const config = {
  runtime: 'nodejs',
  /** Pages. Not the door, own calls, Next's files and files with an extension; /api/index is a page. */
  matcher: ['/((?!nlos/|session/|_next/|brand/|.*\\.[a-z0-9]{2,5}$).*)'],
}
