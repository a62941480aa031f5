import { marksOf, nearestField } from './contract-marks.ts'

const kinds = (body: string) => marksOf(body).map((line) => line.map(({ kind, text }) => `${kind} ${text}`))

test('a text is coloured piece by piece, and put together it is the text', () => {
  const body =
    '# 第一条 {订单编号}\n甲{承租人姓名}乙{客户}\n| 甲 | {车型} |\n[如果 新车]\n[完]\n\n[如果 下雨]\n[完]'
  expect(kinds(body)).toEqual([
    ['heading # 第一条 ', 'field {订单编号}'],
    ['plain 甲', 'field {承租人姓名}', 'plain 乙', 'wrong {客户}'],
    ['bar |', 'plain  甲 ', 'bar |', 'plain  ', 'field {车型}', 'plain  ', 'bar |'],
    ['command [如果 新车]'],
    ['command [完]'],
    [],
    ['wrong [如果 下雨]'],
    ['command [完]'],
  ])
  expect(
    marksOf(body)
      .map((line) => line.map(({ text }) => text).join(''))
      .join('\n'),
  ).toBe(body)
})

test('a condition that never ends is marked where it begins', () => {
  expect(kinds('甲\n[如果 新车]\n乙')[1]).toEqual(['wrong [如果 新车]'])
})

test.each([
  ['承租人名', '承租人姓名'],
  ['{承租人姓名', '承租人姓名'],
  ['融资额大', '融资额大写'],
  ['车架', '车架号'],
  ['完全不同的东西', undefined],
  ['', undefined],
])('%j was probably meant to be %j', (name, field) => {
  expect(nearestField(name)).toBe(field)
})
