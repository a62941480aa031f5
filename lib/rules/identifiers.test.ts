import { plate, plateColour, plateKind } from './plate.ts'
import { normaliseUscc, organisationCheckCharacter, uscc, usccCheckCharacter, usccWarning } from './uscc.ts'
import { vin, vinCheckCharacter, vinWarning } from './vin.ts'

describe('VIN', () => {
  test.each([
    ['1M8GDM9AXKP042788', null],
    ['1m8gdm9axkp042788', null],
    ['11111111111111111', null],
    [`L0FAKE00${vinCheckCharacter('L0FAKE000P0000123')}P0000123`, null],
    ['L0FAKE001P0000123', 'rules.vin'],
    ['1M8GDM9AXKP04278', 'rules.vin'],
    ['1M8GDM9AXKP0427888', 'rules.vin'],
    ['IM8GDM9AXKP042788', 'rules.vin'],
    ['OM8GDM9AXKP042788', 'rules.vin'],
    ['QM8GDM9AXKP042788', 'rules.vin'],
    ['', 'rules.vin'],
  ])('%s → %s', (value, message) => expect(vin(value)).toBe(message))

  test('a wrong check digit is an error for China and a warning elsewhere', () => {
    expect(vinCheckCharacter('1M8GDM9AXKP042788')).toBe('X')
    expect(vinWarning('1M8GDM9AXKP042788')).toBeNull()
    expect(vin('1M8GDM9A0KP042788')).toBeNull()
    expect(vinWarning('1M8GDM9A0KP042788')).toBe('rules.vinCheckDigit')
    expect(vinWarning('L0FAKE001P0000123')).toBeNull()
    expect(vinWarning('short')).toBeNull()
  })
})

describe('plates', () => {
  test.each([
    ['京A12345', 'fuel'],
    ['沪B1A2B3', 'fuel'],
    ['京a12345', 'fuel'],
    ['粤Z1234港', 'fuel'],
    ['京A1234学', 'fuel'],
    ['粤BD12345', 'smallNewEnergy'],
    ['京AF12345', 'smallNewEnergy'],
    ['苏E12345D', 'largeNewEnergy'],
    ['京I12345', null],
    ['京O12345', null],
    ['京A1234', null],
    ['粤BD1234', 'fuel'],
    ['粤BL12345', null],
    ['苏E12345L', null],
    ['A12345', null],
    ['京A12345 京A12345', null],
    ['', null],
  ])('%s is %s', (value, kind) => {
    expect(plateKind(value)).toBe(kind)
    expect(plate(value)).toBe(kind === null ? 'rules.plate' : null)
  })

  test.each([
    ['京A12345', '1', null],
    ['京A12345', '2', null],
    ['京A12345', '3', 'rules.plateColour'],
    ['粤BD12345', '3', null],
    ['粤BD12345', '1', 'rules.plateColour'],
    ['苏E12345D', '4', null],
    ['苏E12345D', '3', 'rules.plateColour'],
    ['京A12345', '', null],
    ['', '3', null],
  ])('%s with colour %s → %s', (plateNo, colour, message) => {
    expect(plateColour(plateNo, colour)).toBe(message)
  })
})

describe('unified social credit code', () => {
  test.each(['91110000600037341L', '91000000MA00000157', '91000000MA00000232', '91000000ma0000031w'])(
    '%s',
    (value) => {
      expect(uscc(value)).toBeNull()
    },
  )

  test.each([
    '',
    '91110000600037342L',
    '9111000060003734IL',
    '91110000600037341',
    '91110000600037341LL',
    '９１110000600037341L',
  ])('%s is refused', (value) => expect(uscc(value)).toBe('rules.uscc'))

  test.each([
    ['91110000600037341L', null],
    ['91110000600037341A', 'rules.usccCheck'],
    ['91110000600037342A', null],
    ['', null],
  ])('%s: its last character is worth a look: %s', (value, warning) => {
    expect(usccWarning(value)).toBe(warning)
    if (warning) expect(uscc(value)).toBeNull()
  })

  test('the organisation code inside has its own check', () => {
    expect(organisationCheckCharacter('60003734')).toBe('1')
    const broken = '91110000600037342'
    expect(uscc(broken + usccCheckCharacter(broken))).toBe('rules.uscc')
    expect(normaliseUscc(' 91000000ma0000031w')).toBe('91000000MA0000031W')
  })
})
