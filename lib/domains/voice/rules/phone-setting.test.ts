import { phoneSetting, phoneSources } from './phone-setting.ts'

const vendor = { kind: 'frame', url: 'https://bar.vendor.example/phone?tenant=7' }

test.each([
  ['the simulator', { kind: 'simulator' }],
  ['a frame', vendor],
  ['a script with hosts', { ...vendor, kind: 'script', hosts: ['api.vendor.example', '*.cdn.example'] }],
  ['sip', { kind: 'sip', server: 'wss://sip.example:7443/ws', domain: 'sip.example' }],
])('takes %s', (_name, setting) => {
  expect(phoneSetting.safeParse(setting).success).toBe(true)
})

test.each([
  ['http', { ...vendor, url: 'http://bar.vendor.example/' }],
  ['a script URL', { ...vendor, url: 'javascript:alert(1)' }],
  ['data', { ...vendor, url: 'data:text/html,x' }],
  ['credentials', { ...vendor, url: 'https://a:b@vendor.example/' }],
  ['a backslash', { ...vendor, url: 'https:\\\\evil.example' }],
  ['a policy in a host', { ...vendor, hosts: ["x.example; script-src 'unsafe-inline'"] }],
  ['a host that is everything', { ...vendor, hosts: ['*'] }],
  ['ws', { kind: 'sip', server: 'ws://sip.example', domain: 'sip.example' }],
  ['an unknown kind', { kind: 'skype' }],
  ['an unknown field', { kind: 'simulator', url: 'https://x.example' }],
])('refuses %s', (_name, setting) => {
  expect(phoneSetting.safeParse(setting).success).toBe(false)
})

test.each([
  [undefined, { connect: [], frame: [] }],
  [{ kind: 'simulator' }, { connect: [], frame: [] }],
  [
    { ...vendor, hosts: ['login.vendor.example'] },
    { connect: [], frame: ['https://bar.vendor.example', 'https://login.vendor.example'] },
  ],
  [
    { ...vendor, kind: 'script' },
    { connect: ['https://bar.vendor.example', 'wss://bar.vendor.example'], frame: [] },
  ],
  [
    { kind: 'sip', server: 'wss://sip.example:7443/ws', domain: 'sip.example' },
    { connect: ['wss://sip.example:7443'], frame: [] },
  ],
])('a page with %j allows %j', (setting, sources) => {
  expect(phoneSources(setting && phoneSetting.parse(setting))).toEqual(sources)
})
