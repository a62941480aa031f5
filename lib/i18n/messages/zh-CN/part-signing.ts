/** The words that the page of whoever signs says, and staff about the signing. */
export { default as signPage } from '../../../domains/contracts/words/sign-page.ts'
export { default as signing } from '../../../domains/contracts/words/signing.ts'
