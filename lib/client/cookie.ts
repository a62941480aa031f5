const oneYear = 365 * 24 * 3600

/**
 * Keeps a choice of this browser where the server reads it with the next page. Not the Cookie Store API: that is
 * missing on plain http and in older browsers, and its write may come after the reload that needs it.
 *
 * @param value without `;`, spaces and letters beyond ASCII; empty: the cookie goes
 */
export function keepCookie(name: string, value: string): void {
  const maxAge = value === '' ? 0 : oneYear
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}`
}
