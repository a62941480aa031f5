import { keepCookie } from '@/lib/client/cookie'

/** Cookie that says whether the side menu was left narrow: the server draws it as it was. */
export const sideMenuCookie = 'nlos-side-narrow'

/** Remembers the width of the side menu for the next load. */
export function rememberSideMenu(narrow: boolean): void {
  keepCookie(sideMenuCookie, narrow ? '1' : '0')
}
