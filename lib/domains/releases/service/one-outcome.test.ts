import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { settle, settleTrouble } from '../../../platform/outside/settle.ts'
import { outsideAttempt, outsideCall } from '../../../platform/outside/table.ts'
import { paymentFiles } from '../../payment-files/contract.ts'
import type { LineResult } from '../../payment-files/rules/payment-file.ts'
import { bookLines } from '../../payment-files/service/book-answer.ts'
import { answerFile, takenFile } from '../../payment-files/service/testing.ts'
import { paymentAnswer } from '../../payment-files/table.ts'
import type { TestBackend } from '../../testing.ts'
import { type BankResult, bankResultFindings } from '../rules/disbursement.ts'
import {
  bankSays,
  openReleases,
  orderOf,
  paid,
  payingOrder,
  paymentOf,
  registerResult,
  silentOrder,
} from './testing.ts'

/**
 * The law of outcomes: whatever brings what a bank did with a payment, its interface by a callback or a look, a file when
 * it is read and when it is booked, or people with its paper, each refusal of one door is a refusal of every other.
 */

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 60_000)
afterAll(() => backend.close())

type Door = 'register' | 'callback' | 'ask' | 'read' | 'book'
/** A payment of a door, and one whose number of the bank is in the books. */
type Stand = { orderId: number; fileId: number; answerId: number }

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
const right = (): BankResult => ({
  result: '成功',
  bankReference: 'B-RIGHT',
  paidAt: new Date().toISOString(),
  reason: '',
})
const wrong: Record<string, () => Partial<BankResult>> = {
  'a time before the check': () => ({ paidAt: minutes(-24 * 60) }),
  'a time of the same day before the check': () => ({ paidAt: minutes(-2) }),
  'a time to come': () => ({ paidAt: minutes(10) }),
  'no time': () => ({ paidAt: '' }),
  'no number': () => ({ bankReference: '' }),
  'a number that a spreadsheet rewrote': () => ({ bankReference: '2.02611E+17' }),
  'a number that is too long': () => ({ bankReference: '9'.repeat(61) }),
  'the number of another payment': () => ({ bankReference: 'B-OTHER' }),
  'the number of another payment, parted': () => ({ bankReference: ' B-OTH ER' }),
  'a failure without a reason': () => ({
    result: '失败' as LineResult,
    bankReference: '',
    paidAt: '',
    reason: '',
  }),
}

const run = {
  tenantId: 1,
  signal: new AbortController().signal,
  step: <T>(work: () => Promise<T>) => inTenant(1, work),
}

async function byBank(kind: 'callback' | 'ask', orderId: number, said: BankResult): Promise<void> {
  const { payNo } = await paymentOf(orderId)
  const [call] = await inTenant(1, () =>
    db().select().from(outsideCall).where(eq(outsideCall.onceKey, payNo)),
  )
  if (!call) throw new Error('the bank was not asked')
  const { bankReference, paidAt, reason } = said
  const outcome: Outcome =
    said.result === '成功'
      ? { result: 'done', answer: { bankReference, paidAt } }
      : { result: 'refused', reason }
  const attempt = { kind, ms: 0 }
  await inTenant(1, () => settle(call.id, attempt, outcome)).catch((error: unknown) =>
    inTenant(1, () => settleTrouble(call.id, attempt, error)),
  )
}

async function lineOf(fileId: number) {
  const { file, lines } = await backend.as('cashier').call(paymentFiles.get, { fileId })
  const [line] = lines
  if (!line) throw new Error('no line')
  return { file, line }
}

async function read({ fileId }: Stand, { result, bankReference, paidAt, reason }: BankResult) {
  const { file, line } = await lineOf(fileId)
  const at =
    paidAt && new Date(Date.parse(paidAt) + 8 * 3_600_000).toISOString().replace('T', ' ').slice(0, 23)
  const row = [line.payNo, line.amount, result, bankReference, at, reason]
  return backend
    .as('cashier')
    .upload(paymentFiles.readAnswer, { fileId, rowVersion: file.rowVersion }, answerFile(row))
}

