/** A person of an order, where several orders stand together. */
export const keyOf = (orderId: number, key: string): string => `${orderId} ${key}`
