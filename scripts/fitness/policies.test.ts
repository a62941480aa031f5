import { contracts, endpointTable } from '../../lib/domains/endpoints.ts'
import { routes } from '../../lib/routes.ts'
import { answers, pagesOf } from './pages.ts'
import { isTest, listFiles, readSources } from './source-tree.ts'

/** Everything that is open to strangers is named here, one by one: whatever is new is closed until somebody adds it. */

test('a call is closed unless it is one of these (P1, S1)', () => {
  const open = [...endpointTable].flatMap(([name, { access }]) => (access === 'public' ? [name] : []))
  expect(open.sort()).toEqual([
    'GET /biz/tenant/picture/get',
    'POST /biz/collect/code/send',
    'POST /biz/collect/form/get',
    'POST /biz/collect/form/submit',
    'POST /biz/identity/captcha/draw',
    'POST /biz/identity/captcha/prove',
    'POST /biz/identity/login/policy',
    'POST /biz/interview/guest/join',
    'POST /biz/interview/guest/open',
    'POST /biz/interview/guest/signal',
    'POST /biz/interview/guest/watch',
    'POST /biz/message/official/receive',
    'POST /biz/signing/code/prove',
    'POST /biz/signing/code/send',
    'POST /biz/signing/link/open',
    'POST /biz/signing/page/shown',
    'POST /biz/signing/paper/get',
    'POST /biz/signing/refuse',
    'POST /biz/signing/sign',
    'POST /biz/tenant/brand/get',
    'POST /callback/cardCheck',
    'POST /callback/deduct',
    'POST /callback/deduction',
    'POST /callback/esign',
    'POST /callback/express',
    'POST /callback/funder',
    'POST /callback/gps',
    'POST /callback/insurer',
    'POST /callback/payment',
    'POST /callback/sms',
    'POST /callback/timestamp',
    'POST /login/go',
  ])
})

test('a locked screen answers no call but these (S9)', () => {
  const open = [...endpointTable].flatMap(([name, { access }]) => (access === 'evenLocked' ? [name] : []))
  expect(open.sort()).toEqual(['GET /logout', 'POST /biz/identity/session/unlock', 'POST /user/refesh'])
})

test('no call changes anything by GET but the logout, which needs our own header (B2)', () => {
  const gets = [...endpointTable].flatMap(([name, { method }]) => (method === 'GET' ? [name] : []))
  expect(gets.sort()).toEqual([
    'GET /admin/getDic',
    'GET /biz/archive/labels/get',
    'GET /biz/capital/order/proof/get',
    'GET /biz/card/paper/blank',
    'GET /biz/card/paper/get',
    'GET /biz/contract/file/get',
    'GET /biz/contract/signing/report',
    'GET /biz/diligence/photo/get',
    'GET /biz/firstPayment/proof/get',
    'GET /biz/interview/piece/get',
    'GET /biz/material/file/get',
    'GET /biz/opening/file/get',
    'GET /biz/release/file/download',
    'GET /biz/release/proof/get',
    'GET /biz/repayment/proof/get',
    'GET /biz/tenant/picture/get',
    'GET /getMenuVOs',
    'GET /logout',
  ])
})

test('a path has one method, so that a GET never stands in for a POST (B2)', () => {
  const paths = [...endpointTable.values()].map(({ path }) => path)
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
})

/** Pages that hold nothing: they only lead on. */
const leading = ['app/page.tsx', 'app/wel/page.tsx']

test('a page is behind the layout that asks for a session, unless its route is public (S1)', () => {
  const pages = pagesOf(listFiles())
  const open = Object.values(routes).filter((route) => route.public)
  const outside = pages.filter(({ file }) => !file.startsWith('app/(console)/') && !leading.includes(file))
  expect(outside.length).toBe(open.length)
  for (const page of outside) {
    expect([
      page.file,
      open.some(({ path }) => answers(page, path.replace(/\/:\w+\?$/, '')) || answers(page, path)),
    ]).toEqual([page.file, true])
  }
  const inside = pages.filter(({ file }) => file.startsWith('app/(console)/'))
  expect(inside.filter((page) => open.some(({ path }) => answers(page, path)))).toEqual([])
})

