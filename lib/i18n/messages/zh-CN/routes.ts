import type { RouteKey } from '../../../routes.ts'

/** Page titles: tab labels, menu entries, document titles. A domain's own stand with its words, under `names`. */
const routes = {
  login: '登录',
  lock: '锁屏',
  notFound: '页面不存在',
  forbidden: '无权访问',
  serverError: '服务器错误',
  collectUserInformation: '客户信息采集',
  externalFrame: '外部页面',
  home: '首页',
  manual: '使用手册',
  releaseNotes: '更新日志',
  personalInfo: '个人信息',
  messageCentre: '消息中心',
  intakeList: '进件列表',
  intakeForm: '进件',
  intakeHistory: '客户审核流程',
  intakeDetails: '进件明细',
  entryStandard: '标准录单',
  entryDetails: '录单明细',
  reviewProgress: '审核进度',
  orderQuery: '订单查询',
  riskSceneRules: '场景规则',
  riskScenes: '场景管理',
  preReviewPool: '预审池',
  preReview: '预审',
  firstReview: '初审池',
  firstReviewDetails: '初审',
  dueDiligence: '尽调列表',
  dueDiligenceDetails: '尽调',
} satisfies Partial<Record<RouteKey, string>>

export default routes
