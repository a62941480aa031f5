/** What the page of whoever signs says, and staff about the signing. */
export { default as signPage } from './sign-page.ts'
export { default as signing } from './signing.ts'
