/** Cookie that says whether the side menu was left narrow: the server draws it as it was. */
export const sideMenuCookie = 'nlos-side-narrow'

const oneYearMs = 365 * 24 * 3600 * 1000

/** Remembers the width of the side menu for the next load. */
export function rememberSideMenu(narrow: boolean): void {
  void window.cookieStore?.set({
    name: sideMenuCookie,
    value: narrow ? '1' : '0',
    path: '/',
    sameSite: 'lax',
    expires: Date.now() + oneYearMs,
  })
}
