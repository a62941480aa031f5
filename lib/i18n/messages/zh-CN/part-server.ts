/**
 * The words that browsers do not load: words of files and refusals, and titles of pages, which come with the document.
 */
export { default as refusals } from './refusals.ts'
export { default as routes } from './routes.ts'
export { default as pendingRoutes } from './routes-pending.ts'
export { default as workbook } from './workbook.ts'
