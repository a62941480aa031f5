import { frameAddress, frameSources } from './frame-address.ts'

const brand = { frameHosts: ['help.example', 'a.example:8443', 'xn--80ak6aa92e.example'] }

test.each([
  ['https://help.example/a?b=c#d', 'https://help.example/a?b=c#d'],
  ['HTTPS://Help.Example', 'https://help.example/'],
  ['https://help.example:443/', 'https://help.example/'],
  ['https://help.example./', 'https://help.example./'],
  ['https://a.example:8443/x', 'https://a.example:8443/x'],
  ['https://аррӏе.example/', 'https://xn--80ak6aa92e.example/'],
])('%s is shown', (text, address) => expect(frameAddress(text, brand)).toBe(address))

test.each([
  'http://help.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://help.example/x',
  '//help.example/',
  'https:\\\\help.example',
  'https:/\\help.example',
  'https:help.example',
  'https:///help.example/',
  'https://ok@help.example/',
  'https://help.example@evil.example/',
  'https://evil.example/https://help.example/',
  'https://help.example.evil.example/',
  'https://xhelp.example/',
  'https://a.example/',
  'https://help.example:8443/',
  'https://heⅼp.example.evil/',
  'ht\ttps://help.example/',
  'https://help.example/\na',
  ' https://help.example/',
  'https://help.example\\@evil.example/',
  '',
])('%j is refused (B5)', (text) => expect(frameAddress(text, brand)).toBeNull())

test('without hosts nothing is shown, and the policy of the pages allows no more than the hosts (B5)', () => {
  expect(frameAddress('https://help.example/', {})).toBeNull()
  expect(frameSources({})).toEqual([])
  expect(frameSources(brand)[1]).toBe('https://a.example:8443')
})
