/** What customers read on the page of a video interview, which loads nothing else. */
export { default as interviewGuest } from './interview-guest.ts'
