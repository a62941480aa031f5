/**
 * Every URL of the console (specification, point 2), each with the English key of its name: the pinyin of the
 * specification stays in the paths alone. Titles are in the catalogue under `routes.<key>`.
 */

type RouteEntry = {
  /** Path pattern; `:name` is one segment, `:name?` an optional last one. */
  path: string
  /** Open without a session (routes flagged non-auth). */
  public?: boolean
  /** Kept alive while its tab is open; default true. False where a return must show what is true now. */
  keepAlive?: boolean
  /** Whether its tab may be closed; default true, false for the home tab alone. */
  closable?: boolean
  /** Query parameter that names the record of the page: each record has a tab of its own, keyed by `src`. */
  record?: string
}

const entries = {
  // Public: no authentication
  login: { path: '/login/:pro?', public: true },
  lock: { path: '/lock', public: true },
  notFound: { path: '/404', public: true },
  forbidden: { path: '/403', public: true },
  serverError: { path: '/500', public: true },
  collectUserInformation: { path: '/collectUserInformation', public: true },
  // Frame for menu entries whose path starts with http
  externalFrame: { path: '/myiframe/:routerPath' },
  // Home and own matters
  home: { path: '/wel/index', keepAlive: false, closable: false },
  manual: { path: '/manual' },
  releaseNotes: { path: '/releases' },
  personalInfo: { path: '/info/index' },
  messageCentre: { path: '/info/message' },
  videoInterview: { path: '/interview/video', keepAlive: false },
  // Intake
  intakeList: { path: '/create/index' },
  intakeForm: { path: '/create/shenfen', record: 'orderId' },
  intakeHistory: { path: '/create/history' },
  intakeDetails: { path: '/create/details', record: 'orderId', keepAlive: false },
  intakeUninsured: { path: '/create/noInsure' },
  intakeUninsuredDetails: { path: '/create/noInsureDetails', keepAlive: false },
  intakeInsuredLoan: { path: '/create/bd2' },
  intakeInsuredLoanDetails: { path: '/create/bd2Detail', keepAlive: false },
  // Order entry: the pinyin names are explained in domain terms by the key
  entryStandard: { path: '/record/shenfen', record: 'orderId' },
  entryDetails: { path: '/record/details', record: 'orderId', keepAlive: false },
  entryUninsured: { path: '/record/noInsure' },
  entryUninsuredDetails: { path: '/record/noInsureDetails', keepAlive: false },
  entryInsuredLoan: { path: '/record/bd2' },
  entryInsuredLoanDetails: { path: '/record/bd2Detail', keepAlive: false },
  entryPartnerUsedCar: { path: '/record/hzhcld' },
  entryOwnCarLeaseback: { path: '/record/bdzgcld' },
  entryOwnCarLeasebackV2: { path: '/record/bdzgcldv2' },
  reviewProgress: { path: '/record/shenhe', record: 'orderId', keepAlive: false },
  orderRepaymentPlan: { path: '/record/huankuanjihua', keepAlive: false },
  entrySecondLien: { path: '/record/bdcerld' },
  entryJointLoan: { path: '/record/lhdld' },
  entryDirectLease: { path: '/record/jdzlld' },
  entryDirectLeaseDetails: { path: '/record/jdzllddetail', keepAlive: false },
  entryBalloon: { path: '/record/hqxhld' },
  entryBalloonDetails: { path: '/record/hqxhlddetail', keepAlive: false },
  entryGuarantor: { path: '/record/bdbzrld' },
  orderQuery: { path: '/order/query' },
  // Administration
  adminUsers: { path: '/sys/user' },
  adminRoles: { path: '/sys/role' },
  adminRoleForm: { path: '/sys/role/form', record: 'roleId' },
  adminMenus: { path: '/sys/menu' },
  adminDictionaries: { path: '/sys/dictionary' },
  adminTenants: { path: '/sys/tenant' },
  adminSeats: { path: '/sys/seat' },
  adminNotices: { path: '/sys/notice' },
  loginLog: { path: '/sys/loginlog' },
  operationLog: { path: '/sys/operationlog' },
  onlineUsers: { path: '/sys/online' },
  feedbackList: { path: '/sys/feedback' },
  errorLogList: { path: '/sys/errorlog' },
  // Reviews
  preReviewPool: { path: '/mycheopeone/index' },
  preReview: { path: '/mycheopeone/details', record: 'orderId' },
  firstReview: { path: '/mycheopetwo/shenfen' },
  firstReviewDetails: { path: '/mycheopetwo/tdetails', keepAlive: false },
  dueDiligence: { path: '/zxjd/index' },
  riskScenes: { path: '/riskengine/sceneOpen' },
  // Materials and contracts
  insuranceMaterials: { path: '/materials/peoplekeep' },
  insuranceMaterialsDetails: { path: '/materials/peoplekeep/Details' },
  mortgageMaterials: { path: '/materials/carmortgage' },
  mortgageMaterialsDetails: { path: '/materials/carmortgage/Details' },
  capitalMaterials: { path: '/materials/capital' },
  capitalMaterialsDetails: { path: '/materials/capital/Details' },
  contractSigning: { path: '/elecontract/contractinfo' },
  insurerSubmission: { path: '/lifebao/addlifebao' },
  insurerMaterials: { path: '/lifebao/supplementtary' },
  usedCarSupplements: { path: '/usedsupplement/additional' },
  usedCarSupplementDetails: { path: '/usedsupplement/additionalDetails' },
  newCarSupplements: { path: '/usedsupplement/newCarAdditional' },
  newCarSupplementDetails: { path: '/usedsupplement/newCarAdditionalDetails' },
  supplementReview: { path: '/usedsupplement/auditing' },
  cardChange: { path: '/sign/editcard' },
  // Channel, branch, shop
  branchOpening: { path: '/branch/openbranch' },
  balances: { path: '/branch/lookbalance' },
  accountReview: { path: '/branch/accauditing' },
  branchDetails: { path: '/branch/details' },
  shopOpening: { path: '/shop/OpenShop' },
  manufacturers: { path: '/api/index' },
  enterprises: { path: '/business/index' },
  feeConstants: { path: '/business/const' },
  funders: { path: '/business/zijin' },
  businessReportDetails: { path: '/finance/business/detail', keepAlive: false },
  // Archives
  archiveEntry: { path: '/archives/archivesInput' },
  archiveMailDetails: { path: '/archives-mail/details' },
  archiveClientInfo: { path: '/archives-client-info/twolist' },
  // Customer service and return visits
  repaymentReminders: { path: '/clientService/remind' },
  collection: { path: '/clientService/collect' },
  phoneCheck: { path: '/clientService/visit' },
  returnVisitDetails: { path: '/client-review/lookdetails', keepAlive: false },
  // Loans after release
  repaymentPlanDetails: { path: '/loans/detail', keepAlive: false },
  loanCustomers: { path: '/loan/userlist' },
  settlementDetails: { path: '/apply-settle/applydetails' },
  customers: { path: '/hzhc/index' },
  reviewList: { path: '/hzhc/shenhe' },
  contractSms: { path: '/hzhc/smssend' },
  reports: { path: '/hzhc/report' },
  loans: { path: '/hzhc/loan' },
  loanManagement: { path: '/hzhc/loanmanage' },
  managedLoans: { path: '/hzhc/loanmanage/loan' },
  dueToday: { path: '/hzhc/loanmanage/drhk' },
  overdueCustomers: { path: '/hzhc/loanmanage/yqkh' },
  settledCustomers: { path: '/hzhc/loanmanage/jqkh' },
  repaymentRecords: { path: '/hzhc/loanmanage/hkjl' },
  serviceFeeReconciliation: { path: '/hzhc/loanmanage/fwfdz' },
  serviceFeeReconciliationDetails: { path: '/hzhc/loanmanage/fwfdzdetails' },
  loanDetails: { path: '/hzhc/loanDetails', keepAlive: false },
  repaymentPlans: { path: '/hzhc/hkjhlb' },
  reportDetails: { path: '/hzhc/bbxq', keepAlive: false },
  calls: { path: '/hzhc/call' },
  ledger: { path: '/hzhc/ledger' },
  rentDetails: { path: '/hzhc/zjxq', keepAlive: false },
  settlements: { path: '/hzhc/jjqk' },
  fundFlow: { path: '/hzhc/fundflow' },
  smsRecords: { path: '/hzhc/dxjl' },
  callRecords: { path: '/hzhc/thjl' },
  contacts: { path: '/hzhc/lxr' },
} as const satisfies Record<string, RouteEntry>

