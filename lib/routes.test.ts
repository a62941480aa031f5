import { href, matchRoute, redirects, returnAddress, routes } from './routes.ts'
import { pendingRoutes } from './routes-pending.ts'
import { menuGroups } from './screens.ts'

/** Point 2 of the specification, written out. */
const specified = `
/login /lock /404 /403 /500 /collectUserInformation /myiframe/x
/wel/index /interview/video /info/index /info/message /loans/detail
/clientService/remind /clientService/collect /clientService/visit /archives/archivesInput /riskengine/sceneOpen
/create/shenfen /create/history /create/details /create/noInsure /create/noInsureDetails /create/bd2 /create/bd2Detail
/record/shenfen /record/details /record/noInsure /record/noInsureDetails /record/bd2 /record/bd2Detail /record/hzhcld
/record/bdzgcld /record/bdzgcldv2 /record/shenhe /record/huankuanjihua /record/bdcerld /record/lhdld /record/jdzlld
/record/jdzllddetail /record/hqxhld /record/hqxhlddetail /record/bdbzrld
/mycheopeone/details /mycheopetwo/shenfen /mycheopetwo/tdetails
/materials/peoplekeep /materials/peoplekeep/Details /materials/carmortgage /materials/carmortgage/Details
/materials/capital /materials/capital/Details
/elecontract/contractinfo /lifebao/addlifebao /lifebao/supplementtary
/usedsupplement/additional /usedsupplement/additionalDetails /usedsupplement/newCarAdditional
/usedsupplement/newCarAdditionalDetails /usedsupplement/auditing
/branch/openbranch /branch/lookbalance /branch/accauditing /branch/details /shop/OpenShop /sign/editcard
/client-review/lookdetails /archives-mail/details /apply-settle/applydetails /archives-client-info/twolist
/hzhc/index /hzhc/shenhe /hzhc/smssend /hzhc/report /hzhc/loan /hzhc/loanmanage /hzhc/loanmanage/loan
/hzhc/loanmanage/drhk /hzhc/loanmanage/yqkh /hzhc/loanmanage/jqkh /hzhc/loanmanage/hkjl /hzhc/loanmanage/fwfdz
/hzhc/loanmanage/fwfdzdetails /hzhc/loanDetails /hzhc/hkjhlb /hzhc/bbxq /hzhc/call /hzhc/ledger /hzhc/zjxq /hzhc/jjqk
/hzhc/fundflow /hzhc/dxjl /hzhc/thjl /hzhc/lxr
/zxjd/index /api/index /business/index /business/const /business/zijin /loan/userlist /finance/business/detail
`
  .trim()
  .split(/\s+/)

const pending: readonly string[] = Object.values(pendingRoutes).map(({ path }) => path)

/** Branches of the menu, which lead to their first screen. */
const branches: readonly string[] = Object.values(menuGroups).map(({ url }) => url)

test.each(specified)(
  '%s of the specification is a route, a branch of the menu, or waits for its screen',
  (path) => {
    const own = matchRoute(path)?.route.path.startsWith(path === '/myiframe/x' ? '/myiframe/' : path) ?? false
    expect([own, branches.includes(path), pending.includes(path)].filter(Boolean)).toHaveLength(1)
  },
)

test('nothing waits that the specification does not ask for', () => {
  expect(pending.filter((path) => !specified.includes(path))).toEqual([])
})

