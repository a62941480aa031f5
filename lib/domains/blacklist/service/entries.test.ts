import { inTenant } from '../../../platform/db/client.ts'
import { fakeIdNo, fakeMobile } from '../../../rules/made-up-numbers.ts'
import { isBlacklisted } from '../../orders/service/duplicates.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { blacklist } from '../contract.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const manager = () => backend.as('risk_manager')
const entry = { level: '黑', source: '内部', reason: '伪造材料' } as const
const listed = async (q: string) => (await manager().call(blacklist.entries, { q })).data
const blocks = (idNo: string, today = '2025-01-01') => inTenant(1, () => isBlacklisted({ idNo }, today))

it('blocks while it is in force, and no more once it is stopped; then the number can be listed again', async () => {
  const idNo = fakeIdNo('31', '1990-05-05', 5)
  const validTo = '2099-01-01'
  const { id } = await manager().call(blacklist.add, {
    ...entry,
    numberType: 'idNo',
    number: ` ${idNo} `,
    validTo,
  })
  expect([await blocks(idNo), await blocks(idNo, validTo), await blocks(idNo, '2099-01-02')]).toEqual([
    true,
    true,
    false,
  ])
  const again = { ...entry, numberType: 'idNo', number: idNo }
  expect(await manager().send(blacklist.add, again)).toMatchObject({ status: 409, body: { code: 'taken' } })
  const stop = { id, rowVersion: 1, reason: '误报' }
  await manager().call(blacklist.stop, stop)
  expect(await blocks(idNo)).toBe(false)
  expect((await manager().send(blacklist.stop, { ...stop, rowVersion: 2 })).status).toBe(422)
  expect((await manager().send(blacklist.add, { ...again, level: '白' })).status).toBe(200)
  expect(await blocks(idNo)).toBe(false)
})

it('says to whoever comes second who was first, and which fields that changed', async () => {
  const number = fakeMobile(987_655)
  const { id } = await manager().call(blacklist.add, { ...entry, numberType: 'mobile', number })
  await manager().call(blacklist.stop, { id, rowVersion: 1, reason: '误报' })
  const late = await backend.as('admin').send(blacklist.stop, { id, rowVersion: 1, reason: '误报' })
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'stale', conflict: { rowVersion: 2, changes: [], changed: ['状态', '原因'] } },
  })
})

it.each([
  ['idNo', ' e1234 5671', 'E12345671'],
  ['idNo', '１２３ 456 781', '123456781'],
  ['idNo', '911124198108030024', '911124198108030024'],
  ['idNo', 'm-1234567802', 'M1234567802'],
  ['uscc', '91000000 MA 00000157', '91000000MA00000157'],
] as const)('an entry of %s %s stops %s', async (numberType, number, idNo) => {
  await manager().call(blacklist.add, { ...entry, numberType, number })
  expect(await blocks(idNo)).toBe(true)
})

it('stops nobody whose number is that of something else', async () => {
  const number = 'E12345679'
  await manager().call(blacklist.add, { ...entry, numberType: 'deviceNo', number })
  expect(await blocks(number)).toBe(false)
})

it('shows numbers masked, says who they are of, and finds them by four characters or the reason', async () => {
  const number = fakeMobile(987_654)
  await manager().call(blacklist.add, {
    ...entry,
    numberType: 'mobile',
    number: `+86 ${number}`,
    reason: '中介代办',
  })
  const [row] = await listed(number.slice(-6))
  expect(row).toMatchObject({
    kind: '个人',
    state: 'active',
    number: expect.stringMatching(/^1\d\d\*{4}\d{4}$/),
  })
  expect(JSON.stringify(row)).not.toContain(number)
  expect(await listed('中介代办')).toEqual([row])
  expect(await listed(number.slice(-3))).toEqual([])
})

it.each([
  [{ numberType: 'vin', number: 'LSVAA1234' }, 'number'],
  [{ numberType: 'address', number: ' ' }, 'number'],
  [{ numberType: 'plateNo', number: '京A12345', validTo: '2020-01-01' }, 'validTo'],
] as const)('refuses %j at its field', async (wrong, field) => {
  const { status, body } = await manager().send(blacklist.add, { ...entry, ...wrong })
  expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, [field]])
})
