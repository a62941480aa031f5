export { default as collectPage } from './collect-page.ts'
export { default as interviewGuest } from './interview-guest.ts'
