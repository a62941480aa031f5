import { archives } from './domains/archives/contract.ts'
import { balances } from './domains/balances/contract.ts'
import { blacklist } from './domains/blacklist/contract.ts'
import { books } from './domains/books/contract.ts'
import { calendar } from './domains/calendar/contract.ts'
import { bankCards } from './domains/cards/contract.ts'
import { closings } from './domains/closings/contract.ts'
import { configuration } from './domains/configuration/contract.ts'
import { contractBatches } from './domains/contracts/contract/batches.ts'
import { orderContracts } from './domains/contracts/contract/orders.ts'
import { contractTemplates } from './domains/contracts/contract/templates.ts'
import { couriers } from './domains/couriers/contract.ts'
import { dueDiligence } from './domains/due-diligence/contract.ts'
import { enterprises } from './domains/enterprises/contract.ts'
import { firstPayments } from './domains/first-payments/contract.ts'
import { fundFlows } from './domains/fund-flows/contract.ts'
import { funders } from './domains/funders/contract.ts'
import { gps } from './domains/gps/contract.ts'
import { identity } from './domains/identity/contract.ts'
import type { Permission, RoleCode } from './domains/identity/rules/roles.ts'
import { interviews } from './domains/interviews/contract.ts'
import { loans } from './domains/loans/contract.ts'
import { manufacturers } from './domains/manufacturers/contract.ts'
import { papers } from './domains/materials/contract/papers.ts'
import { openings } from './domains/openings/contract.ts'
import { applications } from './domains/orders/contract.ts'
import { oversight } from './domains/oversight/contract.ts'
import { paymentFiles } from './domains/payment-files/contract.ts'
import { products } from './domains/products/contract.ts'
import { releases } from './domains/releases/contract.ts'
import { repayments } from './domains/repayments/contract.ts'
import { reviews } from './domains/reviews/contract.ts'
import { riskApproval } from './domains/risk/contract/approval.ts'
import { riskScenes } from './domains/risk/contract/scenes.ts'
import { serviceFees } from './domains/service-fees/contract.ts'
import { settleAccounts } from './domains/settle-accounts/contract.ts'
import { settlements } from './domains/settlements/contract.ts'
import { sms } from './domains/sms/contract.ts'
import { staff } from './domains/staff/contract.ts'
import { tenants } from './domains/tenants/contract.ts'
import { units } from './domains/units/contract.ts'
import { voice } from './domains/voice/contract.ts'
import type { MenuIconName } from './menu-icons.ts'
import { bulk } from './platform/bulk/contract.ts'
import { changes } from './platform/changes/contract.ts'
import type { Endpoint } from './platform/contract/endpoint.ts'
import { listExports } from './platform/exports/contract.ts'
import { jobs } from './platform/jobs/contract.ts'
import { messages } from './platform/messages/contract.ts'
import { outside } from './platform/outside/contract.ts'
import { matchRoute, type PublicRouteKey, type RouteKey, type RouteQuery } from './routes.ts'

/**
 * The other half of each row of lib/routes.ts: what the server, the menu of a tenant and the generic walk know of a
 * page behind the login. Browsers never load it, so that a row costs the first page nothing; a route without its half
 * does not compile. The name of a screen stands in the catalogue, under `routes.<key>`.
 */
export type Screen = {
  /** The call that the page cannot do without: who may make it may open the page. Or whoever is signed in. */
  asks: 'session' | (Endpoint & { access: 'session' | readonly [Permission, ...Permission[]] })
  /** Its place in the menu, behind the rows before it; without one it is opened from another page. */
  menu?: {
    in: MenuGroupKey
    icon: MenuIconName
    /** The people who find it there, where not everybody who may open it works in it. */
    for?: Permission
  }
  /** The heading of docs/user-manual.md that is about it. */
  help: string
  /**
   * The way in which the generic walk (e2e/frame/walk.spec.ts) gets there; null for a page that has nothing of its own
   * to show.
   */
  walk: Walk | null
}

export type Walk = {
  /** Of its picture, docs/screenshots/<name>-<width>.png; the key of the route unless told. */
  name?: string
  as: RoleCode
  /** The parts that it is made of: screens of one kind have their parts in common. */
  kind: 'home' | 'list' | 'form' | 'record' | 'board' | 'text'
  /** A text that is there once the page has its data; a list counts its rows unless told. */
  shows?: string | RegExp
  /** The list whose first row opens it: by its number, or by a link that is called so. */
  from?: {
    list: RouteKey
    query?: RouteQuery
    by: 'number' | '录单' | '编辑' | '进度' | '处理' | '查看'
    /** A link of what that row opens, which leads on to it. */
    onward?: string
  }
}

export type MenuGroup = {
  name: string
  /** Everything that its screens share, where they do; nobody navigates to it. */
  url: string
  icon: MenuIconName
  /** The group that it stands in, behind the screens of that group. */
  in?: string
}

