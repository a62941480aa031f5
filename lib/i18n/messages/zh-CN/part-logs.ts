/** The words of the logs: who did what, jobs, calls outside. */
export { default as oversight } from '../../../domains/oversight/words.ts'
export { default as actions } from './actions.ts'
export { default as jobs } from './jobs.ts'
export { default as outside } from './outside.ts'
