import { archiveSettled, openArchive, requirePapersGone } from './archives/service/follow-order.ts'

/** The domains above releases have their say when a loan comes and when it is paid off, by these names alone. */
export const releaseEffects = {
  /** T29: the file of the papers of its order. */
  openArchive,
  /** T33 and its reversal: the papers wait for their customer, or are held again. */
  archiveSettled,
  /** 登记完成 of papers that went back: what refuses. */
  requirePapersGone,
}
