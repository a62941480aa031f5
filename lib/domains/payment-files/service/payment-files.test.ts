import { and, eq, like } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { changes } from '../../../platform/changes/contract.ts'
import { settleAccount } from '../../../platform/changes/table.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { notification } from '../../../platform/messages/table.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import type { FileForm } from '../../../rules/file-form.ts'
import { sum } from '../../../rules/money.ts'
import { configuration } from '../../configuration/contract.ts'
import { sysUser, tenant } from '../../identity/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { releases } from '../../releases/contract.ts'
import { sheetDay } from '../../releases/rules/release-day.ts'
import { readDay } from '../../releases/service/read-day.ts'
import {
  approving,
  changeOf,
  makeRelease,
  orderOf,
  paymentOf,
  registerResult,
  silentOrder,
  waitingOrders,
  wireBank,
} from '../../releases/service/testing.ts'
import { disbursement } from '../../releases/table.ts'
import { auditLog } from '../../system/table.ts'
import { tenants } from '../../tenants/contract.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { paymentFiles } from '../contract.ts'
import { fileColumns } from '../rules/payment-file.ts'
import { paymentAnswer, paymentFile } from '../table.ts'
import { bookLines } from './book-answer.ts'
import { answerFile, fileToMake, madeFile, takenFile, unfiledOrder } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
  wireBank()
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const checker = () => backend.as('finance_checker')
const caseOf = (fileId: number) => cashier().call(paymentFiles.get, { fileId })
const today = () => businessDate(new Date())
type Line = { payNo: string; amount: string }
const paidLine = ({ payNo, amount }: Line, reference = `B-${payNo}`) => [
  payNo,
  amount,
  '成功',
  reference,
  today(),
  '',
]
const failedLine = ({ payNo, amount }: Line) => [payNo, amount, '失败', '', '', '户名不符']
const read = async (fileId: number, ...rows: string[][]) => {
  const { file } = await caseOf(fileId)
  return cashier().upload(
    paymentFiles.readAnswer,
    { fileId, rowVersion: file.rowVersion },
    answerFile(...rows),
  )
}
const run = {
  tenantId: 1,
  signal: new AbortController().signal,
  step: <T>(work: () => Promise<T>) => inTenant(1, work),
}
const checkerId = async () => {
  const [row] = await inTenant(1, () =>
    db().select().from(sysUser).where(eq(sysUser.account, 'finance_checker')),
  )
  return row?.id ?? 0
}
/** Booked by a checker, and worked off as its job does. */
const book = async (fileId: number) => {
  const {
    file,
    answers: [answer],
  } = await caseOf(fileId)
  const answerId = answer?.id ?? 0
  await checker().call(paymentFiles.book, { fileId, rowVersion: file.rowVersion, answerId })
  await bookLines(answerId, await checkerId(), run)
  return answerId
}
/** The people who were told that the bank says something else than what counts. */
const toldOf = async (orderId: number) => {
  const said = and(eq(notification.orderId, orderId), like(notification.title, '%银行答复与系统不一致%'))
  const rows = await inTenant(1, () => db().select().from(notification).where(said))
  return rows.map(({ userId }) => userId)
}
const loansOf = async (orderIds: number[]) =>
  (await inTenant(1, () => db().select({ orderId: loanAccount.orderId }).from(loanAccount))).filter(
    ({ orderId }) => orderIds.includes(orderId),
  ).length

test('a release that goes as a file asks no bank, waits for its file, and is in one live file only', async () => {
  const settings = await backend.as('admin').call(tenants.get, {})
  const save = (payBy: 'port' | 'file', rowVersion: number) =>
    backend.as('admin').call(tenants.save, {
      name: settings.name,
      title: '',
      themeColor: '',
      watermark: '',
      collectOpen: settings.collectOpen,
      payBy,
      rowVersion,
    })
  const { rowVersion } = await save('file', settings.rowVersion)
  const [orderId = 0] = await waitingOrders(backend)
  await makeRelease(backend, orderId)
  await checker().call(changes.approve, approving(await changeOf(backend, 'release', orderId)))
  await save('port', rowVersion)
  const payment = await paymentOf(orderId)
  expect(payment).toMatchObject({ status: '付款中', payBy: 'file' })
  const asked = await inTenant(1, () =>
    db().select().from(outsideCall).where(eq(outsideCall.onceKey, payment.payNo)),
  )
  expect(asked).toEqual([])
  const input = await fileToMake(backend)
  expect(await cashier().send(paymentFiles.make, { ...input, amount: '1.00' })).toMatchObject({ status: 400 })
  const sent = await Promise.all([
    cashier().send(paymentFiles.make, { ...input, eventId: 'file-of-one-click-1' }),
    cashier().send(paymentFiles.make, { ...input, eventId: 'file-of-one-click-2' }),
  ])
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 422])
  const { groups } = await cashier().call(paymentFiles.waiting, {})
  expect(groups).toEqual([])
})

