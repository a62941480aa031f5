/** What the screens of 系统管理 say, beside lists and records. */

export { default as configuration } from '../../../domains/configuration/words/configuration.ts'
export { default as dictionaries } from '../../../domains/configuration/words/dictionaries.ts'
export { default as dictionaryItems } from '../../../domains/configuration/words/dictionary-items.ts'
export { default as oversight } from '../../../domains/oversight/words.ts'
export { default as staff } from '../../../domains/staff/words.ts'
export { default as tenants } from '../../../domains/tenants/words/tenants.ts'
export { default as seats } from '../../../domains/voice/words/seats.ts'
export { default as actions } from './actions.ts'
export { default as jobs } from './jobs.ts'
export { default as notices } from './notices.ts'
export { default as outside } from './outside.ts'
export { default as service } from './service.ts'