/** As if it had been read before the rule was there. */
async function bookForced({ fileId, answerId }: Stand, said: BankResult): Promise<void> {
  const { line } = await lineOf(fileId)
  const { payNo, amount } = line
  await inTenant(1, () =>
    db()
      .update(paymentAnswer)
      .set({ lines: [{ ...said, payNo, amount, finding: null }] })
      .where(eq(paymentAnswer.id, answerId)),
  )
  await bookLines(answerId, 1, run)
}

const doors: Record<Door, (stand: Stand, said: BankResult) => Promise<unknown>> = {
  register: async ({ orderId }, said) =>
    expect(registerResult(backend, orderId, said)).rejects.toThrow(/400/),
  callback: ({ orderId }, said) => byBank('callback', orderId, said),
  ask: ({ orderId }, said) => byBank('ask', orderId, said),
  read: async (stand, said) => expect(await read(stand, said)).toMatchObject({ toBook: 0, left: 1 }),
  book: bookForced,
}
const names = Object.keys(doors) as Door[]

let stands: Record<Door, Stand>
beforeAll(async () => {
  const other = await payingOrder(backend)
  await bankSays(other, paid('B-OTHER'))
  const filed = async (): Promise<Stand> => {
    const { fileId } = await takenFile(backend)
    return { fileId, answerId: 0, orderId: (await lineOf(fileId)).line.orderId }
  }
  const asked = async (orderId: number): Promise<Stand> => ({ orderId, fileId: 0, answerId: 0 })
  stands = {
    register: await asked(await silentOrder(backend)),
    callback: await asked(await silentOrder(backend)),
    ask: await asked(await payingOrder(backend)),
    read: await filed(),
    book: await filed(),
  }
  const { line } = await lineOf(stands.book.fileId)
  await inTenant(1, async () => {
    const { payNo, amount } = line
    const [answer] = await db()
      .insert(paymentAnswer)
      .values({
        fileId: stands.book.fileId,
        name: '回盘.csv',
        hash: '0'.repeat(64),
        createdBy: 1,
        lines: [{ ...right(), payNo, amount, finding: null }],
      })
      .returning()
    stands.book.answerId = answer?.id ?? 0
  })
}, 120_000)

test.each(names.flatMap((door) => Object.keys(wrong).map((name) => [door, name] as const)))(
  '%s: %s is no outcome',
  async (door, name) => {
    const stand = stands[door]
    const said = { ...right(), ...wrong[name]?.() }
    await doors[door](stand, said)
    expect((await orderOf(stand.orderId)).status).toBe('releasing')
    expect(await paymentOf(stand.orderId)).toMatchObject({ status: '付款中', bankReference: null })
  },
)

test('whatever the rule finds is tried at every door', () => {
  const found = new Set(
    Object.values(wrong).flatMap((of) =>
      Object.values(bankResultFindings({ ...right(), ...of() }, new Date().toISOString(), Date.now())),
    ),
  )
  expect([...found].sort()).toEqual([
    'form.timeWrong',
    'releases.refusals.paidEarlier',
    'releases.refusals.paidLater',
    'releases.refusals.referenceLong',
    'releases.refusals.referenceRounded',
    'rules.required',
  ])
})

test('of what was refused by its callback the call says why', async () => {
  const notes = await inTenant(1, () => db().select({ note: outsideAttempt.note }).from(outsideAttempt))
  expect(notes.map(({ note }) => note).join('\n')).toMatch(
    /could not be handled: 放款单 .*已用于另一笔放款.*请与银行核对/,
  )
  const { line } = await lineOf(stands.book.fileId)
  expect(line.hindered).toMatch('请与银行核对')
})

test.each(names.filter((door) => door !== 'register'))('%s takes what is right', async (door) => {
  const stand = stands[door]
  const said = { ...right(), bankReference: `B-RIGHT-${door}` }
  if (door === 'read') expect(await read(stand, said)).toMatchObject({ toBook: 1, left: 0 })
  else {
    await doors[door](stand, said)
    expect((await orderOf(stand.orderId)).status).toBe('released')
  }
})