test('the file has every payment once, with its sum, and who takes it is noted', async () => {
  const orderId = await unfiledOrder(backend)
  await inTenant(1, () =>
    db().update(disbursement).set({ remark: '购车款 车架号已核' }).where(eq(disbursement.orderId, orderId)),
  )
  const { fileId } = await madeFile(backend)
  const { file, lines } = await caseOf(fileId)
  expect(file).toMatchObject({
    status: '待回盘',
    count: 2,
    answered: 0,
    amount: sum(lines.map(({ amount }) => amount)),
  })
  const text = await (await cashier().raw(paymentFiles.download, { fileId })).text()
  for (const { payNo, amount } of lines)
    expect(text.split('\r\n').filter((one) => one.includes(payNo) && one.includes(amount))).toHaveLength(1)
  // 附言 is what two people agreed on.
  expect(text).toContain(`,${(await orderOf(orderId)).orderNo} 购车款 车架号已核\r\n`)
  expect(await checker().send(paymentFiles.download, { fileId })).toMatchObject({ status: 403 })
  const noted = await inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(
        and(eq(auditLog.action, 'payment_file.download'), eq(auditLog.object, `payment_file:${fileId}`)),
      ),
  )
  expect(noted).toHaveLength(1)
})

test('a file is made from its rows whenever it is taken, in the form that the bank of its account takes', async () => {
  const { fileId } = await madeFile(backend, 1)
  const [line] = (await caseOf(fileId)).lines
  const payment = await paymentOf(line?.orderId ?? 0)
  const setForm = async (fileForm: FileForm) => {
    const { data } = await backend
      .as('admin')
      .call(configuration.dictionaryItems, { type: 'payer_account', length: 50 })
    const account = data.find(({ code }) => code === payment.payerAccount)
    if (!account) throw new Error('no account')
    const { id, rowVersion, code, label, enabled } = account
    await backend.as('admin').call(configuration.saveDictionaryItem, {
      id,
      rowVersion,
      type: 'payer_account',
      code,
      label,
      enabled,
      fileForm,
      eventId: newEvent(),
    })
  }
  const taken = async () => (await cashier().raw(paymentFiles.download, { fileId })).arrayBuffer()
  const text = async () => Buffer.from(await taken()).toString()
  expect(await text()).toContain(`"\t${payment.payeeAccount}"`)
  await setForm('quoted')
  expect(await text()).toContain(`,"${payment.payeeAccount}",`)
  expect(await text()).not.toContain('\t')
  await setForm('xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await taken()))
  expect(sheets[0]?.rows[0]).toEqual([...fileColumns])
  expect(sheets[0]?.rows[1]?.slice(3, 6)).toEqual([payment.payeeAccount, payment.payeeBank, payment.amount])
  await setForm('tab')
  const bank = { type: 'bank', code: 'X', label: '示例银行', enabled: true, fileForm: 'xlsx' as const }
  expect(
    await backend.as('admin').send(configuration.saveDictionaryItem, { ...bank, eventId: newEvent() }),
  ).toMatchObject({ status: 400 })

  // A payee that somebody put in afterwards, with an account that may be paid even, goes to no bank.
  const setName = (payeeName: string) =>
    inTenant(1, async () => {
      await db().update(disbursement).set({ payeeName }).where(eq(disbursement.id, payment.id))
      await db()
        .update(settleAccount)
        .set({ holderName: payeeName })
        .where(eq(settleAccount.id, payment.payeeId))
    })
  await setName('别人')
  expect(await cashier().send(paymentFiles.download, { fileId })).toMatchObject({
    status: 422,
    body: { code: 'paymentFiles.refusals.rowsChanged' },
  })
  await setName(payment.payeeName)
  expect(await text()).toContain(payment.payNo)
})

test('an answer says a result of each line first, books what is right once, and leaves the rest unpaid', async () => {
  const { fileId } = await madeFile(backend, 3)
  const other = await madeFile(backend)
  const { lines } = await caseOf(fileId)
  const [paid, failed, silent] = lines
  const [foreign] = (await caseOf(other.fileId)).lines
  if (!paid || !failed || !silent || !foreign) throw new Error('no lines')
  const orders = lines.map(({ orderId }) => orderId)
  const rows = [
    paidLine(paid),
    failedLine(failed),
    paidLine(foreign),
    ['PAY0', '1.00', '成功', 'B', today(), ''],
    paidLine({ ...silent, amount: '1.00' }),
  ]
  expect(await read(fileId, ...rows)).toMatchObject({ toBook: 2, left: 3 })
  const {
    answers: [answer],
  } = await caseOf(fileId)
  expect(answer?.lines.map(({ finding }) => finding)).toEqual([null, null, 'otherFile', 'unknown', 'amount'])
  expect(await loansOf(orders)).toBe(0)

  const answerId = await book(fileId)
  expect((await caseOf(fileId)).file).toMatchObject({ status: '部分回盘', answered: 2, failed: 1 })
  expect((await orderOf(paid.orderId)).status).toBe('released')
  expect((await orderOf(failed.orderId)).status).toBe('release_failed')
  expect((await orderOf(silent.orderId)).status).toBe('releasing')
  expect((await orderOf(foreign.orderId)).status).toBe('releasing')
  expect(await loansOf(orders)).toBe(1)

  // The job again, and the same answer again, change nothing.
  await bookLines(answerId, await checkerId(), run)
  expect(await read(fileId, ...rows)).toMatchObject({ toBook: 0, left: 5 })
  const again = await caseOf(fileId)
  expect(
    await checker().send(paymentFiles.book, {
      fileId,
      rowVersion: again.file.rowVersion,
      answerId,
      eventId: 'book-the-same-again',
    }),
  ).toMatchObject({ status: 422 })
  expect(await loansOf(orders)).toBe(1)
  expect(await toldOf(paid.orderId)).toEqual([])
  expect(await read(fileId, paidLine(paid, 'ANOTHER'))).toMatchObject({ toBook: 0 })
  expect((await caseOf(fileId)).answers[0]?.lines[0]?.finding).toBe('contradicts')
  // Whoever checks hears of it before anything of the answer is booked: money may have gone twice.
  expect(await toldOf(paid.orderId)).toContain(await checkerId())
})

test('an answer that was read by mistake is refused by another one, and bars nothing any more', async () => {
  const { fileId } = await takenFile(backend)
  const { lines } = await caseOf(fileId)
  const rows = lines.map((line) => paidLine(line))
  await read(fileId, ...rows)
  const on = async (more: object = {}) => {
    const {
      file,
      answers: [answer],
    } = await caseOf(fileId)
    const version = { fileId, rowVersion: file.rowVersion, eventId: newEvent() }
    return { ...version, answerId: answer?.id ?? 0, reason: '是受理回执，不是付款结果', ...more }
  }
  expect(await cashier().send(paymentFiles.refuseAnswer, await on())).toMatchObject({ status: 403 })
  expect(await checker().send(paymentFiles.refuseAnswer, await on({ reason: ' ' }))).toMatchObject({
    status: 400,
  })
  const asked = { ...(await on()), reason: '银行柜台确认未执行' }
  expect(await cashier().send(paymentFiles.askCancel, asked)).toMatchObject({
    status: 422,
    body: { code: 'paymentFiles.refusals.isAnswered' },
  })
  await checker().call(paymentFiles.refuseAnswer, await on())
  expect((await caseOf(fileId)).answers[0]).toMatchObject({
    bookedAt: null,
    refuseReason: '是受理回执，不是付款结果',
  })
  expect(await checker().send(paymentFiles.book, await on())).toMatchObject({
    status: 422,
    body: { code: 'paymentFiles.refusals.isRefused' },
  })
  expect(await loansOf(lines.map(({ orderId }) => orderId))).toBe(0)
  expect((await cashier().send(paymentFiles.askCancel, await on())).status).toBe(200)
  // The bank's own file comes after all, with the same bytes even: it is read again, and booked.
  await read(fileId, ...rows)
  await book(fileId)
  expect((await caseOf(fileId)).file.status).toBe('已回盘')
})

test('what is refused while its booking runs is not booked', async () => {
  const { fileId } = await takenFile(backend, 1)
  const { lines } = await caseOf(fileId)
  await read(fileId, ...lines.map((line) => paidLine(line)))
  const {
    file,
    answers: [answer],
  } = await caseOf(fileId)
  const on = { fileId, rowVersion: file.rowVersion, answerId: answer?.id ?? 0 }
  // Queued, and brought in once more before it ran.
  await checker().call(paymentFiles.book, on)
  await read(fileId, ...lines.map((line) => paidLine(line)))
  const { rowVersion } = (await caseOf(fileId)).file
  await checker().call(paymentFiles.refuseAnswer, { ...on, rowVersion, reason: '待银行核实' })
  await bookLines(on.answerId, await checkerId(), run)
  expect(await loansOf(lines.map(({ orderId }) => orderId))).toBe(0)
})

test('a file names no account that was stopped since it was made', async () => {
  const { fileId } = await madeFile(backend)
  const [line] = (await caseOf(fileId)).lines
  const { payeeId } = await paymentOf(line?.orderId ?? 0)
  const setAccount = (status: '已停用' | '已通过') =>
    inTenant(1, () => db().update(settleAccount).set({ status }).where(eq(settleAccount.id, payeeId)))
  await setAccount('已停用')
  expect(await cashier().send(paymentFiles.download, { fileId })).toMatchObject({
    status: 422,
    body: { code: 'paymentFiles.refusals.payeeGone' },
  })
  await setAccount('已通过')
  expect((await cashier().raw(paymentFiles.download, { fileId })).status).toBe(200)
})

test('a file of which the bank has said anything is taken to it no more: what failed would be paid twice', async () => {
  const { fileId } = await takenFile(backend)
  const [line] = (await caseOf(fileId)).lines
  if (!line) throw new Error('no line')
  await read(fileId, [line.payNo, line.amount, '失败', '', '', '户名不符'])
  const refusedWith = async (code: string) =>
    expect(await cashier().send(paymentFiles.download, { fileId })).toMatchObject({
      status: 422,
      body: { code: `paymentFiles.refusals.${code}` },
    })
  // Also what nobody has booked yet.
  await refusedWith('wasAnswered')
  const [answer] = (await caseOf(fileId)).answers
  const on = { fileId, answerId: answer?.id ?? 0 }
  const version = async () => ({ rowVersion: (await caseOf(fileId)).file.rowVersion })
  await checker().call(paymentFiles.refuseAnswer, { ...on, ...(await version()), reason: '读错文件' })
  expect((await cashier().raw(paymentFiles.download, { fileId })).status).toBe(200)
  await read(fileId, [line.payNo, line.amount, '失败', '', '', '户名不符 '])
  const [again] = (await caseOf(fileId)).answers
  await checker().call(paymentFiles.book, { fileId, ...(await version()), answerId: again?.id ?? 0 })
  await bookLines(again?.id ?? 0, await checkerId(), run)
  await refusedWith('wasAnswered')

  const other = await takenFile(backend)
  const [silent] = (await caseOf(other.fileId)).lines
  await registerResult(backend, silent?.orderId ?? 0, { bankReference: 'REGISTERED' })
  expect(await cashier().send(paymentFiles.download, { fileId: other.fileId })).toMatchObject({
    status: 422,
    body: { code: 'paymentFiles.refusals.isRegistered' },
  })
})

test('an answer that nobody decided stands there beside a newer one, and can be booked or refused', async () => {
  const { fileId } = await takenFile(backend)
  const { lines } = await caseOf(fileId)
  const rows = lines.map((line) => paidLine(line))
  await read(fileId, ...rows)
  await read(fileId, ...rows.toReversed(), ['PAY-OF-NOBODY', '1.00', '成功', 'X', '', ''])
  const before = (await caseOf(fileId)).answers
  expect(before).toHaveLength(2)
  await book(fileId)
  // Everything that was booked stands behind what waits.
  const { file, answers } = await caseOf(fileId)
  expect(answers.map(({ bookedAt }) => bookedAt === null)).toEqual([true, false])
  expect(answers.map(({ id }) => id)).toEqual(before.map(({ id }) => id).toReversed())
  const older = { fileId, rowVersion: file.rowVersion, answerId: answers[0]?.id ?? 0, eventId: newEvent() }
  // All of it is in the books by the newer one.
  expect(await checker().send(paymentFiles.book, older)).toMatchObject({
    status: 422,
    body: { code: 'paymentFiles.refusals.nothingToBook' },
  })
  await checker().call(paymentFiles.refuseAnswer, { ...older, reason: '已按新回盘入账' })
  expect((await caseOf(fileId)).answers.map(({ refuseReason }) => refuseReason)).toContain('已按新回盘入账')
})

test('a file whose payee is disabled behind its check leaves the payment out, which is registered as failed', async () => {
  const orderId = await unfiledOrder(backend)
  const kept = await unfiledOrder(backend)
  const { payeeId } = await paymentOf(orderId)
  await inTenant(1, () =>
    db().update(settleAccount).set({ status: '已停用' }).where(eq(settleAccount.id, payeeId)),
  )
  const waiting = await cashier().call(paymentFiles.waiting, {})
  expect(waiting.unpayable.map((one) => one.orderId)).toEqual(expect.arrayContaining([orderId, kept]))
  expect(waiting.groups).toEqual([])
  // No bank can have paid what is in no file.
  await expect(registerResult(backend, orderId)).rejects.toThrow('只能登记失败')
  await registerResult(backend, orderId, {
    result: '失败',
    bankReference: '',
    paidAt: '',
    reason: '账户停用',
  })
  await checker().call(changes.approve, approving(await changeOf(backend, 'bankResult', orderId)))
  expect(await paymentOf(orderId)).toMatchObject({ status: '失败', failReason: '账户停用' })
  expect((await orderOf(orderId)).status).toBe('release_failed')
  await inTenant(1, () =>
    db().update(settleAccount).set({ status: '已通过' }).where(eq(settleAccount.id, payeeId)),
  )
  expect((await fileToMake(backend)).count).toBe(1)
  await cashier().call(paymentFiles.make, await fileToMake(backend))
})

test('a file is not given up while what the bank said of it is just booked', async () => {
  const { fileId } = await takenFile(backend)
  const { lines } = await caseOf(fileId)
  await read(fileId, ...lines.map((line) => paidLine(line)))
  const {
    file,
    answers: [answer],
  } = await caseOf(fileId)
  const answerId = answer?.id ?? 0
  await checker().call(paymentFiles.book, { fileId, rowVersion: file.rowVersion, answerId })
  // Its job has not come to a line yet.
  const { rowVersion } = (await caseOf(fileId)).file
  expect(
    await cashier().send(paymentFiles.askCancel, {
      fileId,
      rowVersion,
      reason: '银行确认未执行',
      eventId: newEvent(),
    }),
  ).toMatchObject({ status: 422, body: { code: 'paymentFiles.refusals.isAnswered' } })
  await bookLines(answerId, await checkerId(), run)
  expect(await loansOf(lines.map(({ orderId }) => orderId))).toBe(lines.length)
})

test('of a file that the bank takes no part of because of one payment, that one fails and the others go in another file', async () => {
  const { fileId } = await takenFile(backend, 2)
  const [bad, good] = (await caseOf(fileId)).lines
  if (!bad || !good) throw new Error('no lines')
  await registerResult(backend, bad.orderId, {
    result: '失败',
    bankReference: '',
    paidAt: '',
    reason: '户名不符，整批退回',
  })
  await checker().call(changes.approve, approving(await changeOf(backend, 'bankResult', bad.orderId)))
  const { file } = await caseOf(fileId)
  await cashier().call(paymentFiles.askCancel, {
    fileId,
    rowVersion: file.rowVersion,
    reason: '银行整批退回，未执行',
    eventId: newEvent(),
  })
  const { data } = await cashier().call(changes.of, { kind: 'fileCancel', aboutId: fileId })
  if (!data[0]) throw new Error('nothing waits')
  await checker().call(changes.approve, approving(data[0]))
  const { id } = await cashier().call(paymentFiles.make, await fileToMake(backend))
  expect((await caseOf(id)).lines.map(({ payNo }) => payNo)).toEqual([good.payNo])
})

test('who brings an answer does not book it, whatever else he may do', async () => {
  const { fileId } = await madeFile(backend)
  const { lines } = await caseOf(fileId)
  const rows = lines.map((line) => paidLine(line))
  await read(fileId, ...rows)
  const asked = async () => {
    const {
      file,
      answers: [answer],
    } = await caseOf(fileId)
    return { fileId, rowVersion: file.rowVersion, answerId: answer?.id ?? 0, eventId: newEvent() }
  }
  expect(await cashier().send(paymentFiles.book, await asked())).toMatchObject({ status: 403 })
  const own = await checkerId()
  await inTenant(1, () =>
    db().update(paymentAnswer).set({ createdBy: own }).where(eq(paymentAnswer.fileId, fileId)),
  )
  expect(await checker().send(paymentFiles.book, await asked())).toMatchObject({
    status: 422,
    body: { code: 'paymentFiles.refusals.isOwn' },
  })
  expect(await loansOf(lines.map(({ orderId }) => orderId))).toBe(0)
})

test('a file is given up by a checker while nothing of it is answered, and its payments wait again', async () => {
  const { fileId, rowVersion } = await madeFile(backend)
  const by = { fileId, rowVersion, reason: '付款账户有误' }
  expect(await cashier().send(paymentFiles.cancel, { ...by, eventId: 'cancelled-by-maker' })).toMatchObject({
    status: 403,
  })
  await checker().call(paymentFiles.cancel, by)
  const { file } = await caseOf(fileId)
  expect(file).toMatchObject({ status: '已作废', cancelReason: by.reason })
  const { id } = await cashier().call(paymentFiles.make, await fileToMake(backend))
  const again = await caseOf(id)
  await read(id, ...again.lines.map((line) => paidLine(line)))
  await book(id)
  const answered = await caseOf(id)
  expect(answered.file.status).toBe('已回盘')
  expect(
    await checker().send(paymentFiles.cancel, {
      fileId: id,
      rowVersion: answered.file.rowVersion,
      reason: '迟',
      eventId: 'cancelled-too-late',
    }),
  ).toMatchObject({ status: 422 })
})

test('a file that was downloaded is given up by two people, with the word of the bank, and never beside an answer', async () => {
  const { fileId } = await takenFile(backend)
  const on = async () => {
    const { file } = await caseOf(fileId)
    return { fileId, rowVersion: file.rowVersion, reason: '银行柜台确认未执行', eventId: newEvent() }
  }
  expect((await caseOf(fileId)).file.downloaded).toBe(true)
  expect(await checker().send(paymentFiles.cancel, await on())).toMatchObject({
    status: 422,
    body: { code: 'paymentFiles.refusals.isDownloaded' },
  })
  expect(await checker().send(paymentFiles.askCancel, await on())).toMatchObject({ status: 403 })
  expect(await cashier().send(paymentFiles.askCancel, { ...(await on()), reason: ' ' })).toMatchObject({
    status: 400,
  })
  const waiting = async () => {
    const { data } = await cashier().call(changes.of, { kind: 'fileCancel', aboutId: fileId })
    if (!data[0]) throw new Error('nothing waits')
    return data[0]
  }
  await cashier().call(paymentFiles.askCancel, await on())
  expect((await caseOf(fileId)).file.status).toBe('待回盘')
  expect(await cashier().send(changes.approve, approving(await waiting()))).toMatchObject({ status: 403 })
  // The bank answers after all: what it said waits to be booked.
  const { lines } = await caseOf(fileId)
  await read(fileId, ...lines.map((line) => paidLine(line)))
  expect(await checker().send(changes.approve, approving(await waiting()))).toMatchObject({
    status: 422,
    body: { code: 'paymentFiles.refusals.isAnswered' },
  })
  await inTenant(1, () => db().delete(paymentAnswer).where(eq(paymentAnswer.fileId, fileId)))
  await checker().call(changes.approve, approving(await waiting()))
  const { file } = await caseOf(fileId)
  expect(file).toMatchObject({ status: '已作废', cancelReason: '银行柜台确认未执行' })
  expect((await fileToMake(backend)).count).toBeGreaterThanOrEqual(lines.length)
  // Nobody takes it to the bank any more.
  expect(await cashier().send(paymentFiles.download, { fileId })).toMatchObject({
    status: 422,
    body: { code: 'paymentFiles.refusals.isCancelled' },
  })
  const noted = await inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'payment_file.cancel'), eq(auditLog.object, `payment_file:${fileId}`))),
  )
  expect(noted).toMatchObject([{ after: { reason: '银行柜台确认未执行' } }])
})

