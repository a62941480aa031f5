import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { fillIn } from '../support/fields.ts'
import { liveLoan, passLoanChange } from '../support/loan-days.ts'
import { cells, expectLoaded, quickSearch, rows, toast } from '../support/shell.ts'

const heads = ['流水号', '交易时间', '收付', '金额', '对方户名', '对方账号', '摘要', '余额'] as const
type Cells = Partial<Record<(typeof heads)[number], string>>

/** So each run has flows and files of its own. */
const mark = `S${Date.now()}`
/** No receipt has this amount yet, which the money would stand for. */
const paid = `${100 + (Date.now() % 9_000)}.34`
const [first, mended] = [`对账单${mark}`, `更正${mark}`]
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const row = (own: Cells): string => {
  const usual: Cells = { 交易时间: `${today} 00:00:01`, 收付: '收', 金额: '10.00' }
  return heads.map((head) => own[head] ?? usual[head] ?? '').join(',')
}
const csv = (...lines: string[]) => [heads.join(','), ...lines].join('\r\n')

/** GB18030 is what a bank here writes: no browser and no Node encodes it, but all decode it. */
function gb18030(text: string): Buffer {
  const decoder = new TextDecoder('gb18030')
  const bytes = new Map<string, readonly [number, number]>()
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) bytes.set(decoder.decode(Buffer.from([high, low])), [high, low])
  return Buffer.from(
    [...text].flatMap((sign) => (sign < '\u0080' ? [sign.charCodeAt(0)] : [...(bytes.get(sign) ?? [])])),
  )
}

/** Each kind of wrong row: what is written, and what is said of it. */
const wrong: readonly (readonly [Cells, string])[] = [
  [{ 流水号: '' }, '没有流水号'],
  [{ 流水号: `${mark}${'9'.repeat(40)}` }, '流水号超过40个字符'],
  [{ 流水号: '2.02611E+19' }, '号码被表格软件改成了科学记数，请从银行重新下载'],
  [{ 流水号: `${mark}-1` }, '文件内流水号重复'],
  [{ 流水号: `${mark}-w1`, 交易时间: '昨天下午' }, '交易时间无法识别'],
  [{ 流水号: `${mark}-w2`, 交易时间: '2999-01-01' }, '交易时间在今天之后'],
  [{ 流水号: `${mark}-w3`, 收付: '收付' }, '收付方向无法识别'],
  [{ 流水号: `${mark}-w4`, 金额: '约一百' }, '金额无法识别，或不大于0'],
  [{ 流水号: `${mark}-w5`, 余额: '充足' }, '余额无法识别'],
  [{ 流水号: `${mark}-w6`, 摘要: '长'.repeat(300) }, '户名、账号或摘要过长'],
]

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '导入对账单' })

/** Reads a file in the dialog of imports. */
async function readFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.getByRole('button', { name: '导入对账单', exact: true }).click()
  await dialogOf(page).getByLabel('选择文件').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes })
}

const importOf = (page: Page, name: string) =>
  dialogOf(page).getByRole('table', { name: '最近的导入' }).getByRole('row').filter({ hasText: name })
const flow = (page: Page, number: string) => rows(page).filter({ hasText: number })

