import { randomBytes } from 'node:crypto'
import { EnvError, parseEnv } from './env.ts'

const secret = () => randomBytes(32).toString('base64')

describe('parseEnv', () => {
  it('shows what captchas say in a demo alone (N6)', () => {
    expect(parseEnv({ NLOS_DEMO: '1', NLOS_SHOW_CAPTCHA: '1' })).toMatchObject({ showCaptcha: true })
    const secret = randomBytes(32).toString('base64')
    expect(() => parseEnv({ SESSION_SECRET: secret, NLOS_SHOW_CAPTCHA: '1' })).toThrow(/NLOS_SHOW_CAPTCHA/)
  })

  it('needs nothing in the demo', () => {
    expect(parseEnv({ NLOS_DEMO: '1' })).toEqual({
      upstreamUrl: undefined,
      upstreamKey: undefined,
      answers: 'report',
      metricsToken: undefined,
      backendHost: '127.0.0.1',
      databaseUrl: undefined,
      dataDir: '.data',
      tenantsFile: undefined,
      ports: {},
      trustedProxies: [],
      port: 3000,
      tokenTime: 6000,
      demo: true,
      dev: false,
      showCaptcha: false,
      production: false,
      sessionSecrets: {},
    })
  })

  it('reads every variable; an empty one counts as not set', () => {
    const SESSION_SECRET_2 = secret()
    const env = parseEnv({
      NLOS_UPSTREAM_URL: 'http://10.0.0.5:8080/nlos',
      DATABASE_URL: 'postgres://nlos:pw@db/nlos',
      DATA_DIR: '/srv/nlos',
      TENANTS_FILE: '',
      TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16 ::1',
      PORT: '8080',
      NLOS_DEV: '0',
      NODE_ENV: 'production',
      SESSION_SECRET_2,
    })
    expect(env).toMatchObject({
      databaseUrl: 'postgres://nlos:pw@db/nlos',
      dataDir: '/srv/nlos',
      tenantsFile: undefined,
      trustedProxies: ['10.0.0.1', '192.168.0.0/16', '::1'],
      port: 8080,
      demo: false,
      production: true,
      sessionSecrets: { 2: SESSION_SECRET_2 },
    })
    expect(env.upstreamUrl?.href).toBe('http://10.0.0.5:8080/nlos')
  })

  it.each([
    [{ NLOS_UPSTREAM_URL: 'service:8080' }, /^NLOS_UPSTREAM_URL must begin with http/],
    [{ NLOS_UPSTREAM_URL: 'nonsense' }, /^NLOS_UPSTREAM_URL is no URL/],
    [{ NLOS_UPSTREAM_URL: 'http://u:p@h/' }, /^NLOS_UPSTREAM_URL must not contain a user name/],
    [{ NLOS_UPSTREAM_URL: 'http://h/?a=1' }, /^NLOS_UPSTREAM_URL must not contain \?/],
    [{ DATABASE_URL: 'mysql://u:hunter2@h/d' }, /^DATABASE_URL must be a URL that begins with postgres/],
    [{ TRUSTED_PROXIES: '10.0.0.1,proxy' }, /^TRUSTED_PROXIES must list .* not "proxy"/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES/],
    [{ TOKEN_TIME: '100 minutes' }, /^TOKEN_TIME must be a number of seconds/],
    [{ TOKEN_TIME: '59' }, /^TOKEN_TIME must be at least 60/],
    [{ TOKEN_TIME: '99999' }, /^TOKEN_TIME must be at most 86400/],
    [{ PORT: '70000' }, /^PORT must be a port number/],
    [{ PORT: '3e3' }, /^PORT must be a port number/],
    [{ NLOS_DEMO: 'yes' }, /^NLOS_DEMO must be 1 or 0/],
  ])('refuses %j in one sentence that says which and why', (source, sentence) => {
    const start = () => parseEnv({ SESSION_SECRET: secret(), ...source })
    expect(start).toThrow(EnvError)
    expect(start).toThrow(sentence)
    expect(start).not.toThrow('hunter2')
  })
})

describe('SESSION_SECRET (S14)', () => {
  it.each([
    ['none', {}, /not set/],
    ['empty', { SESSION_SECRET: '' }, /not set/],
    ['31 characters', { SESSION_SECRET: secret().slice(0, 31) }, /31 bytes/],
    ['16 bytes as hex', { SESSION_SECRET: randomBytes(16).toString('hex') }, /16 bytes/],
    ['one character', { SESSION_SECRET: 'x'.repeat(64) }, /pattern/],
    ['a repeated word', { SESSION_SECRET: 'n1Los-Kq7!zW'.repeat(4) }, /pattern/],
    ['the alphabet', { SESSION_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789' }, /pattern/],
    [
      'the example of iron-session',
      { SESSION_SECRET: 'complex_password_at_least_32_characters_long' },
      /known/,
    ],
    ['a default', { SESSION_SECRET: 'changeme-Q2x9vB7kLm4TzR8wYp3NcD6f' }, /known/],
    [
      'a weak one beside a good one',
      { SESSION_SECRET_1: secret(), SESSION_SECRET_2: 'short' },
      /^SESSION_SECRET_2/,
    ],
    ['a name without a number', { SESSION_SECRET_NEW: secret() }, /must end with a number/],
    ['number 1 twice', { SESSION_SECRET: secret(), SESSION_SECRET_1: secret() }, /same number/],
  ])('refuses %s, and does not repeat it', (_name, source, sentence) => {
    const start = () => parseEnv(source)
    expect(start).toThrow(EnvError)
    expect(start).toThrow(sentence)
    for (const value of Object.values(source)) if (value) expect(start).not.toThrow(value)
  })

  it('takes 32 random bytes in hex and base64, numbered for rotation', () => {
    const [one, two] = [randomBytes(32).toString('hex'), secret()]
    expect(parseEnv({ SESSION_SECRET: one, SESSION_SECRET_2: two }).sessionSecrets).toEqual({
      1: one,
      2: two,
    })
  })
})
