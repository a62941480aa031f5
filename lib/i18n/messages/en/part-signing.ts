export { default as signPage } from './sign-page.ts'
export { default as signing } from './signing.ts'
