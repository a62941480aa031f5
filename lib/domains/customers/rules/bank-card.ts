/** The states of a card with its bank (domain.md 2.9). */
export const bindStatuses = ['未绑定', '待验证', '已绑定', '绑定失败', '已解绑'] as const
export type BindStatus = (typeof bindStatuses)[number]

/** The person whose card pays. */
export const cardHolders = ['customer', 'spouse'] as const
export type CardHolder = (typeof cardHolders)[number]
