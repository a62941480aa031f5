import { BlockList } from 'node:net'
import { addToBlockList } from '../env.ts'
import { originOf } from './request-origin.ts'
import {
  brandOf,
  canonicalHost,
  idleLockOf,
  NEUTRAL_BRAND,
  parseTenants,
  splitHost,
  tenants,
} from './tenants.ts'

/** The environment of a process that a test is. */
process.env.SESSION_SECRET = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')

const brand = (code: string, hosts: string[]) => ({
  code,
  title: '示例',
  logo: '/brand/a/logo.svg',
  favicon: '/brand/a/favicon.svg',
  themeColor: '#123456',
  hosts,
})

describe('hosts (T1)', () => {
  it.each([
    ['localhost', 'blq'],
    ['LOCALHOST', 'blq'],
    ['localhost.', 'blq'],
    ['localhost:3000', 'blq'],
    ['127.0.0.1:443', 'blq'],
    ['[::1]:3000', 'blq'],
    ['blq.demo.localhost', 'blq'],
    ['qinghe.localhost:3000', 'qhe'],
    ['QINGHE.localhost.:80', 'qhe'],
    ['qhe.demo.localhost', 'qhe'],
    ['yunfan.localhost', 'yfd'],
  ])('%s is %s', (host, code) => {
    expect(brandOf(canonicalHost(host)).code).toBe(code)
  })

  it.each([
    'evil.example',
    '10.0.0.1',
    'localhost@evil.example',
    'evil.example/localhost',
    'localhost evil.example',
    'localhost,evil.example',
    'localhost:80:80',
    'localhost:x',
    'xlocalhost',
    'a.qinghe.localhost',
    'xn--localhost-.example',
    '',
    undefined,
  ])('%s is nobody and shows the neutral brand', (host) => {
    expect(brandOf(canonicalHost(host))).toBe(NEUTRAL_BRAND)
  })

  it('keeps a port that is not the default one', () => {
    expect(splitHost('A.example.:8443')).toEqual({ name: 'a.example', withPort: 'a.example:8443' })
    expect(splitHost('a.example:443')).toEqual({ name: 'a.example', withPort: 'a.example' })
    // Read once, known from then on; what is no host is none the second time either.
    expect(splitHost('a.example:443')).toBe(splitHost('a.example:443'))
    expect([splitHost('a@b'), splitHost('a@b')]).toEqual([undefined, undefined])
  })

  it('has pictures of its own for each demo brand', () => {
    expect(new Set([...tenants().values()].map(({ logo }) => logo)).size).toBe(3)
  })
})

describe('TENANTS_FILE', () => {
  it('maps canonical hosts to brands', () => {
    const brands = parseTenants(
      JSON.stringify([brand('abc', ['Console.Example.', '例え.example']), brand('def', ['d.example'])]),
    )
    expect([...brands.keys()]).toEqual(['console.example', 'xn--r8jz45g.example', 'd.example'])
    expect(brands.get('d.example')).not.toHaveProperty('hosts')
  })

  it('may lead the links of the settings drawer elsewhere', () => {
    const links = { manualUrl: 'https://docs.example/manual', releaseNotesUrl: '/news' }
    const brands = parseTenants(JSON.stringify([{ ...brand('abc', ['a.example']), ...links }]))
    expect(brands.get('a.example')).toMatchObject(links)
  })

  it('compares hosts of frames in the spelling of browsers', () => {
    const frameHosts = [
      'Help.Example.',
      'a.example:8443',
      'b.example:443',
      'bücher.example',
      'http://Old.example:80',
    ]
    const brands = parseTenants(JSON.stringify([{ ...brand('abc', ['own.example']), frameHosts }]))
    expect(brands.get('own.example')?.frameHosts).toEqual([
      'help.example',
      'a.example:8443',
      'b.example',
      'xn--bcher-kva.example',
      'http://old.example',
    ])
  })

  it.each([
    ['{', /no JSON/],
    [JSON.stringify([{ ...brand('abc', ['a.example']), frameHosts: ['https://x'] }]), /0\.frameHosts\.0/],
    [
      JSON.stringify([{ ...brand('abc', ['a.example']), frameHosts: ['A.example:8443'] }]),
      /abc show a\.example:8443 in a frame, which is this console/,
    ],
    [
      JSON.stringify([{ ...brand('abc', ['a.example']), frameHosts: ['http://a.example:81'] }]),
      /in a frame, which is this console/,
    ],
    ['[]', /wrong at the top/],
    [JSON.stringify([brand('A', ['a.example'])]), /0\.code/],
    [JSON.stringify([{ ...brand('abc', ['a.example']), themeColor: 'red;}' }]), /0\.themeColor/],
    [JSON.stringify([{ ...brand('abc', ['a.example']), logo: 'http://evil.example/x.svg' }]), /0\.logo/],
    [JSON.stringify([{ ...brand('abc', ['a.example']), logo: '//evil.example/x.svg' }]), /0\.logo/],
    [JSON.stringify([{ ...brand('abc', ['a.example']), manualUrl: 'javascript:a()' }]), /0\.manualUrl/],
    [JSON.stringify([{ ...brand('abc', ['a.example']), extra: 1 }]), /wrong at 0/],
    [JSON.stringify([brand('abc', ['a b'])]), /a b, which is no host/],
    [JSON.stringify([brand('abc', ['a.example', 'A.example.'])]), /to two tenants/],
    [JSON.stringify([brand('abc', ['a.example']), brand('abc', ['b.example'])]), /code abc twice/],
    [
      JSON.stringify([
        { ...brand('abc', ['a.example']), phone: { kind: 'frame', url: 'http://x.example/' } },
      ]),
      /phone\.url: must be an https URL/,
    ],
    [
      JSON.stringify([
        { ...brand('abc', ['a.example']), phone: { kind: 'frame', url: 'https://B.example/bar' } },
        brand('bcd', ['b.example']),
      ]),
      /abc a telephone on b\.example, which is this console/,
    ],
  ])('refuses %s', (text, sentence) => {
    expect(() => parseTenants(text)).toThrow(sentence)
  })
})

