import { plainText, tidy } from '../../../rules/fields.ts'
import type { Check, RuleMessage } from '../../../rules/rule-message.ts'

/** 问题反馈 (specification points 3, 5 and 9). */

/** 使用问题, 服务问题, 其他: the dictionary `plain_type`. */
export const feedbackTypes = ['01', '03', '04'] as const
export const feedbackLength = 1000

/** 已回复: its writer got the note as a message. 已处理: the note is the administrators' own. */
export const feedbackStatuses = ['待处理', '已回复', '已处理'] as const
export type FeedbackStatus = (typeof feedbackStatuses)[number]

export type Feedback = { plain_type: string; content: string }

/** Required, of at most {@link feedbackLength} characters. */
export const feedbackContent: Check = (content) =>
  tidy(content) === '' ? 'rules.feedbackContent' : plainText(feedbackLength)(content)

/** The faults of a feedback, by field. */
export function feedbackFindings({
  plain_type,
  content,
}: Feedback): Partial<Record<keyof Feedback, RuleMessage>> {
  const isType = (feedbackTypes as readonly string[]).includes(plain_type)
  const wrong = feedbackContent(content)
  return { ...(!isType && { plain_type: 'rules.feedbackType' }), ...(wrong && { content: wrong }) }
}
