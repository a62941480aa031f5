import { businessDate } from '../../../rules/business-date.ts'
import { addWorkingDays, type Calendar } from '../../../rules/business-days.ts'
import { plainText, required } from '../../../rules/fields.ts'
import { oneOf } from '../../../rules/input-error.ts'

/** 投诉 (domain.md, `complaint`): what is saved of one, and until when it is to be handled. */

export const complaintSources = ['电话', '公众号', '监管', '门店', '其他'] as const
export const complaintLevels = ['一般', '重要', '紧急'] as const
export type ComplaintLevel = (typeof complaintLevels)[number]
export const complaintStatuses = ['待受理', '处理中', '待回访', '已办结', '已撤销'] as const

export const complaintContent = required(plainText(2000))
export const complaintWish = plainText(500)

/** Working days by level; what is urgent has 24 hours. */
const workingDays = { 一般: 5, 重要: 2 } as const
const dayMs = 86_400_000

/** The instant until which a complaint is to be handled: 18:00 in Shanghai of its last working day. @throws InputError */
export function complaintDeadline(level: ComplaintLevel, now: Date, calendar: Calendar): Date {
  oneOf('level', level, complaintLevels)
  const today = businessDate(now)
  if (level === '紧急') return new Date(now.getTime() + dayMs)
  return new Date(`${addWorkingDays(today, workingDays[level], calendar)}T18:00:00+08:00`)
}