/** A file that the bank had, and that two people gave up with its word. */
async function givenUpFile(payments = 1) {
  const { fileId } = await takenFile(backend, payments)
  const { file, lines } = await caseOf(fileId)
  await cashier().call(paymentFiles.askCancel, {
    fileId,
    rowVersion: file.rowVersion,
    reason: '银行柜台确认未执行',
    eventId: newEvent(),
  })
  const { data } = await cashier().call(changes.of, { kind: 'fileCancel', aboutId: fileId })
  if (!data[0]) throw new Error('nothing waits')
  await checker().call(changes.approve, approving(data[0]))
  return { fileId, lines }
}
const approveResult = async (orderId: number) =>
  checker().send(changes.approve, approving(await changeOf(backend, 'bankResult', orderId)))

test('a file that was given up and that the bank ran after all: nothing is booked, nothing is paid again until it is decided', async () => {
  const { fileId, lines } = await givenUpFile(3)
  const [run, failed, silent] = lines
  if (!run || !failed || !silent) throw new Error('no lines')
  expect(await read(fileId, paidLine(run, 'RAN-1'), failedLine(failed))).toMatchObject({ toBook: 0, left: 2 })
  const { answers, file } = await caseOf(fileId)
  expect(file.status).toBe('已作废')
  expect(answers[0]?.lines.map(({ finding }) => finding)).toEqual(['cancelled', 'cancelled'])
  const book = { fileId, rowVersion: file.rowVersion, answerId: answers[0]?.id ?? 0, eventId: newEvent() }
  expect(await checker().send(paymentFiles.book, book)).toMatchObject({ status: 422 })
  expect(await loansOf(lines.map(({ orderId }) => orderId))).toBe(0)
  expect(await toldOf(run.orderId)).toContain(await checkerId())
  expect(await toldOf(failed.orderId)).toEqual([])
  expect((await cashier().call(releases.get, { orderId: run.orderId })).contradicted).toBe(run.payNo)
  // It goes into no other file, and whoever makes one reads of it.
  const waiting = await cashier().call(paymentFiles.waiting, {})
  expect(waiting.contradicted.map(({ orderId }) => orderId)).toContain(run.orderId)
  const { id } = await cashier().call(paymentFiles.make, await fileToMake(backend))
  const next = (await caseOf(id)).lines.map(({ payNo }) => payNo)
  expect(next).toEqual(expect.arrayContaining([failed.payNo, silent.payNo]))
  expect(next).not.toContain(run.payNo)

  await registerResult(backend, run.orderId, { bankReference: 'RAN-1' })
  expect(await approveResult(run.orderId)).toMatchObject({ status: 200 })
  expect(await paymentOf(run.orderId)).toMatchObject({ status: '成功', bankReference: 'RAN-1' })
  expect((await orderOf(run.orderId)).status).toBe('released')
  expect((await cashier().call(releases.get, { orderId: run.orderId })).contradicted).toBeNull()
  expect(await loansOf([run.orderId])).toBe(1)
  // The same answer once more says nothing new.
  const heard = (await toldOf(run.orderId)).length
  await read(fileId, paidLine(run, 'RAN-1'))
  expect(await toldOf(run.orderId)).toHaveLength(heard)
})

