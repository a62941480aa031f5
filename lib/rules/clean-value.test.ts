import fc from 'fast-check'
import * as clean from './clean-value.ts'
import * as rule from './fields.ts'
import { personDocument } from './identity-document.ts'
import { isClockTime } from './iso-date.ts'
import { plate } from './plate.ts'
import type { Check } from './rule-message.ts'
import { uscc } from './uscc.ts'
import { vin } from './vin.ts'

type Kind = {
  clean: (text: string) => string
  check: Check
  /** Valid values as they are stored. */
  values: readonly string[]
  /** A way of writing a value, and the value; by hand, because people write so. */
  written: readonly (readonly [typed: string, value: string])[]
  /** The texts that nobody can be sure of, or that no rule knows: they stay. */
  stays: readonly string[]
  /** The places where the value may be parted. */
  parts: readonly string[]
}

const kinds: Record<string, Kind> = {
  idNo: {
    clean: clean.cleanIdNo,
    check: personDocument,
    values: ['11010519491231002X', '110000198803151235', '911124198108030024', 'C01X00T47'],
    written: [
      [' 440000 19900307 7584 ', '440000199003077584'],
      ['11010519491231002x', '11010519491231002X'],
      ['１１０１０５１９４９１２３１００２Ｘ', '11010519491231002X'],
      ['110105-19491231-002X', '11010519491231002X'],
      ['\u202a110105194912\u200b31002X\u202c', '11010519491231002X'],
      ['110105\u00a019491231\u3000002X', '11010519491231002X'],
      ['e1234 5670', 'E12345670'],
      ['E-12345670', 'E12345670'],
      ['Ｅ１２３４５６７０', 'E12345670'],
      ['h 1234567801', 'H1234567801'],
      ['123 456 789', '123456789'],
      ['c01x 00t47', 'C01X00T47'],
      ['０１２３－４５６７', '01234567'],
      ['1234567890 b', '1234567890B'],
      ['can 1100 8108 0310', 'CAN110081080310'],
      ['南字第 1234 5678 号', '南字第12345678号'],
    ],
    stays: ['110105194912310021234', '1101051949123100', 'E12345678', '12345678/B'],
    parts: [' ', '-', '\u00a0', '\u3000', '\u200b', '－'],
  },
  mobile: {
    clean: clean.cleanMobile,
    check: rule.mobile,
    values: ['13800000000', '12000000123'],
    written: [
      ['+86 138 0000 0000', '13800000000'],
      ['86-138-0000-0000', '13800000000'],
      ['0086 13800000000', '13800000000'],
      ['(+86)13800000000', '13800000000'],
      ['＋８６１３８００００００００', '13800000000'],
      ['1３8 0000 0000', '13800000000'],
    ],
    stays: ['138-0000-0000 转 5', '1380000000', '138000000001', '+1 3800000000', '23800000000', '8613800000'],
    parts: [' ', '-', '\u00a0', '\u200b', '—'],
  },
  phone: {
    clean: clean.cleanPhone,
    check: rule.phone,
    values: [
      '010-00000001',
      '0755-1234567',
      '12000000123',
      '0755-1234567-1',
      '010-00000001-12',
      '4001234567',
      '8001234567',
      '95588',
      '95013123',
      '4001234567-8',
    ],
    written: [
      ['(010) 0000 0001', '010-00000001'],
      ['（０１０）００００－０００１', '010-00000001'],
      ['+86 10 00000001', '010-00000001'],
      ['01000000001', '010-00000001'],
      ['07551234567', '0755-1234567'],
      ['0755 123 4567', '0755-1234567'],
      ['（０１０）0000 0001－12', '010-00000001-12'],
      ['07551234567-1', '0755-1234567-1'],
      ['+86 10 00000001-2', '010-00000001-2'],
      ['0755-123-4567', '0755-1234567'],
      ['+86 120 0000 0123', '12000000123'],
      ['010-12345678-123', '010-12345678-123'],
      ['010-00000001转8', '010-00000001-8'],
      ['（010）0000 0001 转 801', '010-00000001-801'],
      ['0755-1234567 分机：12', '0755-1234567-12'],
      ['01000000001 ext. 12', '010-00000001-12'],
      ['400-123-4567', '4001234567'],
      ['400 1234 567 转 8', '4001234567-8'],
      ['955-88', '95588'],
    ],
    stays: [
      '8765',
      '87654321',
      '12345',
      '0755-1234567-1234567',
      '13800000000转8',
      '010-00000001转',
      '400-123-456',
    ],
    parts: ['\u200b'],
  },
  cardNo: {
    clean: clean.cleanCardNo,
    check: rule.bankCard,
    values: ['9999990000000000121', '6222000000000000'],
    written: [
      ['9999 9900 0000 0000 121', '9999990000000000121'],
      ['9999-9900-0000-0000-121', '9999990000000000121'],
      ['６２２２　００００　００００　００００', '6222000000000000'],
    ],
    stays: ['尾号 1210', '62220000/0000'],
    parts: [' ', '-', '\u00a0', '\u3000', '\u200b'],
  },
  vin: {
    clean: clean.cleanVin,
    check: vin,
    values: ['1M8GDM9AXKP042788'],
    written: [
      ['1m8gdm9axkp042788', '1M8GDM9AXKP042788'],
      ['1M8 GDM9AX KP042788', '1M8GDM9AXKP042788'],
      ['１Ｍ８ＧＤＭ９ＡＸＫＰ０４２７８８', '1M8GDM9AXKP042788'],
    ],
    stays: ['1M8GDM9AXKP04278', '1M8GDM9AXKP0427888', 'OM8GDM9AXKP042788'],
    parts: [' ', '-', '\u200b'],
  },
  plate: {
    clean: clean.cleanPlate,
    check: plate,
    values: ['京A12345', '粤BD12345', '粤Z1234港'],
    written: [
      ['京A·12345', '京A12345'],
      ['京a 12345', '京A12345'],
      ['京Ａ１２３４５', '京A12345'],
      ['粤B-D12345', '粤BD12345'],
    ],
    stays: ['京A1234', '京I12345', '京A12345/京A12346'],
    parts: [' ', '·', '-', '\u200b'],
  },
  uscc: {
    clean: clean.cleanUscc,
    check: uscc,
    values: ['91110000600037341L'],
    written: [['9111 0000 6000 3734 1l', '91110000600037341L']],
    stays: ['9111 0000 6000 3734 2'],
    parts: [' ', '-', '\u200b'],
  },
  amount: {
    clean: clean.cleanAmount,
    check: rule.amount,
    values: ['0', '86000', '86000.55', '9999999999999999.99'],
    written: [
      ['1,234.50', '1234.50'],
      ['￥1,234,567', '1234567'],
      ['¥ 1 234.50', '1234.50'],
      ['１，２３４．５０', '1234.50'],
      ['1234.5元', '1234.5'],
      ['RMB 86000', '86000'],
      ['8.6万', '86000'],
      ['12万元', '120000'],
      ['0.05万', '500'],
    ],
    stays: ['1,23', '1.234,50', '12,34,567', '-5', '$100', '1万5', '一百', '1e3', '5.'],
    parts: [' ', '\u00a0', '\u200b'],
  },
  rate: {
    clean: clean.cleanRate,
    check: rule.rate,
    values: ['0', '0.0720', '7.2'],
    written: [
      ['7.2%', '0.072'],
      ['７．２ ％', '0.072'],
      ['100%', '1'],
      ['0.5%', '0.005'],
    ],
    stays: ['7.2‰', '-1%', '7,2', '%'],
    parts: [' ', '\u200b'],
  },
  percent: {
    clean: clean.cleanPercent,
    check: (value) => (/^\d+(\.\d+)?$/.test(value) ? null : 'rules.rate'),
    values: ['7.2', '100'],
    written: [
      ['7.2%', '7.2'],
      [' ７．２ ％ ', '7.2'],
    ],
    stays: ['7.2‰', '7,2'],
    parts: [' ', '\u200b'],
  },
  number: {
    clean: clean.cleanNumber,
    check: rule.integer,
    values: ['0', '12000'],
    written: [
      ['12,000', '12000'],
      ['１２０００', '12000'],
      ['12 000', '12000'],
    ],
    stays: ['12个月', '1,2', '-3'],
    parts: [' ', '\u200b'],
  },
  date: {
    clean: clean.cleanDate,
    check: rule.date,
    values: ['2030-01-02', '2024-02-29', '1949-12-31'],
    written: [
      ['2030-1-2', '2030-01-02'],
      ['2030/1/2', '2030-01-02'],
      ['2030.1.2', '2030-01-02'],
      ['2030 1 2', '2030-01-02'],
      ['20300102', '2030-01-02'],
      ['2030年1月2日', '2030-01-02'],
      ['2030 年 01 月 02 日', '2030-01-02'],
      ['２０３０／１／２', '2030-01-02'],
      ['2030。1。2', '2030-01-02'],
      ['2040/1/1', '2040-01-01'],
      ['2040/1/1 0:00:00', '2040-01-01'],
      ['2030–01–02', '2030-01-02'],
      ['2030-01-23日', '2030-01-23'],
    ],
    stays: [
      '2040',
      '2040-11',
      '2025-02-29',
      '2025/2/30',
      '20301302',
      '1/2/2030',
      '30-1-2',
      '2030-1/2',
      '2030-01-02 08:30',
      '2020.01.02-2040.01.02',
      '长期',
    ],
    parts: ['\u200b'],
  },
  time: {
    clean: clean.cleanTime,
    check: (text) => (isClockTime(text) ? null : 'rules.date'),
    values: ['09:30', '00:00', '23:59'],
    written: [
      ['9:30', '09:30'],
      ['9：30', '09:30'],
      ['0930', '09:30'],
      ['9点', '09:00'],
      ['18 点 05 分', '18:05'],
    ],
    stays: ['9', '24:00', '9:5', '930', '9:60', '09:30-10:00'],
    parts: [' ', '\u200b'],
  },
  name: {
    clean: clean.cleanName,
    check: rule.personName,
    values: ['李建国', '阿凡提·买买提', 'Li', "O'NEIL", 'JEAN-LUC', 'SMITH,JOHN'],
    written: [
      ['张　三', '张三'],
      ['阿凡提•买买提', '阿凡提·买买提'],
      ['\ufeff李建国 ', '李建国'],
      ['ＪＯＨＮ　 ＳＭＩＴＨ', 'JOHN SMITH'],
      ['O’NEIL', "O'NEIL"],
      ['ＪＥＡＮ－ＬＵＣ', 'JEAN-LUC'],
      ['SMITH， JOHN', 'SMITH, JOHN'],
    ],
    stays: [
      '李1',
      '李建国(本人)',
      'Li Jianguo',
      '示例（上海）汽车销售有限公司',
      '示例(上海)汽车销售有限公司',
      '示例—上海 汽车销售有限公司',
      '示例 上海 汽车销售有限公司',
    ],
    parts: ['\u200b'],
  },
}

