export { default as errors } from './errors.ts'
export { default as routes } from './routes.ts'
export { default as shell } from './shell.ts'
