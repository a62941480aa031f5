/** 订单全景 over a list or a case: the parameter of the tab's address that opens it. */
export const overviewParameter = 'overview'
