/** The tabs of the message panel: 通知, 提醒, 公众号消息 (specification point 2). */
export const messageKinds = ['notice', 'remind', 'official'] as const
export type MessageKind = (typeof messageKinds)[number]

/** Pages that a message can lead to, by their route keys: of its order, but for 代理复核, 我的导出 and what is told of several. */
export const messagePages = [
  'intakeForm',
  'intakeDetails',
  'preReview',
  'firstReviewDetails',
  'entryStandard',
  'entryDetails',
  'reviewProgress',
  'dueDiligence',
  'contractSms',
  'contractCase',
  'cardCase',
  'releaseCase',
  'loanCase',
  'settlementDetails',
  'insuranceMaterialsDetails',
  'mortgageMaterialsDetails',
  'capitalMaterialsDetails',
  'usedCarSupplementDetails',
  'newCarSupplementDetails',
  'insurerSubmission',
  'videoInterview',
  'firstPaymentCase',
  'gpsFittingCase',
  'deputies',
  'insuranceMaterials',
  'ownExports',
] as const
export type MessagePage = (typeof messagePages)[number]

/** Message list page size (specification point 9). */
export const messagePageSize = 10

/** The audiences of a notice: everybody, holders of roles, units with all below them, or users. */
export const audiences = ['all', 'roles', 'orgs', 'users'] as const
export type Audience = (typeof audiences)[number]

/** 待发送, 已发送, 已撤回. */
export const noticeStatuses = ['scheduled', 'sent', 'withdrawn'] as const
export type NoticeStatus = (typeof noticeStatuses)[number]

export const noticeLimits = { title: 80, body: 500, targets: 500 } as const
/** Characters of a reminder's note. */
export const reminderNoteLength = 100
