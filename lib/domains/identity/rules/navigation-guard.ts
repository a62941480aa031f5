/** The navigation guard of the specification (point 2), as one decision in the order it is written there. */

const lockPath = '/lock'
const loginPath = '/login'

export type NavigationFacts = {
  /** Path asked for; query, hash and a closing slash do not count. */
  path: string
  hasToken: boolean
  /** The session's lock. Without a token there is no session that could be locked. */
  locked: boolean
  /** Roles of the user, empty while not fetched; `'failed'` when fetching them failed. */
  roles: readonly string[] | 'failed'
  /** The route is flagged non-auth. */
  isPublic: boolean
}

export type NavigationDecision =
  | { go: 'pass' }
  /** Fetch the roles, then decide again with them or with `'failed'`. */
  | { go: 'fetchRoles' }
  | { go: 'redirect'; to: '/lock' | '/' | '/login' }
  /** Show the error of the failed fetch, forget the session locally, then go to login. */
  | { go: 'logout'; to: '/login' }

/**
 * Decides what happens to one navigation.
 *
 * 1. With a token and a locked session every route except /lock goes to /lock.
 * 2. With a token, /login redirects to /.
 * 3. Empty roles are fetched first; a failure shows the error, logs out locally and goes to login.
 * 4. Without a token only routes flagged non-auth pass, others go to /login.
 *
 * The lock page of a locked session passes before the roles are asked for: a locked session is answered nothing, so
 * fetching them there would end it.
 */
export function decideNavigation({
  path,
  hasToken,
  locked,
  roles,
  isPublic,
}: NavigationFacts): NavigationDecision {
  const place = path.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '')
  if (!hasToken) return isPublic ? { go: 'pass' } : { go: 'redirect', to: loginPath }
  if (locked) return place === lockPath ? { go: 'pass' } : { go: 'redirect', to: lockPath }
  if (place === loginPath || place.startsWith(`${loginPath}/`)) return { go: 'redirect', to: '/' }
  if (roles === 'failed') return { go: 'logout', to: loginPath }
  if (roles.length === 0) return { go: 'fetchRoles' }
  return { go: 'pass' }
}
