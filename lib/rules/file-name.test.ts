import { attachmentHeader, fileNameIn, plainFileName } from './file-name.ts'

/** The names that people give their files, or give them to do harm (threats.md U6, N4). */
const names = [
  ['身份证.jpg', '身份证.jpg'],
  ['😀.png', '😀.png'],
  ['👨‍👩‍👧.png', '👨_👩_👧.png'],
  ['𠮷田.png', '𠮷田.png'],
  // One character of each extension, B to H.
  ...[0x20000, 0x2a700, 0x2b740, 0x2b820, 0x2ceb0, 0x30000, 0x31350].map((code) => {
    const name = `${String.fromCodePoint(code)}.pdf`
    return [name, name] as const
  }),
  ['عقد.pdf', 'عقد.pdf'],
  ['חוזה.pdf', 'חוזה.pdf'],
  ['a\u202Egpj.exe', 'a_gpj.exe'],
  ['\ud83d.png', '\ufffd.png'],
  ['\ude00.png', '\ufffd.png'],
  ['a\r\nSet-Cookie: x.jpg', 'a__Set-Cookie_ x.jpg'],
  ['../../x\0.jpg', '.._.._x_.jpg'],
  [`it's (100%) "fine"!.pdf`, `it's (100%) _fine_!.pdf`],
  [`a${'😀'.repeat(400)}.png`, `${'😀'.repeat(146)}.png`],
  ['', ''],
] as const

test.each(names)('%j travels as %j', (name, plain) => {
  expect(plainFileName(name)).toBe(plain)
  const header = attachmentHeader(name)
  expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~%-]*$/)
  expect(() => new Headers({ 'content-disposition': header })).not.toThrow()
  expect(fileNameIn(header)).toBe(plain)
})

test.each([
  [`attachment; filename="a.pdf"; filename*=UTF-8''%E5%90%88.pdf`, '合.pdf'],
  ['attachment; filename="a\\"b.pdf"', 'a"b.pdf'],
  ['attachment; filename=a.pdf', 'a.pdf'],
  ["attachment; filename=a.pdf; filename*=UTF-8''%E5%90", 'a.pdf'],
  ['inline', 'download'],
  [null, 'download'],
])('%j names %j', (header, name) => {
  expect(fileNameIn(header)).toBe(name)
})
