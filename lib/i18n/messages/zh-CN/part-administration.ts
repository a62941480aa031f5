/** Everything that the screens of 系统管理 say, beside lists, logs and staff. */

export { default as calendar } from '../../../domains/calendar/words.ts'
export { default as closings } from '../../../domains/closings/words.ts'
export { default as configuration } from '../../../domains/configuration/words/configuration.ts'
export { default as dictionaries } from '../../../domains/configuration/words/dictionaries.ts'
export { default as dictionaryItems } from '../../../domains/configuration/words/dictionary-items.ts'
export { default as couriers } from '../../../domains/couriers/words.ts'
export { default as tenants } from '../../../domains/tenants/words/tenants.ts'
export { default as units } from '../../../domains/units/words.ts'
export { default as notices } from './notices.ts'
export { default as service } from './service.ts'