test('of a file that was given up a payment can be registered as paid by its paper, answer or none', async () => {
  const {
    lines: [line],
  } = await givenUpFile()
  if (!line) throw new Error('no line')
  await registerResult(backend, line.orderId, { bankReference: `PAPER-OF-${line.payNo}` })
  expect(await approveResult(line.orderId)).toMatchObject({ status: 200 })
  expect((await orderOf(line.orderId)).status).toBe('released')
})

test('a payment that is in another file already when the bank says that it ran the first: that one goes to no bank', async () => {
  const { fileId, lines } = await givenUpFile()
  const [line] = lines
  if (!line) throw new Error('no line')
  const { id } = await cashier().call(paymentFiles.make, await fileToMake(backend))
  await read(fileId, paidLine(line, 'RAN-2'))
  expect(await cashier().send(paymentFiles.download, { fileId: id })).toMatchObject({
    status: 422,
    body: { code: 'paymentFiles.refusals.contradicted' },
  })
  const { file } = await caseOf(id)
  await checker().call(paymentFiles.cancel, {
    fileId: id,
    rowVersion: file.rowVersion,
    reason: '原文件已执行',
    eventId: newEvent(),
  })
  await registerResult(backend, line.orderId, {
    result: '失败',
    bankReference: '',
    paidAt: '',
    reason: '银行书面确认未付出',
  })
  expect(await approveResult(line.orderId)).toMatchObject({ status: 200 })
  expect(await paymentOf(line.orderId)).toMatchObject({ status: '失败' })
  expect((await cashier().call(releases.get, { orderId: line.orderId })).contradicted).toBeNull()
})

