/** The words that customers read on the pages of a video interview and of 客户信息采集, which staff never open. */
export { default as collectPage } from '../../../domains/collect/words/collect-page.ts'
export { default as interviewGuest } from '../../../domains/interviews/words/interview-guest.ts'
