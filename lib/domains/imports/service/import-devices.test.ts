import { eq, inArray } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { gps } from '../../gps/contract.ts'
import { newDeviceNo } from '../../gps/service/testing.ts'
import { gpsDevice, gpsEvent } from '../../gps/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { imports } from '../contract.ts'
import { importer } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
}, 60_000)
afterAll(() => backend.close())

const heads = ['设备号', '物联卡号', '类型', '厂商']
const rowOf = (deviceNo: string, more: Partial<Record<string, string>> = {}) =>
  heads.map(
    (head) => ({ 设备号: deviceNo, 物联卡号: '', 类型: '有线', 厂商: '示例GPS', ...more })[head] ?? '',
  )
const clerk = () => importer(backend, 'material_clerk', 'gps', heads)

const devices = (numbers: readonly string[]) =>
  inTenant(1, () =>
    db()
      .select()
      .from(gpsDevice)
      .where(inArray(gpsDevice.deviceNo, [...numbers])),
  )

test('devices of a file come into the stock as those that are typed; the same file adds nothing', async () => {
  const [typed, one, two] = [newDeviceNo(), newDeviceNo(), newDeviceNo()]
  const { read, fileOf, book } = clerk()
  await backend.as('material_clerk').call(gps.stockIn, {
    deviceType: 'wired',
    vendor: '示例GPS',
    devices: [{ deviceNo: typed, simNo: '' }],
  })
  const rows = [
    rowOf(typed),
    rowOf(one.toLowerCase()),
    rowOf(two, { 类型: '无线', 物联卡号: '8986011234567890' }),
    rowOf(one),
    rowOf('12'),
    rowOf(newDeviceNo(), { 物联卡号: '卡' }),
    rowOf(newDeviceNo(), { 类型: '卫星' }),
    rowOf(newDeviceNo(), { 厂商: '厂'.repeat(31) }),
    rowOf(newDeviceNo(), { 厂商: '' }),
  ]
  const id = await read(...rows)
  expect(await fileOf(id)).toMatchObject({
    freshCount: 2,
    sameCount: 1,
    wrong: [
      { row: 5, field: 'deviceNo', reason: '与前面的行重复' },
      { row: 6, field: 'deviceNo', value: '12' },
      { row: 7, field: 'simNo', value: '卡' },
      { row: 8, field: 'deviceType' },
      { row: 9, field: 'vendor' },
      { row: 10, field: 'vendor' },
    ],
  })
  expect(await devices([one, two])).toEqual([])
  expect(await book(id)).toMatchObject({ status: 200, body: { added: 2 } })
  const made = await devices([one, two])
  expect(
    made.map(({ deviceNo, simNo, deviceType, status }) => [deviceNo, simNo, deviceType, status]),
  ).toEqual(
    expect.arrayContaining([
      [one, null, 'wired', '库存'],
      [two, '8986011234567890', 'wireless', '库存'],
    ]),
  )
  const again = await read(...rows.slice(0, 3))
  expect(await fileOf(again)).toMatchObject({ freshCount: 0, sameCount: 3 })
  expect(await book(again)).toMatchObject({ status: 422, body: { code: 'imports.refusals.nothingNew' } })
})

test('devices that nobody has touched go with their import; one that was issued keeps all', async () => {
  const { read, book, undo } = clerk()
  const numbers = [newDeviceNo(), newDeviceNo()]
  const id = await read(...numbers.map((no) => rowOf(no)))
  await book(id)
  const [first] = await devices(numbers)
  if (!first) throw new Error('no device came in')
  const on = { id: first.id, rowVersion: first.rowVersion }
  await backend.as('material_clerk').call(gps.issue, { ...on, shopId: 1, holder: '孙伟' })
  expect(await undo(id)).toMatchObject({
    status: 422,
    body: { code: 'imports.refusals.used', message: expect.stringContaining('1 行') },
  })
  expect(await devices(numbers)).toHaveLength(2)

  const untouched = newDeviceNo()
  const other = await read(rowOf(untouched))
  await book(other)
  const [held] = await devices([untouched])
  expect(await undo(other)).toMatchObject({ status: 200 })
  expect(await devices([untouched])).toEqual([])
  const left = await inTenant(1, () =>
    db()
      .select()
      .from(gpsEvent)
      .where(eq(gpsEvent.deviceId, held?.id ?? 0)),
  )
  expect(left).toEqual([])
})

test('whoever keeps no stock brings no device, and sees no file of them', async () => {
  const { read } = clerk()
  const id = await read(rowOf(newDeviceNo()))
  const manager = backend.as('risk_manager')
  expect((await manager.send(imports.get, { importId: id })).status).toBe(403)
  expect((await manager.send(imports.list, { kind: 'gps' })).body).toMatchObject({ data: [] })
})
