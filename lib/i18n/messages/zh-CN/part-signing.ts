/** What the customer's phone says while its user signs. */
export { default as signPage } from './sign-page.ts'
