import { linkedPersonIssues } from '../domains/orders/rules/entry/linked-persons.ts'
import zh from '../i18n/messages/zh-CN/rules.ts'
import { checked, optionalSchemas, schemas } from './field-schema.ts'
import * as rule from './fields.ts'
import { personDocument } from './identity-document.ts'
import { maskAddress, maskIdNo } from './mask.ts'
import { plate } from './plate.ts'
import type { Check, FieldMessage } from './rule-message.ts'
import { uscc } from './uscc.ts'
import { vin } from './vin.ts'

const long = (text: string, length: number) => text.repeat(length)

const table: [rule: Check, good: string[], bad: Partial<Record<FieldMessage, string[]>>][] = [
  [
    rule.englishName,
    ['Li Jianguo', 'a', 'AB', long('a', 99), '  Li  '],
    { englishName: ['', ' ', 'Li1', "O'Neil", '李', 'Li-Jian', long('a', 100), 'Ｌｉ'] },
  ],
  [
    rule.mobile,
    ['12000000123', '19999999999'],
    {
      mobileRequired: ['', '  '],
      mobile: [
        '1200000012',
        '120000001234',
        '22000000123',
        '1200000012a',
        '１２０００００００００',
        '120 0000 0123',
      ],
    },
  ],
  [
    rule.bankCard,
    ['9999990000000000121', '1', '79927398713', '79927398710'],
    { required: ['', ' '], bankCard: ['99999900000000001210', '9999 9900', '999999-0', '９９９'] },
  ],
  [rule.monthsOfUse, ['0', '34', '96'], { useMonths: ['', '97', '100', '-1', '3.5', '1e1', '９'] }],
  [
    rule.email,
    ['a@example.com', 'a.b+c@mail.example.com'],
    {
      emailRequired: ['', ' '],
      email: [
        'a',
        'a@',
        '@b.c',
        'a@b',
        'a b@c.com',
        'a@@b.com',
        'a@b..com',
        `${long('a', 65)}@b.com`,
        '李@例.com',
      ],
    },
  ],
  [
    rule.amount,
    ['0', '0.0', '0.00', '86000', '86000.5', '86000.55', '9999999999999999.99'],
    {
      amount: [
        '',
        '-0',
        '-1',
        '1.005',
        '1e3',
        '1,000',
        '.5',
        '5.',
        '00',
        '１',
        'NaN',
        '+1',
        '10000000000000000',
      ],
    },
  ],
  [
    rule.rate,
    ['0', '0.0720', '7.2', '12.3456'],
    { rate: ['', '0.07205', '-1', '1e-2', '7.2%', '.5', '123456'] },
  ],
  [
    rule.landline,
    [
      '010-00000000',
      '0755-1234567',
      '01012345678',
      '010-12345678-1',
      '0755-1234567-123456',
      '4001234567',
      '8001234567-12',
      '95588',
      '95013123',
    ],
    {
      landline: [
        '',
        '010-123456',
        '01-12345678',
        '010 12345678',
        '12345678',
        '410-12345678',
        '010-12345678-',
        '400123456',
        '9558',
        '950131234',
      ],
    },
  ],
  [rule.phone, ['12000000123', '010-00000001'], { phone: ['', '123'] }],
  [
    rule.url,
    ['http://a', 'https://example.com/x'],
    { url: ['', 'ftp://a', 'javascript:alert(1)', 'http:/a', '/http://a'] },
  ],
  [
    rule.personName,
    [
      '李建国',
      '阿凡提·买买提',
      'Li',
      '㐀㐁',
      long('李', 30),
      'JOHN SMITH',
      "O'NEIL",
      'JEAN-LUC',
      'SMITH, JOHN',
      'José Müller Jr.',
      long('A', 50),
    ],
    {
      personName: [
        '',
        '李',
        long('李', 31),
        '李 建国',
        '李1',
        '李\u200b国',
        '<b>',
        'A',
        "'A",
        'JOHN 2',
        'JOHN\nSMITH',
        'A\u202eB',
        long('A', 51),
      ],
    },
  ],
  [rule.integer, ['0', '12', '007'], { integer: ['', '1.0', '-1', '1234567890'] }],
  [
    rule.date,
    ['2025-02-28', '2024-02-29'],
    { date: ['', '2025-02-29', '2025-2-1', '2025/02/01', '20250201'] },
  ],
  [rule.code, ['01', 'spouse', '30/360', 'M7+'], { code: ['', 'a b', "'", long('a', 41)] }],
  [
    rule.plainText(5),
    ['', '一二三四五', 'a\tb', '𠮷𠮷𠮷𠮷𠮷'],
    {
      tooLong: ['一二三四五六', long('a', 100_000)],
      plainText: ['a\u202eb', 'a\u0000', 'a\u200bb', '\ufeffa\u00ad'],
    },
  ],
  [rule.loginUsername, ['a'], { usernameRequired: ['', ' '] }],
  [rule.loginPassword, ['123456', '      '], { passwordRequired: [''], passwordLength: ['12345'] }],
  [rule.loginCaptcha, ['a1b2'], { captchaRequired: ['', ' '], captchaLength: ['abc', 'abcde'] }],
]