export type RouteKey = keyof typeof entries

export type Route = {
  key: RouteKey
  path: string
  titleKey: `routes.${RouteKey}`
  public: boolean
  keepAlive: boolean
  closable: boolean
}

/** All routes by key, with the defaults filled in. */
export const routes = Object.fromEntries(
  Object.entries<RouteEntry>(entries).map(([key, { path, ...flags }]) => [
    key,
    {
      key,
      path,
      titleKey: `routes.${key}`,
      public: false,
      keepAlive: !flags.public,
      closable: true,
      ...flags,
    },
  ]),
) as Record<RouteKey, Route>

/** Redirects of the specification: `/` to `/wel`, `/wel` to home, a bare menu branch to its first child. */
export const redirects: Readonly<Record<string, string>> = {
  '/': '/wel',
  '/wel': entries.home.path,
}

/**
 * Routes whose screen is not built yet: they answer the 404 page and stand in no menu. The list may only shrink.
 */
export const pendingRoutes: readonly RouteKey[] = [
  'videoInterview',
  'intakeUninsured',
  'intakeUninsuredDetails',
  'intakeInsuredLoan',
  'intakeInsuredLoanDetails',
  'entryUninsured',
  'entryUninsuredDetails',
  'entryInsuredLoan',
  'entryInsuredLoanDetails',
  'entryPartnerUsedCar',
  'entryOwnCarLeaseback',
  'entryOwnCarLeasebackV2',
  'orderRepaymentPlan',
  'entrySecondLien',
  'entryJointLoan',
  'entryDirectLease',
  'entryDirectLeaseDetails',
  'entryBalloon',
  'entryBalloonDetails',
  'entryGuarantor',
  'firstReview',
  'firstReviewDetails',
  'dueDiligence',
  'riskScenes',
  'insuranceMaterials',
  'insuranceMaterialsDetails',
  'mortgageMaterials',
  'mortgageMaterialsDetails',
  'capitalMaterials',
  'capitalMaterialsDetails',
  'contractSigning',
  'insurerSubmission',
  'insurerMaterials',
  'usedCarSupplements',
  'usedCarSupplementDetails',
  'newCarSupplements',
  'newCarSupplementDetails',
  'supplementReview',
  'cardChange',
  'branchOpening',
  'balances',
  'accountReview',
  'branchDetails',
  'shopOpening',
  'manufacturers',
  'enterprises',
  'feeConstants',
  'funders',
  'businessReportDetails',
  'archiveEntry',
  'archiveMailDetails',
  'archiveClientInfo',
  'repaymentReminders',
  'collection',
  'phoneCheck',
  'returnVisitDetails',
  'repaymentPlanDetails',
  'loanCustomers',
  'settlementDetails',
  'customers',
  'reviewList',
  'contractSms',
  'reports',
  'loans',
  'loanManagement',
  'managedLoans',
  'dueToday',
  'overdueCustomers',
  'settledCustomers',
  'repaymentRecords',
  'serviceFeeReconciliation',
  'serviceFeeReconciliationDetails',
  'loanDetails',
  'repaymentPlans',
  'reportDetails',
  'calls',
  'ledger',
  'rentDetails',
  'settlements',
  'fundFlow',
  'smsRecords',
  'callRecords',
  'contacts',
]