test('both files ran: the second is booked, and what the first one paid stays told until it is closed', async () => {
  const { fileId, lines } = await givenUpFile()
  const [line] = lines
  if (!line) throw new Error('no line')
  const { id } = await cashier().call(paymentFiles.make, await fileToMake(backend))
  await cashier().raw(paymentFiles.download, { fileId: id })
  await read(fileId, paidLine(line, 'RAN-FIRST'))
  await read(id, ...(await caseOf(id)).lines.map((one) => paidLine(one)))
  await book(id)
  expect((await orderOf(line.orderId)).status).toBe('released')
  expect((await cashier().call(releases.get, { orderId: line.orderId })).contradicted).toBe(line.payNo)
  expect(await loansOf([line.orderId])).toBe(1)
})

test('a file that nobody downloaded is no matter for two people', async () => {
  const { fileId, rowVersion } = await madeFile(backend)
  expect(
    await cashier().send(paymentFiles.askCancel, {
      fileId,
      rowVersion,
      reason: '银行确认',
      eventId: newEvent(),
    }),
  ).toMatchObject({ status: 422, body: { code: 'paymentFiles.refusals.notDownloaded' } })
})

test('the sheet of the day has the files, and what is checked after the cut-off is on the next one', async () => {
  await madeFile(backend)
  const sheet = await cashier().call(releases.day, {})
  expect(sheet.files.length).toBeGreaterThan(0)
  expect(sheet.groups.reduce((count, { cells }) => count + cells.paying.count, 0)).toBeGreaterThan(0)
})