/** The groups of the menu in their order. A group shows to whoever sees a screen in it. */
export const menuGroups = {
  business: { name: '业务办理', url: '/business-work', icon: 'work' },
  intake: { name: '进件管理', url: '/create', icon: 'intake', in: 'business' },
  entries: { name: '录单管理', url: '/record', icon: 'pencil', in: 'business' },
  reviews: { name: '审核管理', url: '/mycheopeone', icon: 'review', in: 'business' },
  orders: { name: '订单管理', url: '/order', icon: 'order', in: 'business' },
  contracts: { name: '合同管理', url: '/elecontract', icon: 'sign', in: 'business' },
  papers: { name: '材料管理', url: '/materials', icon: 'upload', in: 'business' },
  release: { name: '放款管理', url: '/release', icon: 'wallet', in: 'business' },
  postLoan: { name: '贷后管理', url: '/hzhc/loanmanage', icon: 'receipt', in: 'business' },
  books: { name: '账务', url: '/ledger', icon: 'percent', in: 'business' },
  archives: { name: '档案管理', url: '/archives', icon: 'archive', in: 'business' },
  channels: { name: '渠道管理', url: '/branch', icon: 'people', in: 'business' },
  partners: { name: '合作方管理', url: '/business', icon: 'partner', in: 'business' },
  products: { name: '产品与方案', url: '/product', icon: 'percent' },
  administration: { name: '系统管理', url: '/sys', icon: 'gear' },
} as const satisfies Record<string, MenuGroup>

export type MenuGroupKey = keyof typeof menuGroups

/** The pages behind the login. */
export type ScreenKey = Exclude<RouteKey, PublicRouteKey>