test('beside the specification there are only our four menu pages, the form of a visit, the contracts of an order and of many, its cards, the signing, the list of interviews and the customer’s page of one, first payments, the calculator, GPS devices and releases with their checks and files, the books, channels and the flows of their accounts, the flows of funders, parcels, outbounds and stock-takings of the archive, the two documents of the version panel, products and the administration', () => {
  const own = Object.values(routes)
    .map((route) => route.path)
    .filter((path) => !specified.includes(path) && !path.includes(':') && !/^\/(sys|product)\//.test(path))
  expect(own.sort()).toEqual([
    '/archives/mail',
    '/archives/outbound',
    '/archives/stocktake',
    '/archives/stocktakeDetails',
    '/branch/balanceFlows',
    '/branch/channel',
    '/business/zijinFlows',
    '/check/deputy',
    '/check/index',
    '/create/index',
    '/elecontract/batch',
    '/elecontract/details',
    '/gps/details',
    '/gps/fitting',
    '/gps/fittingDetails',
    '/gps/index',
    '/info/bulk',
    '/info/export',
    '/interview/guest',
    '/interview/index',
    '/ledger/account',
    '/ledger/balance',
    '/ledger/chart',
    '/ledger/period',
    '/ledger/voucher',
    '/loan/calculator',
    '/manual',
    '/mycheopeone/index',
    '/mycheopethree/details',
    '/mycheopethree/index',
    '/mycheopethree/reconsider',
    '/order/query',
    '/payment/first',
    '/payment/firstDetails',
    '/release/day',
    '/release/details',
    '/release/fileDetails',
    '/release/files',
    '/release/index',
    '/releases',
    '/riskengine/sceneRules',
    '/sign/details',
    '/signing',
    '/zxjd/details',
  ])
})

test('the public pages of the specification are open, the signing of a contract, and the customer’s page of an interview', () => {
  const open = Object.values(routes).flatMap((route) => (route.public ? [route.path] : []))
  expect(open.sort()).toEqual([
    '/403',
    '/404',
    '/500',
    '/collectUserInformation',
    // By the link of an SMS.
    '/interview/guest',
    '/lock',
    '/login/:pro?',
    '/signing',
  ])
})

test('only the home tab cannot be closed, and redirects end at home', () => {
  expect(Object.values(routes).filter((route) => !route.closable)).toEqual([routes.home])
  expect(redirects['/']).toBe('/wel')
  expect(redirects['/wel']).toBe('/wel/index')
})

test('the list of pending routes may only shrink', () => {
  expect(pending.length).toBeLessThanOrEqual(83)
  expect(pending.filter((path) => matchRoute(path))).toEqual([])
})

describe('matchRoute', () => {
  test.each([
    ['/login', 'login', {}],
    ['/login/', 'login', {}],
    ['/login?pro=blq', 'login', {}],
    ['/login/blq', 'login', { pro: 'blq' }],
    ['/wel/index/', 'home', {}],
    ['/wel/index#top', 'home', {}],
    ['/myiframe/a%20b', 'externalFrame', { routerPath: 'a b' }],
  ])('%s', (path, key, params) => {
    const match = matchRoute(path)
    expect(match?.route.key).toBe(key)
    expect(match?.params).toEqual(params)
  })

  test.each([
    '/',
    '',
    '/wel',
    '/loginX',
    '/login/a/b',
    '/LOCK',
    '/myiframe',
    '/myiframe/',
    '/myiframe/%ff',
    '/__proto__',
  ])('unknown: %s', (path) => expect(matchRoute(path)).toBeNull())
})

describe('href', () => {
  test('writes path, parameters and query', () => {
    expect(href('home')).toBe('/wel/index')
    expect(href('entryStandard', { id: 8812, empty: '', none: undefined, nil: null })).toBe(
      '/record/shenfen?id=8812',
    )
    expect(href('orderQuery', { status: ['draft', 'wait_pre'], name: '李 建国&' })).toBe(
      '/order/query?status=draft&status=wait_pre&name=%E6%9D%8E+%E5%BB%BA%E5%9B%BD%26',
    )
    expect(href('login', { pro: 'blq' })).toBe('/login?pro=blq')
    expect(href('login', {}, { pro: '../x' })).toBe('/login/..%2Fx')
    expect(href('externalFrame', { name: '手册' }, { routerPath: '7' })).toBe(
      '/myiframe/7?name=%E6%89%8B%E5%86%8C',
    )
  })

  test('refuses to leave out a required parameter', () => {
    expect(() => href('externalFrame')).toThrow('routerPath')
  })

  test('every address that href can write is matched again', () => {
    for (const route of Object.values(routes)) {
      const address = href(route.key, {}, route.key === 'externalFrame' ? { routerPath: '1' } : {})
      expect(matchRoute(address)?.route).toBe(route)
    }
  })
})

describe('the way back from the lock page (B6)', () => {
  it.each([
    ['/create/index?status=a&q=%E6%9D%8E#x', '/create/index?status=a&q=%E6%9D%8E'],
    ['/api/index/', '/api/index'],
    ['/menu/path/of/the/service', '/menu/path/of/the/service'],
  ])('%s is one: %s', (address, kept) => expect(returnAddress(address)).toBe(kept))

  it.each([
    '//evil.example/x',
    '/\\evil.example',
    'https://evil.example/create/index',
    'javascript:alert(1)',
    'create/index',
    '/lock?from=/lock',
    '/login/blq',
    '/nlos/logout',
    '/session/logout',
    '/',
    '/wel/index',
    '',
    null,
    undefined,
    `/${'x'.repeat(2000)}`,
  ])('%j is none', (address) => expect(returnAddress(address)).toBeNull())
})