const table = Object.entries(kinds)

describe.each(table)('%s', (name, kind) => {
  test.each(kind.written)('%j is %j', (typed, value) => expect(kind.clean(typed)).toBe(value))
  test.each(kind.stays)('%j stays', (typed) => expect(kind.clean(typed)).toBe(typed))

  test('a valid value is its own form, however it is parted', () => {
    for (const value of kind.values) {
      expect([kind.clean(value), kind.check(value)]).toEqual([value, null])
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(value.length), fc.constantFrom(...kind.parts)), { maxLength: 6 }),
          (parts) => {
            let typed = value
            for (const [at, part] of parts) typed = typed.slice(0, at) + part + typed.slice(at)
            expect(kind.clean(typed)).toBe(value)
          },
        ),
      )
    }
  })

  /** Characters that come near to values, and whatever else there is. */
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(...'0123456789 0123456789-/.,%年月日万元￥+xXO京A·１２　\u200b\u00a0'),
      maxLength: 26,
    }),
    fc
      .tuple(fc.constantFrom(...kind.written, ...kind.values), fc.nat(30), fc.string({ maxLength: 2 }))
      .map(([one, at, junk]) => {
        const text = typeof one === 'string' ? one : one[0]
        return text.slice(0, at) + junk + text.slice(at)
      }),
  )

  test('cleaning what is clean changes nothing', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const once = kind.clean(text)
        expect(kind.clean(once)).toBe(once)
      }),
    )
  })

  test('no character that says something comes or goes', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const cleaned = kind.clean(text)
        // 万 and % move the point; what they make is written out above.
        if (kind.check(cleaned) === null && !/[万%％]/.test(text))
          expect(essence(name, cleaned)).toBe(essence(name, text))
      }),
    )
  })
})

