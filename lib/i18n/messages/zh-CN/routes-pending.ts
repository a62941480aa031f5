import type { pendingRoutes as pending } from '../../../routes-pending.ts'

/** Titles of the screens that are not built yet. */
const pendingRoutes = {
  businessReportDetails: '业务报表明细',
  repaymentReminders: '还款提醒',
  collection: '催收',
  phoneCheck: '还款电话核查',
  returnVisitDetails: '回访查看',
  reports: '报表',
  reportDetails: '报表详情',
  calls: '通话',
  smsRecords: '短信记录',
  callRecords: '通话记录',
  contacts: '联系人列表',
} satisfies Record<keyof typeof pending, string>

export default pendingRoutes
