import { say } from '../../../i18n/say.ts'
import { type RoleCode, roleCodes } from '../rules/roles.ts'
import { workToday } from '../rules/work-today.ts'

export const demoPassword = 'Demo@2026'

/** Roles whose work has no screen yet come last. */
const onlyLooks = (role: RoleCode) => workToday(role).includes('orders')

/**
 * The accounts that the login page of a demo offers: one for each role of domain.md 1.2, named by its code, with what
 * can be done with it as the product stands.
 */
export const demoAccounts = () =>
  roleCodes
    .toSorted((one, other) => Number(onlyLooks(one)) - Number(onlyLooks(other)))
    .map((account) => ({
      account,
      name: say(`details.roles.${account}`),
      can: workToday(account)
        .map((work) => say(`workbook.can.${work}`))
        .join(say('ui.separator')),
    }))

let offered = false
let readable = false

/**
 * True where this process serves a demo; said once, when the backend opens. A demo alone may say what its captchas
 * show, for journeys that cannot read them.
 */
export function offerDemo(demo: boolean, showCaptcha = false): void {
  offered = demo
  readable = demo && showCaptcha
}

export const isDemo = () => offered
export const showsCaptcha = () => readable
