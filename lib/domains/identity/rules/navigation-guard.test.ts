import { decideNavigation, type NavigationDecision, type NavigationFacts } from './navigation-guard.ts'

const pass: NavigationDecision = { go: 'pass' }
const fetchRoles: NavigationDecision = { go: 'fetchRoles' }
const toLock: NavigationDecision = { go: 'redirect', to: '/lock' }
const toRoot: NavigationDecision = { go: 'redirect', to: '/' }
const toLogin: NavigationDecision = { go: 'redirect', to: '/login' }
const logout: NavigationDecision = { go: 'logout', to: '/login' }

const signedIn: Omit<NavigationFacts, 'path'> = {
  hasToken: true,
  locked: false,
  roles: ['entry_clerk'],
  isPublic: false,
}
const locked = { ...signedIn, locked: true }
const anonymous = { ...signedIn, hasToken: false, roles: [] }

const table: [line: string, facts: NavigationFacts, decision: NavigationDecision][] = [
  ['locked: a page goes to /lock', { ...locked, path: '/wel/index' }, toLock],
  ['locked: home goes to /lock', { ...locked, path: '/' }, toLock],
  ['locked: a public page goes to /lock', { ...locked, path: '/404', isPublic: true }, toLock],
  ['locked: /login goes to /lock, not to /', { ...locked, path: '/login', isPublic: true }, toLock],
  ['locked: before the roles are asked for', { ...locked, path: '/wel/index', roles: [] }, toLock],
  ['locked: even when the roles failed', { ...locked, path: '/wel/index', roles: 'failed' }, toLock],
  ['locked: a look-alike of /lock is not /lock', { ...locked, path: '/lockX', isPublic: false }, toLock],
  ['locked: below /lock is not /lock', { ...locked, path: '/lock/x' }, toLock],
  ['locked: /lock passes', { ...locked, path: '/lock', isPublic: true }, pass],
  ['locked: /lock passes with slash and query', { ...locked, path: '/lock/?a=1', isPublic: true }, pass],
  ['locked: /lock passes without roles', { ...locked, path: '/lock', isPublic: true, roles: [] }, pass],
  ['token: /login goes to /', { ...signedIn, path: '/login', isPublic: true }, toRoot],
  ['token: /login/:pro goes to /', { ...signedIn, path: '/login/blq', isPublic: true }, toRoot],
  ['token: /login?pro goes to /', { ...signedIn, path: '/login?pro=blq', isPublic: true }, toRoot],
  [
    'token: /login goes to / before roles',
    { ...signedIn, path: '/login', isPublic: true, roles: [] },
    toRoot,
  ],
  ['token: /loginX is no login page', { ...signedIn, path: '/loginX' }, pass],
  ['token: empty roles are fetched first', { ...signedIn, path: '/wel/index', roles: [] }, fetchRoles],
  ['token: also for a public page', { ...signedIn, path: '/404', isPublic: true, roles: [] }, fetchRoles],
  ['token: failed roles log out locally', { ...signedIn, path: '/wel/index', roles: 'failed' }, logout],
  ['token: with roles a page passes', { ...signedIn, path: '/wel/index' }, pass],
  ['token: with roles /lock passes', { ...signedIn, path: '/lock', isPublic: true }, pass],
  ['token: with roles an unknown path passes on to 404', { ...signedIn, path: '/nowhere' }, pass],
  [
    'anonymous: a public page passes',
    { ...anonymous, path: '/collectUserInformation', isPublic: true },
    pass,
  ],
  ['anonymous: /login passes', { ...anonymous, path: '/login', isPublic: true }, pass],
  ['anonymous: /lock passes', { ...anonymous, path: '/lock', isPublic: true }, pass],
  ['anonymous: a page goes to /login', { ...anonymous, path: '/wel/index' }, toLogin],
  ['anonymous: an unknown path goes to /login', { ...anonymous, path: '/nowhere' }, toLogin],
  [
    'anonymous: a left-over lock changes nothing',
    { ...anonymous, path: '/wel/index', locked: true },
    toLogin,
  ],
  [
    'anonymous: left-over roles change nothing',
    { ...anonymous, path: '/wel/index', roles: ['admin'] },
    toLogin,
  ],
]

test.each(table)('%s', (_, facts, decision) => {
  expect(decideNavigation(facts)).toEqual(decision)
})
