import { DatabaseError } from './db/engine.ts'
import { describeError, log } from './log.ts'

const idNo = '110101199003071233'
let written = ''
let stderr: jest.SpyInstance

beforeEach(() => {
  written = ''
  stderr = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += text
    return true
  })
})
afterEach(() => stderr.mockRestore())

it('D4: is one line of JSON, whatever the text in it', () => {
  log({ event: 'sweep failed', id: 'r-1', error: 'Error', reason: 'a\r\nb\u001b[31m' })
  expect(written.trimEnd().split('\n')).toHaveLength(1)
  for (const control of ['\r', '\u001b']) expect(written).not.toContain(control)
  expect(JSON.parse(written)).toMatchObject({
    level: 'error',
    id: 'r-1',
    message: 'sweep failed',
    reason: 'a\r\nb\u001b[31m',
  })
})

it('D4: says of a failed query which constraint refused, and none of its values', () => {
  const inner = new DatabaseError(
    `Key (id_no)=(${idNo}) already exists.`,
    '23505',
    'customer_id_no',
    'customer',
  )
  const outer = new Error(`Failed query: insert …\nparams: ${idNo},王小明`, { cause: inner })
  log({ event: 'call failed', id: 'r', ...describeError(outer) })
  expect(JSON.parse(written)).toMatchObject({
    error: 'DatabaseError',
    code: '23505',
    constraint: 'customer_id_no',
  })
  expect(written).not.toMatch(/王小明|110101/)
})

it('D4: leaves no number of a person in the text of any other error', () => {
  const error = new Error(`the gateway refused 13800138000 for ${idNo}`)
  log({ event: 'sms not sent', ...describeError(error) })
  expect(written).toContain('the gateway refused [mobile] for [id no]')
  expect(written).not.toContain(idNo)
})
