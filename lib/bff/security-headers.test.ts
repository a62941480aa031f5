import { phoneSetting, phoneSources } from '../domains/voice/rules/phone-setting.ts'
import { pagePolicy, permissionsPolicy } from './security-headers.ts'

const directive = (policy: string, name: string) =>
  policy.split('; ').find((part) => part.startsWith(`${name} `))

test('a page speaks to its own server alone', () => {
  const policy = pagePolicy('n', { dev: false, secure: true })
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self'")
  expect(directive(policy, 'frame-src')).toBe("frame-src 'self'")
  expect(permissionsPolicy()).toContain('microphone=(self),')
})

test("a vendor's telephone adds its own origins and nothing else", () => {
  const setting = phoneSetting.parse({ kind: 'frame', url: 'https://bar.vendor.example/x' })
  const plain = pagePolicy('n', { dev: false, secure: true })
  const policy = pagePolicy('n', { dev: false, secure: true, ...phoneSources(setting) })
  expect(directive(policy, 'frame-src')).toBe("frame-src 'self' https://bar.vendor.example")
  expect(policy.replace(' https://bar.vendor.example', '')).toBe(plain)
  expect(permissionsPolicy(['https://bar.vendor.example'])).toContain(
    'microphone=(self "https://bar.vendor.example"),',
  )
})

test('SIP adds its server to what may be connected to', () => {
  const setting = phoneSetting.parse({
    kind: 'sip',
    server: 'wss://sip.example:7443/ws',
    domain: 'sip.example',
  })
  const policy = pagePolicy('n', { dev: false, secure: true, ...phoneSources(setting) })
  expect(directive(policy, 'connect-src')).toBe("connect-src 'self' wss://sip.example:7443")
})
