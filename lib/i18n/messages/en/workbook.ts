import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/workbook.ts'

const workbook: Shape<typeof zh> = {
  sheet: 'Orders',
  by: 'exported by {name} ({account}) {time}',
  cut: 'only the first {count} rows',
  system: 'system',
  can: {
    intake: 'take in customers, submit for pre-review',
    entry: 'enter orders, submit for first review',
    preReview: 'claim and decide pre-reviews',
    firstReview: 'claim, call and decide first reviews',
    orders: 'find orders and their progress',
    administration: 'manage users, roles, menus and logs',
  },
  column: {
    orderNo: 'Order no.',
    customerName: 'Customer',
    idNo: 'ID number',
    mobile: 'Mobile',
    productName: 'Product',
    shopName: 'Shop',
    branchName: 'Branch',
    salesmanName: 'Account manager',
    status: 'Status',
    milestones: 'Milestones',
    stay: 'Stay (hours)',
    createdAt: 'Created',
    appliedAmount: 'Applied amount',
    returnCount: 'Times returned',
    toMend: 'To mend',
    source: 'Source',
    submitCount: 'Times submitted',
    stageEnteredAt: 'Entered stage',
    claimedByName: 'Claimed by',
    claimedAt: 'Claimed at',
    riskHint: 'Risk hint',
    financeAmount: 'Finance amount',
    term: 'Term',
    monthlyPayment: 'Monthly payment',
    capitalName: 'Funder',
    releasedAt: 'Released',
  },
}

export default workbook