/** Letters and digits of a text in their order, which is all that it says; the numbers of a date with their zeros. */
function essence(name: string, text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
  if (name === 'date') {
    const parts = plain.replace(/[T ]0?0:00(:00)?$/, '').match(/\d+/g) ?? []
    return parts.map((part) => part.padStart(2, '0')).join('')
  }
  if (name === 'time') {
    // Spaces part nothing here, as the law of values says: `0 930` is as much 09:30 as `0 9:30`.
    const [hour = '', minute = hour.length > 2 ? '' : '00'] = plain.replace(/\s+/g, '').match(/\d+/g) ?? []
    return hour.padStart(2, '0') + minute
  }
  const said = plain.replace(/元|圆|整|CNY|RMB|人民币/g, '').replace(/[^\p{L}\p{N}]/gu, '')
  if (name === 'phone') return said.replace(/转|轉|分机|EXT|X/g, '').replace(/^(?:00)?(?:86)?0?/, '')
  return name === 'mobile' ? said.replace(/^(?:00)?(?:86)?0?/, '') : said
}

test('a time is one however its digits are parted', () => {
  for (const typed of ['0 930', '0 9:30', '09 30', '9 : 30']) expect(clean.cleanTime(typed)).toBe('09:30')
  // Of three digits nobody knows where the minute begins.
  expect(clean.cleanTime('9 30')).toBe('9 30')
})

test.each([
  [' 138 0000 0000', '13800000000'],
  ['+86 138-0000', '1380000'],
  ['（＋８６）１３８００００００００', '13800000000'],
  ['8613800000000', '13800000000'],
  ['\u202a110105\u200b19491231002x\u202c', '11010519491231002x'],
  ['e-1234 5670', 'e12345670'],
  ['张　三\ufeff', '张三'],
  ['示例（上海）', '示例(上海)'],
  ['O’Neil', "o'neil"],
  ['Jean-Luc', 'jean-luc'],
  ['\u200b', ''],
])('%j is searched for as %j', (typed, wanted) => expect(clean.searchText(typed)).toBe(wanted))

test('text keeps its words and loses what cannot be seen', () => {
  expect(clean.cleanText('\ufeff 上海市\u00a0浦东新区\u200b１号　')).toBe('上海市 浦东新区１号')
  expect(clean.cleanText('a\u202eb')).toBe('a\u202eb')
  expect(clean.cleanLatin(' ａ＠example.com\u200b')).toBe('a@example.com')
})