test('behind the cut-off the newest sheet says what is late of the day before, in none of its sums', async () => {
  const day = today()
  const at = (clock: string, of = day) => `${of}T${clock}:00+08:00`
  const { fileId } = await madeFile(backend)
  const silent = await silentOrder(backend)
  const early = await unfiledOrder(backend)
  const behind = await unfiledOrder(backend)
  const checked = (orderId: number, clock: string) =>
    db()
      .update(disbursement)
      .set({ checkedAt: at(clock), sheetDay: sheetDay(at(clock), '16:30') })
      .where(eq(disbursement.orderId, orderId))
  const setCutoff = (releaseCutoff: string | null) =>
    inTenant(1, () => db().update(tenant).set({ releaseCutoff }).where(eq(tenant.id, 1)))
  await setCutoff('16:30')
  await inTenant(1, async () => {
    await checked(silent, '15:00')
    await checked(early, '15:00')
    await checked(behind, '16:35')
    await db()
      .update(paymentFile)
      .set({ createdAt: at('10:00') })
      .where(eq(paymentFile.id, fileId))
  })
  const read = (now: string, of?: string) =>
    inTenant(1, () => readDay({ day: of }, systemCall(1, new Date(now))))
  const lateIn = ({ late }: Awaited<ReturnType<typeof read>>, orderId: number) =>
    late.find((one) => one.orderId === orderId)?.why
  const paying = ({ groups }: Awaited<ReturnType<typeof read>>) =>
    groups.reduce((count, { cells }) => count + cells.paying.count, 0)

  const next = addDays(day, 1)
  const newest = await read(at('18:40'))
  expect(newest.day).toBe(next)
  expect(lateIn(newest, silent)).toBe('silent')
  expect(lateIn(newest, early)).toBe('unfiled')
  // Its file cannot be made before tomorrow.
  expect(lateIn(newest, behind)).toBeUndefined()
  expect(newest.files.map(({ id }) => id)).toContain(fileId)
  // Everything that was checked before the cut-off stays in the sums of its own sheet.
  const [ofDay, ofNext] = [await read(at('18:40'), day), await read(at('18:40'), next)]
  expect(paying(newest)).toBe(paying(ofNext))
  await inTenant(1, () => checked(behind, '15:00'))
  expect(paying(await read(at('18:40')))).toBe(paying(newest) - 1)
  expect(paying(await read(at('18:40'), day))).toBe(paying(ofDay) + 1)
  await inTenant(1, () => checked(behind, '16:35'))
  expect(lateIn(await read(at('11:00', next)), behind)).toBeUndefined()
  expect(await read(at('11:01', next))).toMatchObject({
    late: expect.arrayContaining([
      expect.objectContaining({
        orderId: behind,
        why: 'unfiled',
        since: new Date(at('09:00', next)).toISOString(),
      }),
    ]),
  })
  await setCutoff(null)
})

test('what is no answer is refused where it is chosen', async () => {
  const { fileId, rowVersion } = await madeFile(backend)
  const upload = (text: string) =>
    cashier().upload(
      paymentFiles.readAnswer,
      { fileId, rowVersion },
      { name: 'x.csv', bytes: Buffer.from(text) },
    )
  await expect(upload('')).rejects.toThrow('400')
  await expect(upload('放款单号,金额\nPAY1,1')).rejects.toThrow('表头')
})
