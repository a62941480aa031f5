import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { identity } from '../domains/identity/contract.ts'
import { hasAny } from '../domains/identity/rules/permission-match.ts'
import { getEnv } from '../env.ts'
import type { Endpoint, InputOf, OutputOf } from '../platform/contract/endpoint.ts'
import { href } from '../routes.ts'
import { accessOf, type ScreenKey } from '../screens.ts'
import { CallError, callUpstream, UnfitAnswer } from './call-upstream.ts'
import { originInNext, type RequestOrigin } from './request-origin.ts'
import { readSession, type Session, sessionCookieName } from './session.ts'
import type { Stop } from './stop.ts'
import type { Brand } from './tenants.ts'
import { chosenUpstream } from './upstream.ts'
import { wornBrandOf } from './worn-brand.ts'

/**
 * Everything that pages and layouts know of their request. Everything is judged here again: middleware.ts is a
 * courtesy, and the product stays closed without it.
 */

/** The request's origin; undefined when it named no valid host. */
export const getOrigin = cache(async (): Promise<RequestOrigin | undefined> => originInNext(await headers()))

/** The brand of the host asked for, as it is worn now; the neutral one for an unknown host. */
export const getBrand = cache(async (): Promise<Brand> => wornBrandOf((await getOrigin())?.host))

/** The nonce that scripts of this page carry (Next gives it to its own). */
export async function getNonce(): Promise<string | undefined> {
  return /'nonce-([A-Za-z0-9+/=]+)'/.exec((await headers()).get('content-security-policy') ?? '')?.[1]
}

/** The session, locked or not; undefined without one, and for a session of another tenant. */
export const getSession = cache(sessionOfRequest)

async function sessionOfRequest(): Promise<Session | undefined> {
  const origin = await getOrigin()
  if (origin === undefined) return undefined
  const cookie = (await cookies()).get(sessionCookieName(origin.secure))?.value
  const { session } = await readSession(cookie)
  return session?.tenant === origin.tenant ? session : undefined
}

/** The session of a page that needs one. Redirects to the login page of the tenant, or to /lock. */
export async function requireSession(): Promise<Session> {
  const session = await getSession()
  if (session === undefined) redirect(await loginUrl())
  if (session.lockedAt !== undefined) redirect(href('lock'))
  return session
}

/**
 * The session of the lock page when its screen is locked. The page itself is public (specification point 2): without a
 * session, and for one whose screen the upstream, which has the last word, has open, it says so.
 */
export async function findLocked(): Promise<{ session?: Session; signedIn: boolean }> {
  const [session, origin] = await Promise.all([getSession(), getOrigin()])
  if (session === undefined || origin === undefined) return { signedIn: false }
  if (session.lockedAt !== undefined) return { session, signedIn: true }
  try {
    await callUpstream(session, identity.permissions, {}, origin)
  } catch (error) {
    // The call has taught this process of the lock.
    if (error instanceof CallError && error.status === 423)
      return { session: (await sessionOfRequest()) ?? session, signedIn: true }
    if (error instanceof CallError && error.status === 401) return { signedIn: false }
  }
  return { signedIn: true }
}

/**
 * Everything that the page of a session may know of its token: stamp, age in ms, and the age in seconds to refresh it
 * at.
 */
export function tokenFacts({ tokenAt }: Session): { stamp: number; age: number; tokenTime: number } {
  return { stamp: tokenAt, age: Date.now() - tokenAt, tokenTime: getEnv().tokenTime }
}

/** The login page with the tenant in `pro` (specification, point 2, Layout). */
export async function loginUrl(): Promise<string> {
  return href('login', { pro: (await getOrigin())?.tenant })
}

/**
 * Calls the upstream with the request's session. Without one, or when the upstream no longer takes it, the page
 * goes to login; to the lock page when the upstream says so, whatever the cookie says.
 * @param stop ends the call before its answer
 * @throws {CallError} for every other answer than 200.
 */
export async function callForPage<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  stop?: Stop,
): Promise<OutputOf<E>> {
  const session = await requireSession()
  const origin = await getOrigin()
  if (origin === undefined) redirect(href('login'))
  try {
    return await callUpstream(session, endpoint, input, origin, stop, chosenUpstream().forPages)
  } catch (error) {
    if (error instanceof CallError && error.status === 401) redirect(await loginUrl())
    if (error instanceof CallError && error.status === 423) redirect(href('lock'))
    throw error
  }
}

/**
 * Reads what the layout, the page and its guard all ask about the account, such as its permissions: one call for each
 * request, whoever asks first.
 * @throws {CallError} as {@link callForPage}
 */
export const readForPage = cache(
  <E extends Endpoint>(endpoint: E): Promise<OutputOf<E>> => callForPage(endpoint, {} as InputOf<E>),
)

/** An answer that does not fit its contract costs what it is for, and not the page around it. */
const orElse = async <T>(answer: Promise<T>, instead: T): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof UnfitAnswer) return instead
    throw error
  }
}

/**
 * Everything that no page of the console can be drawn without, whatever it shows: the account, and its menu.
 * @throws {CallError} as {@link callForPage}
 */
export const readAccount = () =>
  Promise.all([
    readForPage(identity.permissions),
    orElse<{ demo: boolean }>(readForPage(identity.userInfo), { demo: false }),
    orElse(readForPage(identity.topMenus), []),
    orElse(readForPage(identity.menus), []),
  ])

/**
 * Lets whoever may open a screen (lib/screens.ts) read on; everybody else gets the page of the 403, with its status.
 * The service judges every call of the page again: where it does not answer here, the layout or those calls say so.
 */
export async function requireScreen(key: ScreenKey): Promise<void> {
  await requireSession()
  const access = accessOf(key)
  if (access === 'session') return
  const held = await readForPage(identity.permissions).catch((error: unknown) => {
    if (error instanceof CallError) return undefined
    throw error
  })
  if (held && !hasAny(new Set(held.permissions), access)) redirect(href('forbidden'))
}
