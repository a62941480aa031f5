import fc from 'fast-check'
import { age } from './business-date.ts'
import { idCard, idCheckCharacter, idFacts, isMinor, isResidenceCard, normaliseIdCard } from './id-card.ts'

const make = (digits: string) => digits + idCheckCharacter(digits)

test.each<[value: string, message: string | null, why: string]>([
  ['11010519491231002X', null, "the standard's own example"],
  ['11010519491231002x', null, 'lower-case x'],
  [' 11010519491231002X ', null, 'space around it'],
  ['110000198803151235', null, 'the demo customer'],
  ['110000199002034527', null, 'the demo guarantor'],
  [make('82000019900203452'), null, 'residence permit of Macao'],
  ['', 'rules.idRequired', 'empty'],
  ['   ', 'rules.idRequired', 'blank'],
  ['110105491231002', 'rules.idAddress', '15 digits'],
  ['11010519491231002', 'rules.idAddress', '17 characters'],
  ['11010519491231002XX', 'rules.idAddress', '19 characters'],
  ['11010519491231002Y', 'rules.idAddress', 'another letter'],
  ['１１０１０５１９４９１２３１００２X', 'rules.idAddress', 'full-width digits'],
  ['1101051949\u200b1231002X', 'rules.idAddress', 'zero-width space inside'],
  [make('99010519491231002'), 'rules.idAddress', 'unknown province, right checksum'],
  [make('16010519491231002'), 'rules.idAddress', 'a gap between provinces'],
  ['990105194913310021', 'rules.idAddress', 'prefix is judged before date and checksum'],
  [make('11010519490231002'), 'rules.idCard', '31 February, right checksum'],
  [make('11010519001301002'), 'rules.idCard', 'month 13, right checksum'],
  [make('11010518991231002'), 'rules.idCard', 'before 1900, right checksum'],
  ['110105194912310021', 'rules.idCard', 'wrong checksum'],
])('%s → %s (%s)', (value, message) => {
  expect(idCard(value)).toBe(message)
})

test('check characters of ISO 7064 MOD 11-2 as published', () => {
  expect(idCheckCharacter('11010519491231002')).toBe('X')
  expect(idCheckCharacter('33000019960906058')).toBe('9')
})

test('any single wrong digit is noticed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 9 }), (position, shift) => {
      const valid = '110000198803151235'
      const digit = (Number(valid[position]) + shift) % 10
      expect(idCard(valid.slice(0, position) + digit + valid.slice(position + 1))).not.toBeNull()
    }),
  )
})

test('gender, birth date and age come from the number', () => {
  expect(idFacts('110000198803151235')).toEqual({ birthDate: '1988-03-15', gender: '1' })
  expect(idFacts('330000199609060589')?.gender).toBe('2')
  expect(age(idFacts('110000198803151235')?.birthDate ?? '', '2025-03-14')).toBe(36)
  expect(age(idFacts('110000198803151235')?.birthDate ?? '', '2025-03-15')).toBe(37)
  expect(idFacts('110000198803151234')).toBeNull()
})

test('the stored form is composed, trimmed and in upper case', () => {
  expect(normaliseIdCard(' 11010519491231002x ')).toBe('11010519491231002X')
})

test('the card of a permanent resident says as much, and none says that its holder is a child', () => {
  expect(isResidenceCard('911124198108030024')).toBe(true)
  expect(idFacts('911124198108030024')).toEqual({ birthDate: '1981-08-03', gender: '2' })
  expect(['911124198108030025', '911124198113030024', '110000198803151235'].map(isResidenceCard)).toEqual([
    false,
    false,
    false,
  ])
  const born = make('91112420071128002')
  expect([isMinor(born, '2025-11-27'), isMinor(born, '2025-11-28'), isMinor(born, '2007-11-27')]).toEqual([
    true,
    false,
    true,
  ])
  expect(isMinor('E12345678', '2025-11-27')).toBe(false)
})