export const screens: Readonly<Record<ScreenKey, Screen>> = {
  // Frame of an address outside: the menu says whose it is
  externalFrame: { asks: 'session', help: '菜单', walk: null },
  // Home and own matters
  home: {
    asks: 'session',
    menu: { in: 'business', icon: 'home' },
    help: '首页',
    walk: { as: 'entry_clerk', kind: 'home', shows: '近14天' },
  },
  manual: {
    asks: 'session',
    help: '使用手册',
    walk: { as: 'entry_clerk', kind: 'text', shows: '登录与工作区' },
  },
  releaseNotes: {
    asks: 'session',
    help: '顶部栏与设置',
    walk: { as: 'entry_clerk', kind: 'text', shows: '当前版本' },
  },
  personalInfo: {
    asks: identity.ownInfo,
    help: '个人信息与密码',
    walk: { as: 'entry_clerk', kind: 'board', shows: '个性签名' },
  },
  messageCentre: {
    asks: messages.list,
    help: '消息',
    walk: { as: 'entry_clerk', kind: 'board', shows: /^共 / },
  },
  bulkRuns: {
    asks: bulk.list,
    help: '批量操作',
    walk: { as: 'entry_clerk', kind: 'list', shows: '没有批量操作' },
  },
  ownExports: {
    asks: listExports.list,
    help: '我的导出',
    walk: { as: 'entry_clerk', kind: 'list', shows: '没有后台导出' },
  },
  // Intake
  intakeList: {
    asks: applications.intakeList,
    menu: { in: 'intake', icon: 'list', for: 'order:create' },
    help: '进件',
    walk: { as: 'entry_clerk', kind: 'list' },
  },
  intakeForm: {
    asks: applications.getIntake,
    menu: { in: 'intake', icon: 'person-add' },
    help: '进件',
    walk: { as: 'entry_clerk', kind: 'form', shows: '门店与客户经理' },
  },
  intakeHistory: {
    asks: applications.history,
    menu: { in: 'intake', icon: 'history' },
    help: '查询与进度',
    walk: { as: 'entry_clerk', kind: 'list' },
  },
  intakeDetails: {
    asks: applications.get,
    help: '进件',
    walk: {
      as: 'entry_clerk',
      kind: 'record',
      shows: '风控提示',
      from: { list: 'intakeList', query: { status: 'wait_entry' }, by: 'number' },
    },
  },
  // Order entry
  entryStandard: {
    asks: applications.getEntry,
    menu: { in: 'entries', icon: 'pencil' },
    help: '录单',
    walk: {
      name: 'order-entry',
      as: 'entry_clerk',
      kind: 'form',
      shows: '职业与收入',
      from: { list: 'intakeList', query: { status: 'wait_entry' }, by: '录单' },
    },
  },
  entryDetails: {
    asks: applications.get,
    help: '查询与进度',
    walk: {
      name: 'record-details',
      as: 'entry_clerk',
      kind: 'record',
      shows: '报价快照',
      from: { list: 'orderQuery', query: { status: 'released' }, by: 'number' },
    },
  },
  // The same by the other templates: their lists are walked, their forms are of the one engine
  intakeUninsured: {
    asks: applications.getIntake,
    menu: { in: 'intake', icon: 'person-add' },
    help: '进件',
    walk: { as: 'entry_clerk', kind: 'form', shows: '门店与客户经理' },
  },
  intakeInsuredLoan: {
    asks: applications.getIntake,
    menu: { in: 'intake', icon: 'person-add' },
    help: '进件',
    walk: { as: 'entry_clerk', kind: 'form', shows: '门店与客户经理' },
  },
  intakeUninsuredDetails: { asks: applications.get, help: '进件', walk: null },
  intakeInsuredLoanDetails: { asks: applications.get, help: '进件', walk: null },
  entryUninsured: {
    asks: applications.getEntry,
    menu: { in: 'entries', icon: 'pencil' },
    help: '录单模板',
    walk: { as: 'entry_clerk', kind: 'list' },
  },
  entryInsuredLoan: {
    asks: applications.getEntry,
    menu: { in: 'entries', icon: 'pencil' },
    help: '录单模板',
    walk: { as: 'entry_clerk', kind: 'list' },
  },
  entryPartnerUsedCar: {
    asks: applications.getEntry,
    menu: { in: 'entries', icon: 'pencil' },
    help: '录单模板',
    walk: { as: 'entry_clerk', kind: 'list' },
  },
  entryOwnCarLeaseback: {
    asks: applications.getEntry,
    menu: { in: 'entries', icon: 'pencil' },
    help: '录单模板',
    walk: { as: 'entry_clerk', kind: 'list' },
  },
  entryOwnCarLeasebackV2: {
    asks: applications.getEntry,
    menu: { in: 'entries', icon: 'pencil' },
    help: '录单模板',
    walk: { as: 'entry_clerk', kind: 'list' },
  },
  entrySecondLien: {
    asks: applications.getEntry,
    menu: { in: 'entries', icon: 'pencil' },
    help: '录单模板',
    walk: { as: 'entry_clerk', kind: 'list' },
  },
  entryJointLoan: {
    asks: applications.getEntry,
    menu: { in: 'entries', icon: 'pencil' },
    help: '录单模板',
    // Sold by another tenant of the demo.
    walk: null,
  },
  entryDirectLease: {
    asks: applications.getEntry,
    menu: { in: 'entries', icon: 'pencil' },
    help: '录单模板',
    // Sold by another tenant of the demo.
    walk: null,
  },
  entryBalloon: {
    asks: applications.getEntry,
    menu: { in: 'entries', icon: 'pencil' },
    help: '录单模板',
    walk: { as: 'entry_clerk', kind: 'list' },
  },
  entryGuarantor: {
    asks: applications.getEntry,
    menu: { in: 'entries', icon: 'pencil' },
    help: '录单模板',
    walk: { as: 'entry_clerk', kind: 'list' },
  },
  entryUninsuredDetails: {
    asks: applications.get,
    help: '查询与进度',
    walk: {
      as: 'entry_clerk',
      kind: 'record',
      shows: '报价快照',
      from: { list: 'entryUninsured', by: 'number' },
    },
  },
  entryInsuredLoanDetails: {
    asks: applications.get,
    help: '查询与进度',
    walk: {
      as: 'entry_clerk',
      kind: 'record',
      shows: '报价快照',
      from: { list: 'entryInsuredLoan', by: 'number' },
    },
  },
  entryBalloonDetails: {
    asks: applications.get,
    help: '查询与进度',
    walk: {
      as: 'entry_clerk',
      kind: 'record',
      shows: '报价快照',
      from: { list: 'entryBalloon', by: 'number' },
    },
  },
  entryDirectLeaseDetails: { asks: applications.get, help: '查询与进度', walk: null },
  reviewProgress: {
    asks: applications.progress,
    help: '查询与进度',
    walk: {
      name: 'progress',
      as: 'entry_clerk',
      kind: 'record',
      shows: '环节',
      from: { list: 'orderQuery', query: { status: 'released' }, by: '进度' },
    },
  },
  orderQuery: {
    asks: applications.query,
    menu: { in: 'orders', icon: 'search' },
    help: '查询与进度',
    walk: { as: 'entry_clerk', kind: 'list' },
  },
  // Products
  productList: {
    asks: products.list,
    menu: { in: 'products', icon: 'list' },
    help: '产品与方案',
    walk: { as: 'admin', kind: 'list' },
  },
  productDetails: {
    asks: products.get,
    help: '产品与方案',
    walk: {
      as: 'admin',
      kind: 'form',
      shows: '还款方案',
      from: { list: 'productList', by: 'number' },
    },
  },
  entryTemplates: {
    asks: products.templates,
    menu: { in: 'products', icon: 'document' },
    help: '产品与方案',
    walk: { as: 'admin', kind: 'board', shows: '录入区块' },
  },
  contractTemplates: {
    asks: contractTemplates.list,
    menu: { in: 'products', icon: 'sign' },
    help: '合同模板',
    walk: { as: 'admin', kind: 'list' },
  },
  contractTemplateDetails: {
    asks: contractTemplates.get,
    help: '合同模板',
    walk: {
      as: 'admin',
      kind: 'form',
      shows: '版本记录',
      from: { list: 'contractTemplates', by: 'number' },
    },
  },
  residualValues: {
    asks: products.residuals,
    menu: { in: 'products', icon: 'car' },
    help: '产品与方案',
    walk: { as: 'admin', kind: 'list' },
  },
  feeConstants: {
    asks: products.fees,
    menu: { in: 'products', icon: 'receipt' },
    help: '产品与方案',
    walk: { as: 'admin', kind: 'list' },
  },
  // Administration
  adminUsers: {
    asks: staff.users,
    menu: { in: 'administration', icon: 'people' },
    help: '用户与角色',
    walk: { name: 'users', as: 'admin', kind: 'list', shows: 'archivist' },
  },
  units: {
    asks: units.list,
    menu: { in: 'administration', icon: 'company' },
    help: '机构管理',
    walk: { as: 'admin', kind: 'list', shows: '总部' },
  },
  adminRoles: {
    asks: staff.roles,
    menu: { in: 'administration', icon: 'key' },
    help: '用户与角色',
    walk: { name: 'roles', as: 'admin', kind: 'list', shows: 'archivist' },
  },
  adminRoleForm: {
    asks: staff.role,
    help: '用户与角色',
    walk: { name: 'role-form', as: 'admin', kind: 'form', shows: '操作权限' },
  },
  adminMenus: {
    asks: configuration.menus,
    menu: { in: 'administration', icon: 'tree' },
    help: '菜单与字典',
    walk: { name: 'menus', as: 'admin', kind: 'board', shows: '/business-work' },
  },
  adminDictionaries: {
    asks: configuration.dictionaries,
    menu: { in: 'administration', icon: 'book' },
    help: '菜单与字典',
    walk: { name: 'dictionaries', as: 'admin', kind: 'board', shows: /^共 / },
  },
  adminTenants: {
    asks: tenants.get,
    menu: { in: 'administration', icon: 'palette' },
    help: '租户、坐席与通知',
    walk: { name: 'tenant-settings', as: 'admin', kind: 'board', shows: '部署设定' },
  },
  adminSeats: {
    asks: voice.seatList,
    menu: { in: 'administration', icon: 'phone' },
    help: '租户、坐席与通知',
    walk: { name: 'seats', as: 'admin', kind: 'list' },
  },
  blacklist: {
    asks: blacklist.entries,
    menu: { in: 'administration', icon: 'ban' },
    help: '黑灰白名单',
    walk: { as: 'risk_manager', kind: 'list' },
  },
  couriers: {
    asks: couriers.list,
    menu: { in: 'administration', icon: 'mail' },
    help: '快递公司',
    walk: { as: 'archivist', kind: 'list', shows: '没有快递公司' },
  },
  calendar: {
    asks: calendar.list,
    menu: { in: 'administration', icon: 'calendar' },
    help: '工作日历',
    walk: { as: 'admin', kind: 'list' },
  },
  closings: {
    asks: closings.list,
    menu: { in: 'administration', icon: 'calendar' },
    help: '日终',
    walk: { as: 'admin', kind: 'list', shows: '日终试跑' },
  },
  adminNotices: {
    asks: messages.noticeList,
    menu: { in: 'administration', icon: 'bell' },
    help: '租户、坐席与通知',
    walk: { name: 'notices', as: 'admin', kind: 'list', shows: '写通知' },
  },
  loginLog: {
    asks: oversight.logins,
    menu: { in: 'administration', icon: 'key' },
    help: '日志与在线用户',
    walk: { as: 'admin', kind: 'list' },
  },
  operationLog: {
    asks: oversight.operations,
    menu: { in: 'administration', icon: 'history' },
    help: '日志与在线用户',
    walk: { as: 'admin', kind: 'list' },
  },
  onlineUsers: {
    asks: oversight.online,
    menu: { in: 'administration', icon: 'eye' },
    help: '日志与在线用户',
    walk: { as: 'admin', kind: 'list' },
  },
  feedbackList: {
    asks: oversight.feedback,
    menu: { in: 'administration', icon: 'pencil' },
    help: '日志与在线用户',
    walk: { as: 'admin', kind: 'list' },
  },
  errorLogList: {
    asks: oversight.errors,
    menu: { in: 'administration', icon: 'bug' },
    help: '日志与在线用户',
    walk: { as: 'admin', kind: 'list' },
  },
  jobs: {
    asks: jobs.runs,
    menu: { in: 'administration', icon: 'clock' },
    help: '任务与外部请求',
    walk: { as: 'admin', kind: 'list', shows: '定时任务' },
  },
  outsideCalls: {
    asks: outside.calls,
    menu: { in: 'administration', icon: 'refresh' },
    help: '任务与外部请求',
    walk: { as: 'admin', kind: 'list', shows: '服务与模拟器' },
  },
  serviceCalls: {
    asks: oversight.errors,
    menu: { in: 'administration', icon: 'satellite' },
    help: '服务接口',
    walk: { name: 'service', as: 'admin', kind: 'board', shows: '/login/go' },
  },
  // Reviews
  preReviewPool: {
    asks: reviews.preList,
    menu: { in: 'reviews', icon: 'pool' },
    help: '预审',
    walk: { as: 'pre_reviewer', kind: 'list' },
  },
  preReview: {
    asks: reviews.getPre,
    help: '预审',
    walk: {
      as: 'pre_reviewer',
      kind: 'record',
      shows: '审核意见',
      from: { list: 'preReviewPool', query: { claim: 'mine' }, by: '处理' },
    },
  },
  firstReview: {
    asks: reviews.firstList,
    menu: { in: 'reviews', icon: 'pool' },
    help: '初审',
    walk: { as: 'first_reviewer', kind: 'list' },
  },
  firstReviewDetails: {
    asks: reviews.getFirst,
    help: '初审',
    walk: {
      as: 'first_reviewer',
      kind: 'record',
      shows: '审核意见',
      from: { list: 'firstReview', query: { claim: 'mine' }, by: '处理' },
    },
  },
  riskPool: {
    asks: riskApproval.list,
    menu: { in: 'reviews', icon: 'pool' },
    help: '风控审批',
    walk: { as: 'risk_officer', kind: 'list' },
  },
  riskApproval: {
    asks: riskApproval.get,
    help: '风控审批',
    walk: {
      as: 'risk_officer',
      kind: 'record',
      shows: '审核意见',
      from: { list: 'riskPool', query: { claim: 'mine' }, by: '处理' },
    },
  },
  reconsiderRequests: {
    asks: riskApproval.requests,
    menu: { in: 'reviews', icon: 'refresh' },
    help: '复议',
    walk: { as: 'risk_manager', kind: 'list' },
  },
  riskScenes: {
    asks: riskScenes.list,
    menu: { in: 'reviews', icon: 'filter' },
    help: '风控场景',
    walk: { as: 'risk_manager', kind: 'list', shows: 'PRE_CHECK' },
  },
  riskSceneRules: {
    asks: riskScenes.get,
    help: '风控场景',
    walk: {
      as: 'risk_manager',
      kind: 'board',
      shows: '触发环节',
      from: { list: 'riskScenes', by: 'number' },
    },
  },
  dueDiligence: {
    asks: dueDiligence.list,
    menu: { in: 'reviews', icon: 'place' },
    help: '尽调',
    walk: { as: 'risk_officer', kind: 'list' },
  },
  dueDiligenceDetails: {
    asks: dueDiligence.get,
    help: '尽调',
    walk: {
      as: 'risk_officer',
      kind: 'record',
      shows: '尽调结论',
      from: { list: 'dueDiligence', query: { status: '已提交' }, by: '查看' },
    },
  },
  reviewList: {
    asks: reviews.taskList,
    menu: { in: 'reviews', icon: 'list' },
    help: '审核列表',
    walk: { as: 'risk_manager', kind: 'list' },
  },
  contractSigning: {
    asks: orderContracts.list,
    menu: { in: 'contracts', icon: 'sign' },
    help: '合同',
    walk: { as: 'contract_clerk', kind: 'list' },
  },
  contractSms: {
    asks: sms.list,
    menu: { in: 'contracts', icon: 'message' },
    help: '合同短信',
    // The demo has sent none.
    walk: { as: 'contract_clerk', kind: 'list', shows: '发送短信' },
  },
  contractCase: {
    asks: orderContracts.get,
    help: '合同',
    walk: {
      as: 'contract_clerk',
      kind: 'record',
      shows: '合同要素',
      from: { list: 'contractSigning', by: '查看' },
    },
  },
  cardChange: {
    asks: bankCards.list,
    menu: { in: 'contracts', icon: 'bank' },
    help: '银行卡',
    walk: { as: 'contract_clerk', kind: 'list' },
  },
  cardCase: {
    asks: bankCards.get,
    help: '银行卡',
    walk: {
      as: 'contract_clerk',
      kind: 'record',
      shows: '当前扣款卡',
      from: { list: 'cardChange', by: '查看' },
    },
  },
  insuranceMaterials: {
    asks: papers.insuranceList,
    menu: { in: 'papers', icon: 'shield' },
    help: '放款前材料',
    walk: { as: 'material_clerk', kind: 'list' },
  },
  insuranceMaterialsDetails: {
    asks: papers.get,
    help: '放款前材料',
    walk: {
      as: 'material_clerk',
      kind: 'record',
      shows: '第一受益人',
      from: { list: 'insuranceMaterials', by: 'number' },
    },
  },
  insurerMaterials: {
    asks: papers.insurerList,
    menu: { in: 'papers', icon: 'partner' },
    help: '提交保司',
    walk: { as: 'material_clerk', kind: 'list' },
  },
  insurerSubmission: {
    asks: papers.get,
    help: '提交保司',
    walk: {
      as: 'material_clerk',
      kind: 'record',
      shows: '保费试算',
      from: { list: 'insurerMaterials', by: 'number' },
    },
  },
  mortgageMaterials: {
    asks: papers.mortgageList,
    menu: { in: 'papers', icon: 'key' },
    help: '放款前材料',
    walk: { as: 'material_clerk', kind: 'list' },
  },
  mortgageMaterialsDetails: {
    asks: papers.get,
    help: '放款前材料',
    walk: {
      as: 'material_clerk',
      kind: 'record',
      shows: '抵押合同',
      from: { list: 'mortgageMaterials', by: 'number' },
    },
  },
  capitalMaterials: {
    asks: papers.capitalList,
    menu: { in: 'papers', icon: 'bank' },
    help: '资方推送',
    walk: { as: 'material_clerk', kind: 'list' },
  },
  capitalMaterialsDetails: {
    asks: papers.get,
    help: '资方推送',
    walk: {
      as: 'material_clerk',
      kind: 'record',
      shows: '推送记录',
      from: { list: 'capitalMaterials', by: 'number' },
    },
  },
  usedCarSupplements: {
    asks: papers.usedExtras,
    menu: { in: 'papers', icon: 'upload' },
    help: '放款后补充资料',
    walk: { as: 'material_clerk', kind: 'list' },
  },
  usedCarSupplementDetails: {
    asks: papers.get,
    help: '放款后补充资料',
    walk: {
      as: 'material_clerk',
      kind: 'record',
      shows: '二手车过户发票',
      from: { list: 'usedCarSupplements', by: 'number' },
    },
  },
  newCarSupplements: {
    asks: papers.newExtras,
    menu: { in: 'papers', icon: 'upload' },
    help: '放款后补充资料',
    walk: { as: 'material_clerk', kind: 'list' },
  },
  newCarSupplementDetails: {
    asks: papers.get,
    help: '放款后补充资料',
    walk: {
      as: 'material_clerk',
      kind: 'record',
      shows: '合格证',
      from: { list: 'newCarSupplements', by: 'number' },
    },
  },
  supplementReview: {
    asks: papers.extraReviews,
    menu: { in: 'papers', icon: 'checks' },
    help: '放款后补充资料',
    walk: { as: 'material_clerk', kind: 'list' },
  },
  firstPayments: {
    asks: firstPayments.list,
    menu: { in: 'papers', icon: 'coin' },
    help: '首付款登记',
    walk: { as: 'cashier', kind: 'list' },
  },
  firstPaymentCase: {
    asks: firstPayments.get,
    help: '首付款登记',
    walk: {
      as: 'cashier',
      kind: 'record',
      shows: '到账记录',
      from: { list: 'firstPayments', by: 'number' },
    },
  },
  gpsFitting: {
    asks: gps.fittingList,
    menu: { in: 'papers', icon: 'satellite' },
    help: 'GPS设备',
    walk: { as: 'material_clerk', kind: 'list' },
  },
  gpsFittingCase: {
    asks: gps.fitting,
    help: 'GPS设备',
    walk: {
      as: 'material_clerk',
      kind: 'record',
      shows: '尚缺',
      from: { list: 'gpsFitting', by: 'number' },
    },
  },
  gpsDevices: {
    asks: gps.list,
    menu: { in: 'papers', icon: 'list' },
    help: 'GPS设备',
    walk: { as: 'material_clerk', kind: 'list' },
  },
  gpsDeviceCase: {
    asks: gps.get,
    help: 'GPS设备',
    walk: {
      as: 'material_clerk',
      kind: 'record',
      shows: '设备履历',
      from: { list: 'gpsDevices', by: 'number' },
    },
  },
  interviewList: {
    asks: interviews.list,
    menu: { in: 'contracts', icon: 'video' },
    help: '视频面签',
    walk: { as: 'contract_clerk', kind: 'list' },
  },
  videoInterview: {
    asks: interviews.get,
    help: '视频面签',
    walk: {
      as: 'contract_clerk',
      kind: 'record',
      shows: '面签结果',
      from: { list: 'interviewList', query: { interviewStatus: '通过' }, by: '查看' },
    },
  },
  contractBatches: {
    asks: contractBatches.list,
    menu: { in: 'contracts', icon: 'list' },
    help: '批量生成合同',
    walk: { as: 'contract_clerk', kind: 'list' },
  },
  // Release
  releaseList: {
    asks: releases.list,
    menu: { in: 'release', icon: 'wallet' },
    help: '放款',
    walk: { as: 'cashier', kind: 'list' },
  },
  releaseCase: {
    asks: releases.get,
    help: '放款',
    walk: {
      as: 'cashier',
      kind: 'record',
      shows: '放款金额',
      from: { list: 'releaseList', query: { releaseState: 'make' }, by: 'number' },
    },
  },
  releaseDay: {
    asks: releases.day,
    menu: { in: 'release', icon: 'calendar' },
    help: '放款',
    // A day without payments has no table; the title alone stands in the folded menu as well.
    walk: { as: 'cashier', kind: 'board', shows: '前一天' },
  },
  paymentFiles: {
    asks: paymentFiles.list,
    menu: { in: 'release', icon: 'document' },
    help: '放款',
    walk: { as: 'cashier', kind: 'list' },
  },
  paymentFileCase: {
    asks: paymentFiles.get,
    help: '放款',
    walk: {
      as: 'cashier',
      kind: 'record',
      shows: '付款明细',
      from: { list: 'paymentFiles', by: 'number' },
    },
  },
  fundFlows: {
    asks: fundFlows.list,
    menu: { in: 'postLoan', icon: 'bank' },
    help: '资金流水',
    walk: { as: 'cashier', kind: 'list', shows: /还没有资金流水|^共 / },
  },
  serviceFees: {
    asks: serviceFees.list,
    menu: { in: 'postLoan', icon: 'percent' },
    help: '服务费对账',
    walk: { as: 'capital_mgr', kind: 'list', shows: /还没有服务费批次|^共 / },
  },
  serviceFeeBatch: { asks: serviceFees.get, help: '服务费对账', walk: null },
  loanCase: {
    asks: loans.get,
    help: '借据',
    walk: {
      as: 'cashier',
      kind: 'record',
      shows: '放款后任务',
      from: {
        list: 'releaseList',
        // The demo's older loans were paid before there were books.
        query: { releaseState: 'paid', sort: 'stageEnteredAt:desc' },
        by: 'number',
        onward: '还款计划与凭证',
      },
    },
  },
  settlements: {
    asks: settlements.list,
    menu: { in: 'postLoan', icon: 'checks' },
    help: '结清与提前还款',
    // Nobody of the demo asks for one.
    walk: { as: 'postloan', kind: 'list', shows: '没有结清申请' },
  },
  settlementDetails: {
    asks: settlements.get,
    help: '结清与提前还款',
    walk: {
      as: 'cashier',
      kind: 'record',
      shows: '剩余本金',
      from: {
        list: 'releaseList',
        query: { releaseState: 'paid', sort: 'stageEnteredAt:desc' },
        by: 'number',
        onward: '结清与提前还款',
      },
    },
  },
  // The page of a loan by its other ways in.
  orderRepaymentPlan: {
    asks: loans.get,
    help: '借据',
    walk: { as: 'postloan', kind: 'record', shows: '往来明细', from: { list: 'repaymentPlans', by: '查看' } },
  },
  loanDetails: {
    asks: loans.get,
    help: '借据',
    walk: { as: 'postloan', kind: 'record', shows: '往来明细', from: { list: 'loans', by: 'number' } },
  },
  // Loans after release
  loans: {
    asks: loans.list,
    menu: { in: 'postLoan', icon: 'list' },
    help: '借据',
    walk: { as: 'postloan', kind: 'list' },
  },
  managedLoans: {
    asks: loans.list,
    menu: { in: 'postLoan', icon: 'wallet' },
    help: '借据',
    walk: { as: 'postloan', kind: 'list' },
  },
  overdueCustomers: {
    asks: loans.overdue,
    menu: { in: 'postLoan', icon: 'warning' },
    help: '借据',
    walk: { as: 'postloan', kind: 'list' },
  },
  settledCustomers: {
    asks: loans.settled,
    menu: { in: 'postLoan', icon: 'archive' },
    help: '借据',
    walk: { as: 'postloan', kind: 'list' },
  },
  repaymentPlans: {
    asks: loans.instalments,
    menu: { in: 'postLoan', icon: 'calendar' },
    help: '借据',
    walk: { as: 'postloan', kind: 'list' },
  },
  rentDetails: {
    asks: loans.get,
    help: '借据',
    walk: {
      as: 'postloan',
      kind: 'record',
      shows: '应收租金',
      from: { list: 'loans', by: 'number', onward: '租金详情' },
    },
  },
  loanCustomers: {
    asks: loans.borrowers,
    menu: { in: 'postLoan', icon: 'people' },
    help: '借据',
    walk: { as: 'postloan', kind: 'list' },
  },
  customers: {
    asks: loans.customers,
    menu: { in: 'postLoan', icon: 'person-add' },
    help: '借据',
    walk: { as: 'postloan', kind: 'list' },
  },
  calculator: {
    asks: 'session',
    menu: { in: 'business', icon: 'calculator' },
    help: '贷款计算器',
    walk: { as: 'entry_clerk', kind: 'form', shows: '还款总额' },
  },
  dueToday: {
    asks: repayments.due,
    menu: { in: 'postLoan', icon: 'calendar' },
    help: '还款登记',
    walk: { as: 'cashier', kind: 'list', shows: /当日没有应还期次|^共 / },
  },
  repaymentRecords: {
    asks: repayments.list,
    menu: { in: 'postLoan', icon: 'receipt' },
    help: '还款登记',
    walk: { as: 'cashier', kind: 'list', shows: /没有还款记录|^共 / },
  },
  // The books
  ledger: {
    asks: books.list,
    menu: { in: 'books', icon: 'list' },
    help: '账务',
    walk: { as: 'cashier', kind: 'list' },
  },
  trialBalance: {
    asks: books.balance,
    menu: { in: 'books', icon: 'percent' },
    help: '账务',
    walk: { as: 'cashier', kind: 'board', shows: '借贷平衡' },
  },
  accountLines: {
    asks: books.lines,
    menu: { in: 'books', icon: 'bank' },
    help: '账务',
    walk: { as: 'cashier', kind: 'list' },
  },
  vouchers: {
    asks: books.vouchers,
    menu: { in: 'books', icon: 'document' },
    help: '账务',
    walk: { as: 'cashier', kind: 'list' },
  },
  periods: {
    asks: books.periods,
    menu: { in: 'books', icon: 'calendar' },
    help: '账务',
    walk: { as: 'cashier', kind: 'list' },
  },
  glAccounts: {
    asks: books.accounts,
    menu: { in: 'books', icon: 'checks' },
    help: '账务',
    walk: { as: 'cashier', kind: 'list' },
  },
  // Everything that a second person checks
  changes: {
    asks: changes.list,
    menu: { in: 'release', icon: 'checks' },
    help: '制单与复核',
    walk: { as: 'finance_checker', kind: 'list' },
  },
  deputies: {
    asks: changes.deputies,
    menu: { in: 'release', icon: 'people' },
    help: '制单与复核',
    // Nobody of the demo is away.
    walk: { as: 'finance_checker', kind: 'list', shows: '设置代理' },
  },
  accountReview: {
    asks: settleAccounts.list,
    menu: { in: 'release', icon: 'bank' },
    help: '结算账户',
    walk: { as: 'cashier', kind: 'list' },
  },
  // Channels
  shopOpening: {
    asks: openings.list,
    menu: { in: 'channels', icon: 'work' },
    help: '开通',
    walk: { as: 'channel_mgr', kind: 'list' },
  },
  branchOpening: {
    asks: openings.list,
    menu: { in: 'channels', icon: 'bank' },
    help: '开通',
    walk: { as: 'risk_manager', kind: 'list' },
  },
  channelOpening: {
    asks: openings.list,
    menu: { in: 'channels', icon: 'people' },
    help: '开通',
    walk: { as: 'risk_manager', kind: 'list' },
  },
  balances: {
    asks: balances.list,
    menu: { in: 'channels', icon: 'wallet' },
    help: '余额',
    walk: { name: 'balance-list', as: 'cashier', kind: 'list' },
  },
  balanceFlows: {
    asks: balances.flows,
    help: '余额',
    walk: { as: 'cashier', kind: 'list', shows: /流水/, from: { list: 'balances', by: 'number' } },
  },
  // Partners
  funders: {
    asks: funders.list,
    menu: { in: 'partners', icon: 'bank' },
    help: '资金',
    walk: { as: 'capital_mgr', kind: 'list' },
  },
  funderFlows: {
    asks: funders.flows,
    help: '资金',
    walk: { as: 'capital_mgr', kind: 'list', shows: /流水/, from: { list: 'funders', by: 'number' } },
  },
  manufacturers: {
    asks: manufacturers.list,
    menu: { in: 'partners', icon: 'car' },
    help: '主机厂',
    walk: { as: 'capital_mgr', kind: 'list' },
  },
  enterprises: {
    asks: enterprises.list,
    menu: { in: 'partners', icon: 'work' },
    help: '企业管理',
    walk: { as: 'capital_mgr', kind: 'list' },
  },
  branchDetails: {
    asks: openings.get,
    help: '开通',
    walk: {
      as: 'risk_manager',
      kind: 'record',
      shows: '审核记录',
      from: { list: 'shopOpening', by: 'number' },
    },
  },
  // Archives
  archiveEntry: {
    asks: archives.list,
    menu: { in: 'archives', icon: 'pencil' },
    help: '档案',
    walk: { as: 'archivist', kind: 'list' },
  },
  archiveMails: {
    asks: archives.mails,
    menu: { in: 'archives', icon: 'mail' },
    help: '档案邮寄',
    walk: { as: 'archivist', kind: 'list', shows: '没有邮寄记录' },
  },
  archiveMailDetails: {
    asks: archives.mail,
    help: '档案邮寄',
    walk: null,
  },
  archiveOutbounds: {
    asks: archives.outbounds,
    menu: { in: 'archives', icon: 'upload' },
    help: '档案出库',
    walk: { as: 'archivist', kind: 'list', shows: '没有出库记录' },
  },
  archiveTakes: {
    asks: archives.takes,
    menu: { in: 'archives', icon: 'checks' },
    help: '档案盘点',
    walk: { as: 'archivist', kind: 'list', shows: '没有盘点记录' },
  },
  archiveTakeDetails: { asks: archives.take, help: '档案盘点', walk: null },
  archiveClientInfo: {
    asks: archives.items,
    menu: { in: 'archives', icon: 'search' },
    help: '档案',
    walk: { as: 'archivist', kind: 'list' },
  },
}

export const screenKeys = Object.keys(screens) as ScreenKey[]

/** The people who may open a page: holders of any of these, or whoever is signed in. */
export function accessOf(key: ScreenKey): 'session' | readonly Permission[] {
  const { asks } = screens[key]
  return asks === 'session' ? asks : asks.access
}

/** The screen that answers a path. */
export function screenAt(path: string): ScreenKey | undefined {
  const key = matchRoute(path)?.route.key
  return screenKeys.find((known) => known === key)
}
