import { bankCard, bankCardWarning, mobile, personName } from '../../rules/fields.ts'
import { idCard, idFacts } from '../../rules/id-card.ts'
import {
  fakeCardNo,
  fakePlate,
  fakeUscc,
  fakeVin,
  madeUpNumber,
  numberKinds,
} from '../../rules/made-up-numbers.ts'
import { plateKind } from '../../rules/plate.ts'
import { uscc } from '../../rules/uscc.ts'
import { vin } from '../../rules/vin.ts'
import { personOf, relativeRow } from './people.ts'

const rows = [...Array(3000).keys()].map((n) => n + 1)
const farRows = [99_999, 100_000, 200_000, 999_999, 1_000_000, 7_999_999]

describe('persons', () => {
  test('of the first three rows are those of domain.md 5.2', () => {
    expect([1, 2, 3].map((row) => personOf(row))).toMatchObject([
      { name: '吴梅', gender: '2', idNo: '330000199609060589', mobile: '12000000001' },
      { name: '林怡涵', gender: '1', idNo: '140000199011299071', mobile: '12000000002' },
      { name: '宋涛', gender: '1', idNo: '120000198603247613', mobile: '12000000003' },
    ])
  })

  test('have names, ID numbers and mobiles that pass, of no county and no mobile range', () => {
    for (const row of [...rows, relativeRow(5, 'spouse'), relativeRow(199_999, 'guarantor')]) {
      const { name, gender, birthDate, idNo, mobile: number } = personOf(row)
      expect([personName(name), idCard(idNo), mobile(number)]).toEqual([null, null, null])
      expect(idNo).toMatch(/^\d\d0000/)
      expect(number).toMatch(/^12\d{9}$/)
      expect(idFacts(idNo)).toMatchObject({ birthDate, gender })
      expect(birthDate >= '1965-01-01' && birthDate <= '2004-12-31').toBe(true)
    }
  })

  test('get another ID number at another attempt, everything else alike', () => {
    const first = personOf(11)
    const second = personOf(11, 1)
    expect(second.idNo).not.toBe(first.idNo)
    expect({ ...second, idNo: '' }).toEqual({ ...first, idNo: '' })
  })

  test('around different customers have different mobiles', () => {
    const mobiles = rows.flatMap((row) =>
      [row, relativeRow(row, 'spouse'), relativeRow(row, 'emergency1'), relativeRow(row, 'emergency2')].map(
        (person) => personOf(person).mobile,
      ),
    )
    expect(new Set(mobiles).size).toBe(mobiles.length)
  })
})

describe('other identifiers', () => {
  test('of cards pass with their Luhn digit and are of no issuer', () => {
    for (const row of [...rows, ...farRows]) {
      const card = fakeCardNo(row)
      expect([bankCard(card), bankCardWarning(card), card.slice(0, 6), card.length]).toEqual([
        null,
        null,
        '999999',
        19,
      ])
    }
  })

  test('of companies pass and are of region 000000', () => {
    for (const row of rows) expect([uscc(fakeUscc(row)), fakeUscc(row).slice(2, 8)]).toEqual([null, '000000'])
  })

  test('of cars pass, say FAKE and repeat nowhere', () => {
    const vins = [...rows, ...farRows].map((row) => fakeVin(row, 2020 + (row % 6)))
    for (const number of vins) {
      expect(vin(number)).toBeNull()
      expect(number).toMatch(/^L0FAKE\d\d[\dX][LMNPRS]0\d{6}$/)
    }
    expect(new Set(vins).size).toBe(vins.length)
  })

  test('of plates pass, new energy with eight characters, and repeat nowhere', () => {
    const plates = [...rows, ...farRows].map((row) => {
      const energy = String((row % 7) + 1)
      const plate = fakePlate(row, energy)
      expect(plateKind(plate)).toBe(['3', '4', '5'].includes(energy) ? 'smallNewEnergy' : 'fuel')
      return plate
    })
    expect(new Set(plates).size).toBe(plates.length)
    expect(fakePlate(1, '1')).toBe('京A00001')
  })
})

test('numbers offered in the demo pass the rule of their kind and differ from each other', () => {
  const rules = {
    idNo: idCard,
    mobile,
    card: (number: string) => bankCard(number) ?? bankCardWarning(number),
    vin,
    plate: (number: string) => (plateKind(number) === 'fuel' ? null : 'rules.plate'),
  }
  for (const kind of numberKinds) {
    const numbers = rows.slice(0, 500).map(() => madeUpNumber(kind))
    expect(numbers.map(rules[kind])).toEqual(numbers.map(() => null))
    expect(new Set(numbers).size).toBeGreaterThan(490)
  }
})