test('a page reaches data by page-session alone, which judges session and lock each time (S1)', () => {
  const past =
    /\/(call-upstream|upstream|forward|session|session-effects|door|the-door|http-upstream)(\.ts)?$/
  // The pages of strangers have no session to judge; each asks for its own link.
  const strangers = [
    'app/(public)/collectUserInformation/page.tsx',
    'app/(public)/interview/guest/page.tsx',
    'app/(public)/signing/page.tsx',
  ]
  const found = readSources()
    .filter(({ path }) => path.startsWith('app/') && !isTest(path) && !/\/route\.ts$/.test(path))
    .filter(({ path, imports }) => {
      const bff = imports.filter(({ specifier, typeOnly }) => !typeOnly && /^@\/lib\/bff\//.test(specifier))
      return !strangers.includes(path) && bff.some(({ specifier }) => past.test(specifier))
    })
    // Everything that a call was refused with may be told apart.
    .filter(
      ({ text }) =>
        !/^import \{ CallError \} from '@\/lib\/bff\/call-upstream'$/m.test(text) ||
        /\bcallUpstream\b/.test(text),
    )
  expect(found.map(({ path }) => path)).toEqual([])
})

test('an address that is no page is one of these, each with its own judgement in lib/bff (B1, S1)', () => {
  const handlers = readSources().filter(({ path }) => /^app\/.*route\.tsx?$/.test(path))
  expect(
    handlers.map(({ path, text }) => [path, ...(text.match(/\banswer\w+(?=\()/g) ?? [])].join(' ')).sort(),
  ).toEqual([
    'app/nlos/[...path]/route.ts answerWebRequest',
    'app/openapi.json/route.ts answerOpenapi',
    'app/session/events/route.ts answerEventStream',
    'app/session/info/route.ts answerSessionInfo',
    'app/session/logout/route.ts answerLogoutForm',
    'app/session/unlock/route.ts answerUnlockForm',
  ])
})

test('there are no server actions and no remote pictures, which nobody would judge (P11)', () => {
  const sources = readSources().filter(({ path }) => !isTest(path) && !path.startsWith('scripts/'))
  expect(sources.filter(({ text }) => /^\s*['"]use server['"]/m.test(text)).map(({ path }) => path)).toEqual(
    [],
  )
  expect(
    sources
      .filter(({ imports }) =>
        imports.some(({ specifier }) => /^next\/(image|legacy\/image)$/.test(specifier)),
      )
      .map(({ path }) => path),
  ).toEqual([])
})

test('text becomes HTML nowhere but in the frame around a vendor’s script (B3, B4)', () => {
  const written =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=(?!=)|\bsrcdoc\b|insertAdjacentHTML|document\.write\b|createContextualFragment|new Function\(|\beval\(/i
  const found = readSources()
    .filter(({ path }) => /^(app|components|lib\/client)\//.test(path) && !isTest(path))
    .filter(({ text }) => written.test(text))
    .map(({ path }) => path)
  expect(found).toEqual(['components/softphone/frame-control.ts'])
})

test('a screen asks who may make a call of writes alone: of a read the browser has no access', () => {
  const asked = readSources()
    .filter(({ path }) => /^(app|components)\//.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(/\b(\w+)\.(\w+)\.access\b/g), ([, domain = '', call = '']) => ({
        path,
        domain,
        call,
      })),
    )
  const reads = asked.filter(({ domain, call }) => {
    const calls = (contracts as Readonly<Record<string, Readonly<Record<string, { writes?: unknown }>>>>)[
      domain
    ]
    return calls !== undefined && !calls[call]?.writes
  })
  expect(asked.length).toBeGreaterThan(0)
  expect(reads).toEqual([])
})
