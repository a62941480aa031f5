/** What no browser says: in files and in refusals, and titles that wait for their screens. */

export { default as refusals } from './refusals.ts'
export { default as pendingRoutes } from './routes-pending.ts'
export { default as workbook } from './workbook.ts'
