/** The origin of an order: typed by staff, or by the customer through a link or the open form. */
export const orderSources = ['staff', 'link', 'open'] as const

export type OrderSource = (typeof orderSources)[number]
