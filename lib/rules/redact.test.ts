import fc from 'fast-check'
import { redact } from './redact.ts'

describe('D4: what is taken out of a log line', () => {
  it.each([
    ['客户 110101199003071233 重复', '客户 [id no] 重复'],
    ['11010119900307123x', '[id no]'],
    ['call 13800138000, please', 'call [mobile], please'],
    ['13800138000x2 and 4111111111111111X', '[mobile]x2 and [card]X'],
    ['card 4111111111111111 of', 'card [card] of'],
    ['token Ab3_9d-KzQ0vXw7Ts5Uy2Rp8Lm4Nc6Bh1Gf0Je3DaYi is', 'token [secret] is'],
    ['e10adc3949ba59abbe56e057f20f883e', '[secret]'],
    ['cookie nlos-session=Fe26.2*1*ab*cd~2; path', 'cookie nlos-session=[seal]; path'],
    [
      'Failed query: insert into customer values ($1)\nparams: 王小明,\n密码\n    at run (a.ts:1:2)',
      'Failed query: insert into customer values ($1)\nparams: [values]\n    at run (a.ts:1:2)',
    ],
  ])('%j', (text, left) => {
    expect(redact(text)).toBe(left)
  })

  it.each([
    '/nlos/biz/order/intake/list',
    'request 0b6f2a52-3f0e-4a5c-9c1a-0f6a2c1d7e55 failed',
    'order AP202511210001 of shop 12',
    'at processTicksAndRejectionsOfSomeVeryLongFunctionName (node:internal/process/task_queues:103:5)',
    '20251121093000',
  ])('%j stays', (text) => {
    expect(redact(text)).toBe(text)
  })

  it('leaves no mobile and no ID number in any text around it', () => {
    const around = fc.string({ unit: 'grapheme' }).filter((text) => !/\d/.test(text))
    const number = fc.constantFrom('13800138000', '110101199003071233')
    fc.assert(
      fc.property(around, number, around, (before, found, after) => {
        expect(redact(before + found + after)).not.toContain(found)
      }),
    )
  })
})
