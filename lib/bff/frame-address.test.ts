import { encodedAddress, frameAddress, frameSources } from './frame-address.ts'

const brand = {
  frameHosts: ['help.example', 'a.example:8443', 'xn--80ak6aa92e.example', 'http://old.example:8080'],
}

test.each([
  ['https://help.example/a?b=c#d', 'https://help.example/a?b=c#d'],
  ['HTTPS://Help.Example', 'https://help.example/'],
  ['https://help.example:443/', 'https://help.example/'],
  ['https://help.example./', 'https://help.example./'],
  ['http://old.example:8080/x', 'http://old.example:8080/x'],
  ['https://a.example:8443/x', 'https://a.example:8443/x'],
  ['https://аррӏе.example/', 'https://xn--80ak6aa92e.example/'],
])('%s is shown', (text, address) => expect(frameAddress(text, brand)).toBe(address))

test.each([
  'http://help.example/',
  'https://old.example:8080/',
  'http://old.example/',
  'http://a.example:8443/',
  'http://ok@old.example:8080/',
  'http:\\\\old.example:8080/',
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
  expect(frameSources(brand)[3]).toBe('http://old.example:8080')
})

test.each([
  ['12', undefined],
  ['https%3A%2F%2Fhelp.example%2Fa%3Fb%3Dc%2526d', 'https://help.example/a?b=c%26d'],
  // As it is when Next has decoded it already: not once more.
  ['https://help.example/a?b=c%26d', 'https://help.example/a?b=c%26d'],
  ['HTTP%3A%2F%2Fold.example%3A8080', 'HTTP://old.example:8080'],
  // Everything that is no page outside is refused as an address, not looked up as a number.
  ['javascript%3Aalert(1)', 'javascript:alert(1)'],
  ['%2F%2Fevil.example', '//evil.example'],
  ['data%3Atext%2Fhtml%2Cx', 'data:text/html,x'],
  ['%zz', undefined],
])('%s in the path is %p', (routerPath, address) => expect(encodedAddress(routerPath)).toBe(address))
