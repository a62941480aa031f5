export { default as signPage } from './sign-page.ts'
