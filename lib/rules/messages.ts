/** The tabs of the message panel: 通知, 提醒, 公众号消息 (specification point 2). */
export const messageKinds = ['notice', 'remind', 'official'] as const
export type MessageKind = (typeof messageKinds)[number]

/** Pages of an order that a message can lead to, by their route keys. */
export const messagePages = [
  'intakeForm',
  'intakeDetails',
  'preReview',
  'entryStandard',
  'entryDetails',
  'reviewProgress',
] as const
export type MessagePage = (typeof messagePages)[number]

/** Message list page size (specification point 9). */
export const messagePageSize = 10
