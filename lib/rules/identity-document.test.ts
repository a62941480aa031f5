import { checkNumber } from '../domains/blacklist/rules/blacklist.ts'
import { documentCheck, personDocument } from './identity-document.ts'

const wrong = 'rules.documentNumber'

test.each([
  ['01', '110000198803151235', null],
  ['01', '911124198108030024', 'rules.residenceCard'],
  ['01', 'E12345678', 'rules.idAddress'],
  ['02', 'E12345678', null],
  ['02', '123456789', null],
  ['02', 'C01X00T47', null],
  ['02', 'PASSPORT', wrong],
  ['02', 'E1234/678', wrong],
  ['03', 'H12345678', null],
  ['03', 'M1234567801', null],
  ['03', 'HA1234567', null],
  ['03', 'E12345678', wrong],
  ['04', '01234567', null],
  ['04', '1234567890B', null],
  ['04', '1234567', wrong],
  ['05', '南字第12345678号', null],
  ['06', '911124198108030024', null],
  ['06', '911124198108030025', wrong],
  ['06', 'CAN110081080310', null],
  ['90', '91110000600037341L', null],
  ['90', '110000198803151235', 'rules.uscc'],
  ['A1', 'whatever 1', null],
])('%s %s: %s', (idType, number, message) => expect(documentCheck(idType)(number)).toBe(message))

test.each([
  '110000198803151235',
  '911124198108030024',
  'CAN110081080310',
  'E12345678',
  '123456789',
  'C01X00T47',
  'M1234567801',
  '1234567890B',
  '南字第12345678号',
])('%s is the number of a person, who may stand on the black list', (number) => {
  expect(personDocument(number)).toBeNull()
  expect(checkNumber('idNo', number)).toBeNull()
})

test.each(['110000198803151234', '110105491231002', '1101051949123100', '12000000123', 'SMITH', ''])(
  '%j is no number of a person',
  (number) => expect(personDocument(number)).not.toBeNull(),
)