/** Query values: undefined, null and '' are left out, an array repeats its name. */
export type RouteQuery = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>
>

/** Names of the path parameters of a route; `never` for a fixed path. */
type ParamName<P extends string> = P extends `${string}/:${infer Name}`
  ? Name extends `${infer N}?`
    ? N
    : Name
  : never

/**
 * The address of a page: the only way to write an internal URL. The page of a record gets the `src` that makes its
 * tab the record's own (wording.md, row Tabs).
 *
 * @param key route key
 * @param query search parameters
 * @param params values of the path parameters, encoded here; an optional one may be left out
 * @throws Error when a required path parameter is missing or empty
 */
export function href<K extends RouteKey>(
  key: K,
  query: RouteQuery = {},
  params: Partial<Record<ParamName<(typeof entries)[K]['path']>, string>> = {},
): string {
  const values: Record<string, string | undefined> = params
  const path = entries[key].path.replace(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    const value = values[name]
    if (value) return `/${encodeURIComponent(value)}`
    if (optional) return ''
    throw new Error(`Route ${key} needs the path parameter ${name}`)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item))
    }
  }
  const { record }: RouteEntry = entries[key]
  const named = record ? search.get(record) : null
  if (named) search.append('src', `${path}/${named}`)
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

export type RouteMatch = { route: Route; params: Readonly<Record<string, string>> }

const fixed = new Map<string, Route>()
const patterns: { head: string; name: string; optional: boolean; route: Route }[] = []
for (const route of Object.values(routes)) {
  const parameter = /^(.*)\/:(\w+)(\??)$/.exec(route.path)
  if (parameter) {
    const [, head = '', name = '', optional] = parameter
    patterns.push({ head, name, optional: optional === '?', route })
  } else {
    fixed.set(route.path, route)
  }
}

/** The path without query, hash and closing slash. */
export function normalisePath(path: string): string {
  const bare = path.replace(/[?#].*$/s, '')
  return bare.length > 1 && bare.endsWith('/') ? bare.slice(0, -1) : bare
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** The route that answers a path, or null for an unknown one. Query, hash and a closing slash do not count. */
export function matchRoute(pathname: string): RouteMatch | null {
  const path = normalisePath(pathname)
  const exact = fixed.get(path)
  if (exact) return { route: exact, params: {} }
  for (const { head, name, optional, route } of patterns) {
    if (optional && path === head) return { route, params: {} }
    if (!path.startsWith(`${head}/`)) continue
    const segment = path.slice(head.length + 1)
    if (segment === '' || segment.includes('/')) continue
    const value = decodeSegment(segment)
    if (value !== null) return { route, params: { [name]: value } }
  }
  return null
}

/**
 * An address that somebody may be sent back to after unlocking: one of our own pages behind the login, without its
 * hash. Null for another site's, for public pages and for what is no page.
 */
export function returnAddress(address: string | null | undefined): string | null {
  if (!address || !/^\/(?![/\\])/.test(address) || address.length > 2000) return null
  const url = URL.parse(address, 'http://own')
  if (url?.origin !== 'http://own' || /^\/(nlos|session|_next|brand)(\/|$)/.test(url.pathname)) return null
  const path = normalisePath(url.pathname)
  if (path === '/' || path === entries.home.path || matchRoute(path)?.route.public) return null
  return path + url.search
}

/** Whether a route has its screen. */
export function isBuilt(key: RouteKey): boolean {
  return !pendingRoutes.includes(key)
}
