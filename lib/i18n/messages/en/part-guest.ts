export { default as interviewGuest } from './interview-guest.ts'