test('a bank statement: tried, its wrong rows told and given back, imported, matched by rules and by hand, taken back', async ({
  signIn,
}) => {
  const cashier = await signIn('cashier')
  const { loanNo } = await liveLoan(cashier)
  const dialog = dialogOf(cashier)
  await cashier.goto('/hzhc/fundflow')

  await test.step('read, it says of each row whether it is new or why it is none; nothing is written yet', async () => {
    const right = [
      row({ 流水号: `${mark}-1`, 金额: paid, 对方户名: '代付人', 摘要: `还款 ${loanNo}` }),
      row({ 流水号: `${mark}-2`, 金额: '88.80', 对方户名: '来款人', 摘要: '往来款' }),
      row({ 流水号: `${mark}-3`, 金额: '7.77', 对方户名: '不明来款' }),
    ]
    const file = csv(...right, ...wrong.map(([cells]) => row(cells)))
    await readFile(cashier, `${first}.csv`, Buffer.from(file))
    await expect(dialog.getByText(`可导入 3 行，已存在 0 行，错误 ${wrong.length} 行`)).toBeVisible()
    const told = dialog.getByRole('table', { name: '错误行' }).locator('tbody').getByRole('row')
    await expect(told).toHaveCount(wrong.length)
    for (const [at, [, fault]] of wrong.entries()) {
      await expect(cells(told.nth(at), '行号')).toHaveText(String(at + 5))
      await expect(cells(told.nth(at), '错误')).toHaveText(fault)
    }
  })

  await test.step('its wrong rows come back as a file with their faults, to be put right', async () => {
    const file = cashier.waitForEvent('download')
    await dialog.getByRole('button', { name: '下载错误行' }).click()
    const saved = await file
    expect(saved.suggestedFilename()).toBe(`${first}-错误行.csv`)
    const text = readFileSync(await saved.path(), 'utf8')
    for (const [, fault] of wrong) expect(text).toContain(fault)
    expect(text.trim().split(/\r?\n/)).toHaveLength(wrong.length + 1)
  })

  await test.step('imported: three flows stand in the list', async () => {
    await dialog.getByRole('button', { name: '导入 3 行' }).click()
    await expect(toast(cashier, '已导入 3 行')).toBeVisible()
    await dialog.getByRole('button', { name: '关闭' }).click()
    await quickSearch(cashier, mark)
    await expect(rows(cashier)).toHaveCount(3)
  })

  await test.step('the mended file, in the national encoding: what is there is known, what differs is told', async () => {
    const again = csv(
      row({ 流水号: `${mark}-2`, 金额: '88.80', 对方户名: '来款人', 摘要: '往来款' }),
      row({ 流水号: `${mark}-3`, 金额: '7.78', 对方户名: '不明来款' }),
      row({ 流水号: `${mark}-w4`, 金额: '100.00', 对方户名: '来款人甲', 摘要: '约一百，已更正' }),
    )
    await readFile(cashier, `${mended}.csv`, gb18030(again))
    await expect(dialog.getByText('可导入 1 行，已存在 1 行，错误 1 行')).toBeVisible()
    await expect(dialog.getByText('该流水号已导入，但日期、方向或金额不同')).toBeVisible()
    await dialog.getByRole('button', { name: '导入 1 行' }).click()
    await expect(dialog.getByText('已导入 1 行，错误 1 行未导入')).toBeVisible()
    await dialog.getByRole('button', { name: '关闭' }).click()
    await expect(flow(cashier, `${mark}-w4`)).toContainText('来款人甲')
  })

  await test.step('an import of which nothing was matched is taken back whole', async () => {
    await cashier.getByRole('button', { name: '导入对账单', exact: true }).click()
    const own = importOf(cashier, mended)
    await own.getByRole('button', { name: '撤销导入' }).click()
    const asks = cashier.getByRole('alertdialog').filter({ hasText: `撤销 ${mended}.csv 的导入` })
    await asks.getByRole('button', { name: '撤销导入' }).click()
    await expect(own).toContainText('已撤销')
    await dialog.getByRole('button', { name: '关闭' }).click()
    await expect(flow(cashier, `${mark}-w4`)).toHaveCount(0)
  })

  await test.step('matched by rules: the flow says by which, and its receipt is booked', async () => {
    await cashier.getByRole('button', { name: '自动匹配', exact: true }).click()
    const asks = cashier.getByRole('alertdialog').filter({ hasText: '开始自动匹配' })
    await asks.getByRole('button', { name: '自动匹配' }).click()
    const one = flow(cashier, `${mark}-1`)
    await expect(cells(one, '匹配状态')).toHaveText('自动匹配')
    await expect(cells(one, '匹配依据')).toHaveText('摘要中的借据号，已登记还款')
    await expect(cells(flow(cashier, `${mark}-2`), '匹配状态')).toHaveText('未匹配')
  })

  await test.step('by hand: looked for by its number, the whole amount is given to a loan', async () => {
    await flow(cashier, `${mark}-2`).getByRole('button', { name: '匹配', exact: true }).click()
    const matching = cashier.getByRole('dialog', { name: `匹配流水 ${mark}-2` })
    await matching.getByRole('textbox', { name: '按借据号、客户姓名或单据号查找' }).fill(loanNo)
    await matching.getByRole('checkbox').filter({ visible: true }).first().check()
    await expect(matching.getByText('已选 88.80 元，须等于 88.80 元')).toBeVisible()
    await fillIn(matching, { 备注: '电话核实，为其本人还款' })
    await matching.getByRole('button', { name: '匹配', exact: true }).click()
    await expect(toast(cashier, '流水已匹配')).toBeVisible()
    const two = flow(cashier, `${mark}-2`)
    await expect(cells(two, '匹配状态')).toHaveText('人工匹配')
    await expect(cells(two, '匹配依据')).toHaveText('人工匹配：电话核实，为其本人还款')
  })

  await test.step('what nobody knows is kept apart, and comes back from there', async () => {
    const three = flow(cashier, `${mark}-3`)
    await press(cashier, `${mark}-3`, '挂账')
    await answerWhy(cashier, '挂账', '来款人不明')
    await expect(cells(three, '匹配状态')).toHaveText('挂账')
    await press(cashier, `${mark}-3`, '撤销匹配')
    await answerWhy(cashier, '撤销匹配', '已查明')
    await expect(cells(three, '匹配状态')).toHaveText('未匹配')
  })

  await test.step('a match that booked a receipt is taken back by a second person, and its receipt is reversed', async () => {
    await press(cashier, `${mark}-2`, '冲正匹配')
    await answerWhy(cashier, '冲正匹配', '匹配到错误的借据')
    const checker = await signIn('finance_checker')
    await passLoanChange(checker, `${mark}-2`, '冲正')
    await cashier.reload()
    await expectLoaded(cashier)
    await expect(cells(flow(cashier, `${mark}-2`), '匹配状态')).toHaveText('未匹配')
  })

  await test.step('an import with flows that were matched stays, and says why', async () => {
    await cashier.getByRole('button', { name: '导入对账单', exact: true }).click()
    await importOf(cashier, first).getByRole('button', { name: '撤销导入' }).click()
    const asks = cashier.getByRole('alertdialog').filter({ hasText: `撤销 ${first}.csv 的导入` })
    await asks.getByRole('button', { name: '撤销导入' }).click()
    await expect(cashier.getByText(/^其中 1 笔已匹配或挂账/)).toBeVisible()
  })
})

/** A verb of a flow, in its row or behind 更多. */
async function press(page: Page, number: string, verb: string): Promise<void> {
  const one = flow(page, number)
  const shown = one.getByRole('button', { name: verb, exact: true })
  if ((await shown.count()) === 0) {
    await one.getByRole('button', { name: /^更多/ }).click()
    await page.getByRole('menuitem', { name: verb, exact: true }).click()
  } else await shown.click()
}

async function answerWhy(page: Page, verb: string, why: string): Promise<void> {
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog')).last()
  await fillIn(dialog, { 原因: why })
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toBeHidden()
}
