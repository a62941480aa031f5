import { roles } from '../../rules/roles.ts'

/** The accounts that the login page of a demo offers: one for each role of domain.md 1.2, named by its code. */
export const demoPassword = 'Demo@2026'
export const demoAccounts = Object.entries(roles).map(([account, role]) => ({ account, name: role.label }))

let offered = false
let readable = false

/**
 * Whether this process serves a demo; said once, when the backend opens. A demo alone may say what its captchas show,
 * for journeys that cannot read them.
 */
export function offerDemo(demo: boolean, showCaptcha = false): void {
  offered = demo
  readable = demo && showCaptcha
}

export const isDemo = () => offered
export const showsCaptcha = () => readable
