/** What only the server says: in files and in refusals. */
export { default as refusals } from './refusals.ts'
export { default as workbook } from './workbook.ts'
