/** What the screens of 系统管理 say, beside lists and records. */
export { default as actions } from './actions.ts'
export { default as configuration } from './configuration.ts'
export { default as dictionaries } from './dictionaries.ts'
export { default as notices } from './notices.ts'
export { default as oversight } from './oversight.ts'
export { default as seats } from './seats.ts'
export { default as staff } from './staff.ts'
export { default as tenants } from './tenants.ts'