describe('forwarded headers (T2)', () => {
  const trusted = new BlockList()
  for (const entry of ['10.0.0.1', '10.1.0.0/16']) addToBlockList(trusted, entry)
  const from = (address: string, headers: Record<string, string>) =>
    originOf({ host: 'qinghe.localhost:3000', ...headers }, { address, encrypted: false }, trusted)

  const claims = {
    'x-forwarded-host': 'yunfan.localhost',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'host=yunfan.localhost;proto=https',
    'x-original-host': 'yunfan.localhost',
    x_forwarded_host: 'yunfan.localhost',
  }

  it.each(['192.0.2.7', '::ffff:192.0.2.7', '10.0.0.2'])('count for nothing from %s', (address) => {
    const plain = address.replace('::ffff:', '')
    expect(from(address, claims)).toMatchObject({
      tenant: 'qhe',
      secure: false,
      clientIp: plain,
      hostWithPort: 'qinghe.localhost:3000',
    })
  })

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '10.1.2.3'])('count from the trusted %s', (address) => {
    expect(from(address, claims)).toMatchObject({
      tenant: 'yfd',
      secure: true,
      clientIp: '203.0.113.9',
      hostWithPort: 'yunfan.localhost',
    })
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('name this machine alike, called from %s', (address) => {
    expect(from(address, {})?.clientIp).toBe('127.0.0.1')
  })

  it('take the last word of host and scheme, and the last stranger as client', () => {
    const chained = {
      'x-forwarded-host': 'localhost, yunfan.localhost',
      'x-forwarded-proto': 'https, http',
      'x-forwarded-for': '1.1.1.1, 203.0.113.9, 10.1.0.4',
    }
    expect(from('10.0.0.1', chained)).toMatchObject({ tenant: 'yfd', secure: false, clientIp: '203.0.113.9' })
  })

  it.each([
    ['', '10.0.0.1'],
    ['nonsense', '10.0.0.1'],
    ['203.0.113.9, nonsense', '10.0.0.1'],
    ['nonsense, 203.0.113.9', '203.0.113.9'],
    ['10.1.0.9, 10.1.0.4', '10.1.0.9'],
  ])('of the addresses "%s" the client is %s', (list, client) => {
    expect(from('10.0.0.1', { 'x-forwarded-for': list })?.clientIp).toBe(client)
  })

  it('give no origin for a host that is none', () => {
    expect(from('10.0.0.1', { 'x-forwarded-host': 'a b' })).toBeUndefined()
    expect(from('192.0.2.7', { host: '' })).toBeUndefined()
  })
})

describe('the idle lock of a tenant', () => {
  const minutes = (idleLockMinutes?: unknown) => {
    const [own] = parseTenants(JSON.stringify([{ ...brand('aa', ['a.example']), idleLockMinutes }])).values()
    return own && idleLockOf(own)
  }
  it.each([
    [undefined, 30],
    [5, 5],
    [0, 0],
  ])('set to %s it is %s minutes', (set, expected) => expect(minutes(set)).toBe(expected))
  it.each([-1, 1.5, 481, '5'])('refuses %j', (set) => {
    expect(() => minutes(set)).toThrow(/^TENANTS_FILE is wrong at 0.idleLockMinutes/)
  })
})
