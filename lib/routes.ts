/**
 * Every URL that the console answers (specification, point 2), each with the English key of its name: the pinyin of
 * the specification stays in the paths alone. Browsers have this table with the first page, so a row has here what
 * they need of it, and all else in lib/screens.ts: who may open it, its place in the menu, its help, its walk. Titles
 * are in the catalogue under `routes.<key>`. A row without one of them does not compile. URLs without a screen stand
 * in lib/routes-pending.ts.
 */

import { recordTabs } from './domains/workspace/rules/tabs.ts'

export type RouteEntry = {
  /** Path pattern; `:name` is one segment, `:name?` an optional last one. */
  path: string
  /** Open without a session (routes flagged non-auth). */
  public?: boolean
  /** Kept alive while its tab is open; default true. False where a return must show what is true now. */
  keepAlive?: boolean
  /** True where its tab may be closed; default true, false for the home tab alone. */
  closable?: boolean
  /** Query parameters that name the record of the page, the first that is there: its pages share a tab, keyed by `src`. */
  record?: readonly (keyof typeof recordTabs)[]
}

const entries = {
  // Public: no authentication
  login: { path: '/login/:pro?', public: true },
  lock: { path: '/lock', public: true },
  notFound: { path: '/404', public: true },
  forbidden: { path: '/403', public: true },
  serverError: { path: '/500', public: true },
  collectUserInformation: { path: '/collectUserInformation', public: true },
  signing: { path: '/signing', public: true },
  interviewGuest: { path: '/interview/guest', public: true },
  // Frame for menu entries whose path starts with http
  externalFrame: { path: '/myiframe/:routerPath' },
  // Home and own matters
  home: { path: '/wel/index', keepAlive: false, closable: false },
  manual: { path: '/manual' },
  releaseNotes: { path: '/releases' },
  personalInfo: { path: '/info/index' },
  messageCentre: { path: '/info/message' },
  bulkRuns: { path: '/info/bulk' },
  ownExports: { path: '/info/export' },
  // Intake
  intakeList: { path: '/create/index' },
  // A new intake is named by the number of its draft.
  intakeForm: { path: '/create/shenfen', record: ['orderId', 'draft'] },
  intakeHistory: { path: '/create/history' },
  intakeDetails: { path: '/create/details', record: ['orderId'], keepAlive: false },
  // Order entry: the pinyin names are explained in domain terms by the key
  entryStandard: { path: '/record/shenfen', record: ['orderId'] },
  entryDetails: { path: '/record/details', record: ['orderId'], keepAlive: false },
  // The same by the other templates (domain.md 3.4), whose code is the last part of the path
  intakeUninsured: { path: '/create/noInsure', record: ['orderId', 'draft'] },
  intakeUninsuredDetails: { path: '/create/noInsureDetails', record: ['orderId'], keepAlive: false },
  intakeInsuredLoan: { path: '/create/bd2', record: ['orderId', 'draft'] },
  intakeInsuredLoanDetails: { path: '/create/bd2Detail', record: ['orderId'], keepAlive: false },
  entryUninsured: { path: '/record/noInsure', record: ['orderId'] },
  entryUninsuredDetails: { path: '/record/noInsureDetails', record: ['orderId'], keepAlive: false },
  entryInsuredLoan: { path: '/record/bd2', record: ['orderId'] },
  entryInsuredLoanDetails: { path: '/record/bd2Detail', record: ['orderId'], keepAlive: false },
  entryPartnerUsedCar: { path: '/record/hzhcld', record: ['orderId'] },
  entryOwnCarLeaseback: { path: '/record/bdzgcld', record: ['orderId'] },
  entryOwnCarLeasebackV2: { path: '/record/bdzgcldv2', record: ['orderId'] },
  entrySecondLien: { path: '/record/bdcerld', record: ['orderId'] },
  entryJointLoan: { path: '/record/lhdld', record: ['orderId'] },
  entryDirectLease: { path: '/record/jdzlld', record: ['orderId'] },
  entryDirectLeaseDetails: { path: '/record/jdzllddetail', record: ['orderId'], keepAlive: false },
  entryBalloon: { path: '/record/hqxhld', record: ['orderId'] },
  entryBalloonDetails: { path: '/record/hqxhlddetail', record: ['orderId'], keepAlive: false },
  entryGuarantor: { path: '/record/bdbzrld', record: ['orderId'] },
  reviewProgress: { path: '/record/shenhe', record: ['orderId'], keepAlive: false },
  orderQuery: { path: '/order/query' },
  // Products
  productList: { path: '/product/index' },
  // A new product has no number yet.
  productDetails: { path: '/product/details', record: ['productId'] },
  entryTemplates: { path: '/product/template' },
  contractTemplates: { path: '/product/contract' },
  contractTemplateDetails: { path: '/product/contractDetails', record: ['templateId'] },
  residualValues: { path: '/product/residual' },
  feeConstants: { path: '/business/const' },
  // Administration
  adminUsers: { path: '/sys/user' },
  adminRoles: { path: '/sys/role' },
  adminRoleForm: { path: '/sys/role/form', record: ['roleId'] },
  units: { path: '/sys/unit' },
  adminMenus: { path: '/sys/menu' },
  adminDictionaries: { path: '/sys/dictionary' },
  adminTenants: { path: '/sys/tenant' },
  adminSeats: { path: '/sys/seat' },
  blacklist: { path: '/sys/blacklist' },
  couriers: { path: '/sys/courier' },
  calendar: { path: '/sys/calendar' },
  closings: { path: '/sys/closing' },
  adminNotices: { path: '/sys/notice' },
  loginLog: { path: '/sys/loginlog' },
  operationLog: { path: '/sys/operationlog' },
  onlineUsers: { path: '/sys/online' },
  feedbackList: { path: '/sys/feedback' },
  errorLogList: { path: '/sys/errorlog' },
  jobs: { path: '/sys/job' },
  outsideCalls: { path: '/sys/outside' },
  serviceCalls: { path: '/sys/service' },
  // Reviews
  preReviewPool: { path: '/mycheopeone/index' },
  preReview: { path: '/mycheopeone/details', record: ['orderId'] },
  firstReview: { path: '/mycheopetwo/shenfen' },
  firstReviewDetails: { path: '/mycheopetwo/tdetails', record: ['orderId'] },
  riskPool: { path: '/mycheopethree/index' },
  riskApproval: { path: '/mycheopethree/details', record: ['orderId'] },
  reconsiderRequests: { path: '/mycheopethree/reconsider' },
  riskScenes: { path: '/riskengine/sceneOpen' },
  riskSceneRules: { path: '/riskengine/sceneRules', record: ['sceneId'] },
  dueDiligence: { path: '/zxjd/index' },
  dueDiligenceDetails: { path: '/zxjd/details', record: ['diligenceId'] },
  reviewList: { path: '/hzhc/shenhe' },
  // Contracts
  contractSigning: { path: '/elecontract/contractinfo' },
  contractSms: { path: '/hzhc/smssend' },
  contractCase: { path: '/elecontract/details', record: ['orderId'] },
  cardChange: { path: '/sign/editcard' },
  cardCase: { path: '/sign/details', record: ['orderId'] },
  // Papers before and after the release
  insuranceMaterials: { path: '/materials/peoplekeep' },
  insuranceMaterialsDetails: { path: '/materials/peoplekeep/Details', record: ['orderId'] },
  insurerMaterials: { path: '/lifebao/supplementtary' },
  insurerSubmission: { path: '/lifebao/addlifebao', record: ['orderId'] },
  mortgageMaterials: { path: '/materials/carmortgage' },
  mortgageMaterialsDetails: { path: '/materials/carmortgage/Details', record: ['orderId'] },
  capitalMaterials: { path: '/materials/capital' },
  capitalMaterialsDetails: { path: '/materials/capital/Details', record: ['orderId'] },
  usedCarSupplements: { path: '/usedsupplement/additional' },
  usedCarSupplementDetails: { path: '/usedsupplement/additionalDetails', record: ['orderId'] },
  newCarSupplements: { path: '/usedsupplement/newCarAdditional' },
  newCarSupplementDetails: { path: '/usedsupplement/newCarAdditionalDetails', record: ['orderId'] },
  supplementReview: { path: '/usedsupplement/auditing' },
  firstPayments: { path: '/payment/first' },
  firstPaymentCase: { path: '/payment/firstDetails', record: ['orderId'] },
  gpsFitting: { path: '/gps/fitting' },
  gpsFittingCase: { path: '/gps/fittingDetails', record: ['orderId'] },
  gpsDevices: { path: '/gps/index' },
  gpsDeviceCase: { path: '/gps/details', record: ['deviceId'] },
  interviewList: { path: '/interview/index' },
  videoInterview: { path: '/interview/video', record: ['orderId'], keepAlive: false },
  // The list of batches, and with a number one of them.
  contractBatches: { path: '/elecontract/batch', record: ['batchId'] },
  // Release
  releaseList: { path: '/release/index' },
  releaseCase: { path: '/release/details', record: ['orderId'] },
  releaseDay: { path: '/release/day' },
  paymentFiles: { path: '/release/files' },
  paymentFileCase: { path: '/release/fileDetails', record: ['fileId'] },
  fundFlows: { path: '/hzhc/fundflow' },
  serviceFees: { path: '/hzhc/loanmanage/fwfdz' },
  serviceFeeBatch: { path: '/hzhc/loanmanage/fwfdzdetails', record: ['feeBatchId'] },
  // One page, three ways in.
  loanCase: { path: '/loans/detail', record: ['orderId'], keepAlive: false },
  orderRepaymentPlan: { path: '/record/huankuanjihua', record: ['orderId'], keepAlive: false },
  loanDetails: { path: '/hzhc/loanDetails', record: ['orderId'], keepAlive: false },
  // Loans after release
  loans: { path: '/hzhc/loan' },
  managedLoans: { path: '/hzhc/loanmanage/loan' },
  overdueCustomers: { path: '/hzhc/loanmanage/yqkh' },
  settledCustomers: { path: '/hzhc/loanmanage/jqkh' },
  repaymentPlans: { path: '/hzhc/hkjhlb' },
  rentDetails: { path: '/hzhc/zjxq', record: ['orderId'], keepAlive: false },
  loanCustomers: { path: '/loan/userlist' },
  customers: { path: '/hzhc/index' },
  calculator: { path: '/loan/calculator' },
  dueToday: { path: '/hzhc/loanmanage/drhk' },
  repaymentRecords: { path: '/hzhc/loanmanage/hkjl' },
  // The books
  ledger: { path: '/hzhc/ledger' },
  trialBalance: { path: '/ledger/balance' },
  accountLines: { path: '/ledger/account' },
  vouchers: { path: '/ledger/voucher' },
  periods: { path: '/ledger/period' },
  glAccounts: { path: '/ledger/chart' },
  settlements: { path: '/hzhc/jjqk' },
  settlementDetails: { path: '/apply-settle/applydetails', record: ['orderId'], keepAlive: false },
  // Everything that a second person checks
  changes: { path: '/check/index' },
  deputies: { path: '/check/deputy' },
  accountReview: { path: '/branch/accauditing' },
  branchOpening: { path: '/branch/openbranch' },
  channelOpening: { path: '/branch/channel' },
  shopOpening: { path: '/shop/OpenShop' },
  branchDetails: { path: '/branch/details', record: ['openingId'] },
  balances: { path: '/branch/lookbalance' },
  balanceFlows: { path: '/branch/balanceFlows', record: ['balanceId'] },
  // Partners
  funders: { path: '/business/zijin' },
  funderFlows: { path: '/business/zijinFlows', record: ['funderId'] },
  manufacturers: { path: '/api/index' },
  enterprises: { path: '/business/index' },
  // Archives
  archiveEntry: { path: '/archives/archivesInput' },
  archiveMails: { path: '/archives/mail' },
  archiveMailDetails: { path: '/archives-mail/details', record: ['mailId'] },
  archiveOutbounds: { path: '/archives/outbound' },
  archiveClientInfo: { path: '/archives-client-info/twolist' },
  archiveTakes: { path: '/archives/stocktake' },
  archiveTakeDetails: { path: '/archives/stocktakeDetails', record: ['takeId'] },
} as const satisfies Record<string, RouteEntry>

export type RouteKey = keyof typeof entries

/** The routes that are open without a session. */
export type PublicRouteKey = {
  [K in RouteKey]: (typeof entries)[K] extends { public: true } ? K : never
}[RouteKey]

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

/** Path parameters of a route, by name. */
export type RouteParams<K extends RouteKey> = Record<ParamName<(typeof entries)[K]['path']>, string>

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
  params: Partial<RouteParams<K>> = {},
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
  const named = record?.find((name) => search.get(name))
  if (named) search.append('src', `${recordTabs[named]}/${search.get(named)}`)
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
