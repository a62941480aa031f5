import { attachments } from '../../materials/contract/attachments.ts'
import { applications } from '../../orders/contract.ts'
import {
  finishedEntry,
  intakeFor,
  newEvent,
  passedOrder,
  placeOf,
  submittedOrder,
  uploadRequired,
} from '../../orders/service/testing.ts'
import { reviews } from '../../reviews/contract.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { evidence } from '../contract.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const reviewer = () => backend.as('pre_reviewer')
const region = { x: 1_000, y: 2_000, width: 3_000, height: 500 }

async function heldOrder() {
  const order = await submittedOrder(clerk())
  const { orderId } = order
  const { rowVersion } = await reviewer().call(reviews.claim, { orderId, eventId: newEvent() })
  const { items } = await reviewer().call(attachments.materials, { orderId })
  const fileId = items.find(({ materialType }) => materialType === 'id_front')?.files[0]?.id ?? 0
  return { ...order, rowVersion, fileId }
}
const pinOf = (orderId: number, fileId: number, more: object = {}) =>
  reviewer().send(evidence.pin, {
    orderId,
    fileId,
    field: 'customer.idNo',
    eventId: newEvent(),
    ...region,
    ...more,
  })
const pinsOf = async (orderId: number) => (await reviewer().call(evidence.list, { orderId })).pins

it('pins a field where the holder found it, and says who did', async () => {
  const { orderId, fileId } = await heldOrder()
  expect((await pinOf(orderId, fileId, { note: '清晰' })).status).toBe(200)
  expect(await pinsOf(orderId)).toMatchObject([
    { field: 'customer.idNo', fileId, ...region, note: '清晰', stage: 'pre', state: 'holds' },
  ])
})

it('takes no pin of who does not hold the order, nor one that shows nothing', async () => {
  const { orderId, fileId } = await heldOrder()
  const other = await backend.as('pre_reviewer2').send(evidence.pin, {
    orderId,
    fileId,
    field: 'customer.idNo',
    eventId: newEvent(),
    ...region,
  })
  expect(other).toMatchObject({ status: 422, body: { message: '该订单由他人处理' } })
  const refused = async (more: object) => (await pinOf(orderId, fileId, more)).body
  expect(await refused({ width: 10 })).toMatchObject({ message: '区域太小，请重新拖选' })
  expect(await refused({ x: 9_000 })).toMatchObject({ message: '区域太小，请重新拖选' })
  expect(await refused({ field: 'customer.nothing' })).toMatchObject({
    message: '该字段没有内容，不需要证据',
  })
  const { fileId: foreign } = await heldOrder()
  expect(await refused({ fileId: foreign })).toMatchObject({ message: '该图片不在本订单中，请刷新后重试' })
  expect(await pinsOf(orderId)).toEqual([])
})

it('says when the field was changed since, when the picture was replaced, and which pictures are new', async () => {
  const { orderId, fileId, rowVersion, person } = await heldOrder()
  await pinOf(orderId, fileId)
  await pinOf(orderId, fileId, { field: 'customer.mobile' })
  const returned = await reviewer().call(reviews.decidePre, {
    orderId,
    rowVersion,
    eventId: newEvent(),
    result: 'return' as const,
    opinion: '请更正手机号',
    reasonL1: 'document',
    reasonL2: 'document_unclear',
    reasonDetail: '手机号与证件',
  })
  const values = intakeFor(person, await placeOf(clerk()))
  values.customer = { ...values.customer, mobile: '12000099999' }
  await clerk().call(applications.saveIntake, {
    orderId,
    rowVersion: returned.rowVersion,
    eventId: newEvent(),
    values,
  })
  const states = async () => (await pinsOf(orderId)).map(({ field, state }) => [field, state])
  expect(await states()).toEqual([
    ['customer.idNo', 'holds'],
    ['customer.mobile', 'fieldChanged'],
  ])
  await clerk().call(attachments.remove, { orderId, fileId, eventId: newEvent() })
  expect(await states()).toEqual([
    ['customer.idNo', 'pictureGone'],
    ['customer.mobile', 'pictureGone'],
  ])
  await uploadRequired(clerk(), orderId)
  const { newFiles } = await reviewer().call(evidence.list, { orderId })
  const { items } = await reviewer().call(attachments.materials, { orderId })
  expect(newFiles).toEqual(
    items.flatMap(({ materialType, files }) =>
      materialType === 'id_front' ? files.map(({ id }) => id) : [],
    ),
  )
})

it('counts what is new from the last decision on, a return to the intake among them', async () => {
  const order = await passedOrder(backend)
  const { orderId } = order
  const values = await finishedEntry(clerk(), order)
  const { rowVersion } = await clerk()
    .call(applications.getEntry, { orderId })
    .then((form) => form.order)
  await clerk().call(applications.submitFirst, { orderId, rowVersion, values, confirmDti: true })
  const first = backend.as('first_reviewer')
  const held = await first.call(reviews.claim, { orderId })
  const fresh = async () => (await first.call(evidence.list, { orderId })).newFiles
  expect(await fresh()).not.toEqual([])
  await first.call(reviews.decideFirst, {
    orderId,
    rowVersion: held.rowVersion,
    result: 'return' as const,
    returnTo: 'intake' as const,
    opinion: '请更正手机号',
    reasonL1: 'document',
    reasonL2: 'document_unclear',
    reasonDetail: '停机',
  })
  expect(await fresh()).toEqual([])
})
