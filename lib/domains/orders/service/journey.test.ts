import { fakeIdNo } from '../../../rules/made-up-numbers.ts'
import { reviews } from '../../reviews/contract.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { applications } from '../contract.ts'
import {
  draftOrder,
  finishedEntry,
  intakeFor,
  newEvent,
  nextPerson,
  passedOrder,
  placeOf,
  submittedOrder,
  uploadRequired,
} from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const reviewer = () => backend.as('pre_reviewer')
const decision = {
  result: 'return',
  opinion: '身份证反面看不清',
  reasonL1: 'document',
  reasonL2: 'document_unclear',
} as const

it('takes an order from the intake to the first review, returned and mended on the way', async () => {
  const order = await submittedOrder(clerk())
  const { orderId, person } = order
  expect(order.orderNo).toMatch(/^BLQ\d{14}$/)

  const claimed = await reviewer().call(reviews.claim, { orderId, eventId: newEvent() })
  const returned = await reviewer().call(reviews.decidePre, {
    ...decision,
    orderId,
    rowVersion: claimed.rowVersion,
    eventId: newEvent(),
    reasonDetail: '请重新拍摄反面',
  })
  expect(returned.status).toBe('pre_returned')

  const form = await clerk().call(applications.getIntake, { orderId })
  expect(form.returned).toMatchObject({ reason: 'document/document_unclear', detail: '请重新拍摄反面' })
  expect(form.values).toMatchObject({ customer: { idNo: person.idNo } })
  const mended = await clerk().call(applications.saveIntake, {
    orderId,
    rowVersion: form.order.rowVersion,
    eventId: newEvent(),
    values: { ...form.values },
  })
  const again = await clerk().call(applications.submitPre, {
    orderId,
    rowVersion: mended.rowVersion,
    eventId: newEvent(),
  })
  const next = await reviewer().call(reviews.claimNext, { stage: 'pre', eventId: newEvent() })
  expect(next).toMatchObject({ orderId, rowVersion: again.rowVersion + 1 })
  const passed = await reviewer().call(reviews.decidePre, {
    orderId,
    rowVersion: again.rowVersion + 1,
    eventId: newEvent(),
    result: 'pass',
    opinion: '资料齐全，同意',
  })
  expect(passed.status).toBe('wait_entry')

  const values = await finishedEntry(clerk(), order)
  const entry = await clerk().call(applications.getEntry, { orderId })
  const half = { ...values, bankCard: { ...values.bankCard, cardNo: '' } }
  const saved = await clerk().call(applications.saveEntry, {
    orderId,
    rowVersion: entry.order.rowVersion,
    eventId: newEvent(),
    values: half,
  })
  expect(saved.quote).toMatchObject({ financeAmount: '81000.00', term: 36, annualRate: '0.0720' })
  const refused = await clerk().send(applications.submitFirst, {
    orderId,
    rowVersion: saved.rowVersion,
    eventId: newEvent(),
    values: half,
  })
  expect(refused).toMatchObject({ status: 400, body: { fields: { 'bankCard.cardNo': '不能为空' } } })
  const submitted = await clerk().call(applications.submitFirst, {
    orderId,
    rowVersion: saved.rowVersion,
    eventId: newEvent(),
    values,
  })
  expect(submitted.status).toBe('wait_first')

  const { order: head, steps } = await reviewer().call(applications.progress, { orderId })
  expect(head).toMatchObject({ status: 'wait_first', exaStatus: '3', submitCount: 3, returnCount: 1 })
  expect(steps.map(({ event }) => event)).toEqual([
    'create',
    'submit_pre',
    'claim',
    'pre_return',
    'submit_pre',
    'claim',
    'pre_pass',
    'submit_first',
  ])
  expect(steps.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(new Set(steps.map(({ actorRole }) => actorRole))).toEqual(new Set(['entry_clerk', 'pre_reviewer']))
  expect(steps.every(({ actorName }) => actorName.length >= 2)).toBe(true)

  const whole = await reviewer().call(applications.get, { orderId })
  expect(whole.linkedPersons).toHaveLength(2)
  expect(whole.quote).toMatchObject({
    financeAmount: '81000.00',
    monthlyPayment: saved.quote?.monthlyPayment,
  })
  expect(JSON.stringify(whole)).not.toContain(person.idNo)
  expect(JSON.stringify(whole)).not.toContain(person.mobile)
  expect(JSON.stringify(whole)).not.toContain('999999000000000015')
})

it('never believes the figures of the browser', async () => {
  const order = await passedOrder(backend)
  const values = await finishedEntry(clerk(), order)
  const { orderId, rowVersion } = order
  const faked = {
    ...values,
    financing: { ...values.financing, financeAmount: '1.00', annualRate: '0.0001', carPrice: '1.00' },
  }
  await clerk().call(applications.submitFirst, { orderId, rowVersion, eventId: newEvent(), values: faked })
  const { order: head, quote } = await reviewer().call(applications.get, { orderId })
  expect(quote).toMatchObject({ carPrice: '96000.00', financeAmount: '81000.00', annualRate: '0.0720' })
  expect(head).toMatchObject({ appliedAmount: '81000.00', financeAmount: '81000.00' })
})

it('rejects (T07) and lets the ID number cool off for 30 days', async () => {
  const order = await submittedOrder(clerk())
  const { orderId } = order
  const claimed = await reviewer().call(reviews.claim, { orderId, eventId: newEvent() })
  const rejected = await reviewer().call(reviews.decidePre, {
    ...decision,
    result: 'reject',
    orderId,
    rowVersion: claimed.rowVersion,
    eventId: newEvent(),
  })
  expect(rejected.status).toBe('pre_rejected')
  const copy = await clerk().call(applications.copy, { orderId, eventId: newEvent() })
  const form = await clerk().call(applications.getIntake, { orderId: copy.orderId })
  expect(form.values).toMatchObject({ customer: { name: order.person.name, creditAuth: false } })
  const customer = { ...(form.values.customer as object), creditAuth: true }
  const saved = await clerk().call(applications.saveIntake, {
    orderId: copy.orderId,
    rowVersion: copy.rowVersion,
    eventId: newEvent(),
    values: { ...form.values, customer },
  })
  await uploadRequired(clerk(), copy.orderId)
  const answer = await clerk().send(applications.submitPre, {
    orderId: copy.orderId,
    rowVersion: saved.rowVersion,
    eventId: newEvent(),
  })
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ message: expect.stringContaining('未满30天') })
})