describe.each(table)('%p', (check, good, bad) => {
  test.each(good)('%j passes', (value) => expect(check(value)).toBeNull())
  const refused = Object.entries(bad).flatMap(([name, values]) =>
    values.map((value) => [value.slice(0, 30), value, name]),
  )
  test.each(refused)('%j is refused', (_, value = '', name) => expect(check(value)).toBe(`rules.${name}`))
})

test('the Luhn digit of a card is a warning, never an error', () => {
  expect(rule.bankCardWarning('79927398713')).toBeNull()
  expect(rule.bankCardWarning('79927398710')).toBe('rules.bankCardLuhn')
  expect(rule.bankCardWarning('')).toBeNull()
  expect(rule.bankCardWarning('not a card')).toBeNull()
})

describe('linked persons', () => {
  const customer = { name: '李建国', idNo: '110000198803151235', mobile: '12000000123' }

  test('differ from the customer', () => {
    expect(
      linkedPersonIssues(customer, [
        { name: ' 李建国 ', idNo: '110000198803151235', mobile: '12000000123' },
        { name: '王芳', idNo: '110000199002034527', mobile: '12000000124' },
      ]),
    ).toEqual([
      { index: 0, field: 'name', message: 'rules.sameName' },
      { index: 0, field: 'idNo', message: 'rules.sameIdNo' },
      { index: 0, field: 'mobile', message: 'rules.sameMobile' },
    ])
  })

  test('differ from each other in their numbers; an x is an X', () => {
    const issues = linkedPersonIssues(customer, [
      { name: '王芳', idNo: '11010519491231002X', mobile: '12000000124' },
      { name: '王芳', idNo: '11010519491231002x', mobile: '12000000124 ' },
    ])
    expect(issues).toEqual([
      { index: 1, field: 'idNo', message: 'rules.linkedSameIdNo' },
      { index: 1, field: 'mobile', message: 'rules.linkedSameMobile' },
    ])
  })

  test('what is not filled in is not the same', () => {
    expect(
      linkedPersonIssues({ name: '', mobile: '' }, [
        { name: '', mobile: '' },
        { name: '', mobile: '' },
      ]),
    ).toEqual([])
  })
})

describe('schemas', () => {
  test('carry the key as message and give the stored form', () => {
    expect(schemas.personDocument.parse(' 11010519491231002x ')).toBe('11010519491231002X')
    expect(schemas.mobile.safeParse('123').error?.issues.map((issue) => issue.message)).toEqual([
      'rules.mobile',
    ])
    expect(schemas.mobile.safeParse(undefined).error?.issues[0]?.message).toBe('rules.required')
    expect(schemas.loginPassword.parse(' 12345 ')).toBe(' 12345 ')
    expect(checked(rule.plainText(9)).parse('e\u0301')).toBe('\u00e9')
  })

  test('optional ones pass when empty, and only then', () => {
    for (const schema of Object.values(optionalSchemas)) expect(schema.safeParse('').success).toBe(true)
    expect(optionalSchemas.personDocument.safeParse('1').success).toBe(false)
    for (const schema of Object.values(schemas)) expect(schema.safeParse('').success).toBe(false)
  })
})

// A check that grows faster than its text would run into the time limit of the test.
test('every check answers 100,000 characters', () => {
  const checks: ((value: string) => unknown)[] = [
    ...table.map(([check]) => check),
    personDocument,
    vin,
    plate,
    uscc,
    maskIdNo,
    maskAddress,
    rule.bankCardWarning,
  ]
  for (const text of ['a', '1', 'a ', '1.', 'a@', 'a.', '李', ' ', '京A', '\u0301']) {
    const value = long(text, 100_000 / text.length)
    for (const check of checks) {
      const answer = check(value)
      expect(answer === null || typeof answer === 'string').toBe(true)
    }
  }
})

/** Messages of wording.md, to the letter. */
test.each<[FieldMessage, string]>([
  ['englishName', '请输入正确的英文名'],
  ['mobileRequired', '手机号码不能为空'],
  ['mobile', '请输入正确的手机号码'],
  ['idRequired', '身份证号码不能为空'],
  ['idAddress', '地址编码错误'],
  ['idCard', '请输入正确的身份证号码'],
  ['bankCard', '请输入正确的银行卡号'],
  ['required', '不能为空'],
  ['useMonths', '车辆使用月数不能超过96'],
  ['emailRequired', '请正确填写邮箱'],
  ['email', '请输入有效的邮箱'],
  ['amount', '请输入数字且最多两位小数'],
  ['rate', '最多四位小数'],
  ['sameName', '不能与客户姓名相同'],
  ['sameIdNo', '不能与客户身份证号相同'],
  ['sameMobile', '不能与客户手机号相同'],
])('%s says what wording.md says', (name, chinese) => {
  expect(zh[name]).toBe(chinese)
})