it('is rejected by the system when the scene PRE_CHECK refuses: above 60 years of age', async () => {
  const idNo = fakeIdNo('11', `${new Date().getFullYear() - 62}-01-01`, 77)
  const values = intakeFor({ ...nextPerson(), idNo }, await placeOf(clerk()))
  values.intent.term = '12'
  const { orderId, rowVersion } = await clerk().call(applications.saveIntake, { eventId: newEvent(), values })
  await uploadRequired(clerk(), orderId)
  const moved = await clerk().call(applications.submitPre, { orderId, rowVersion, eventId: newEvent() })
  expect(moved.status).toBe('pre_rejected')
  const { steps } = await clerk().call(applications.progress, { orderId })
  expect(steps.slice(1)).toMatchObject([
    { event: 'submit_pre', actorRole: 'entry_clerk' },
    // The rule that refused is said inside the house.
    {
      event: 'pre_reject',
      actorRole: 'system',
      actorName: '系统',
      opinion: null,
      internalOpinion: '年龄不在18–60周岁',
    },
  ])
  const { risks } = await reviewer().call(applications.get, { orderId })
  expect(risks).toMatchObject([{ sceneCode: 'PRE_CHECK', suggestion: '拒绝', hits: [{ code: 'R001' }] }])
})

it('is voided (T34) with a reason, and then is no live order any more', async () => {
  const { orderId, rowVersion, person } = await draftOrder(clerk())
  expect(await clerk().call(applications.checkDuplicate, { idNo: person.idNo })).toMatchObject({ live: true })
  const voided = await clerk().call(applications.void, {
    orderId,
    rowVersion,
    eventId: newEvent(),
    reason: '客户放弃',
  })
  expect(voided.status).toBe('voided')
  expect(await clerk().call(applications.checkDuplicate, { idNo: person.idNo })).toEqual({
    live: false,
    black: false,
    former: 1,
  })
  const later = await submittedOrder(clerk(), person)
  const refused = await clerk().send(applications.void, {
    orderId: later.orderId,
    rowVersion: later.rowVersion,
    eventId: newEvent(),
    reason: '客户放弃',
  })
  expect(refused.status).toBe(403)
})

describe('an intake that is not right', () => {
  it.each([
    ['address code', { idNo: '990000199001010014' }, 'customer.idNo', '地址编码错误'],
    ['checksum', { idNo: '110000199001010010' }, 'customer.idNo', '请输入正确的身份证号码'],
    ['mobile', { mobile: '23800000000' }, 'customer.mobile', '请输入正确的手机号码'],
    ['no name', { name: '' }, 'customer.name', '不能为空'],
  ])('is refused at its field: %s', async (_what, wrong, path, message) => {
    const values = intakeFor(nextPerson(), await placeOf(clerk()))
    const answer = await clerk().send(applications.saveIntake, {
      eventId: newEvent(),
      values: { ...values, customer: { ...values.customer, ...wrong } },
    })
    expect(answer).toMatchObject({ status: 400, body: { fields: { [path]: message } } })
  })

  it('is not submitted without authorisation and papers, each named', async () => {
    const values = intakeFor(nextPerson(), await placeOf(clerk()))
    const customer = { ...values.customer, creditAuth: false }
    const saved = await clerk().call(applications.saveIntake, {
      eventId: newEvent(),
      values: { ...values, customer },
    })
    const answer = await clerk().send(applications.submitPre, {
      orderId: saved.orderId,
      rowVersion: saved.rowVersion,
      eventId: newEvent(),
    })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        fields: {
          'customer.creditAuth': '请先取得征信授权',
          'materials.id_front': '请上传身份证正面',
          'materials.id_back': '请上传身份证反面',
        },
      },
    })
  })

  it('is not submitted beside a live order of the same customer', async () => {
    const { person } = await submittedOrder(clerk())
    const second = await draftOrder(clerk(), person)
    const answer = await clerk().send(applications.submitPre, {
      orderId: second.orderId,
      rowVersion: second.rowVersion,
      eventId: newEvent(),
    })
    expect(answer).toMatchObject({ status: 422, body: { message: '该客户/车辆存在在途订单' } })
  })
})
