import type { Page } from '@playwright/test'
import { newCustomer } from '../support/customer.ts'
import { anotherWindow, expect, test } from '../support/desk.ts'
import { section, textField } from '../support/fields.ts'
import { photo } from '../support/papers.ts'
import { answer, expectLoaded } from '../support/shell.ts'

const name = (page: Page) => textField(section(page, '客户身份'), '客户姓名')
const mobile = (page: Page) => textField(section(page, '客户身份'), '手机号')
const saved = (page: Page) => expect(page.getByText(/^草稿已保存/)).toBeVisible()
const draftNo = (page: Page) => new URL(page.url()).searchParams.get('draft')
const offer = (page: Page, no: string | null) => page.getByRole('region', { name: `草稿 ${no}` })

test('two windows, two customers, a discard, a reload and a crash: never another’s field or photo (N8)', async ({
  signIn,
}) => {
  // Other journeys may have left drafts: names that nobody else has.
  const first = newCustomer()
  const second = { ...newCustomer(), name: `另一位${first.mobile.slice(-4)}` }
  const third = `第三窗口${first.mobile.slice(-4)}`
  const one = await signIn('entry_clerk')
  await one.goto('/create/index')
  await expectLoaded(one)
  await one.getByRole('button', { name: '新增进件' }).first().click()
  await name(one).fill(first.name)
  await mobile(one).fill(first.mobile)
  await one.getByLabel('身份证正面', { exact: true }).setInputFiles(await photo('第一位正面'))
  await expect(one.getByText('保存后上传')).toBeVisible()
  await saved(one)
  const firstNo = draftNo(one)
  expect(firstNo).not.toBeNull()

  // A new case is empty, says what else waits, and has a number of its own.
  const two = await anotherWindow(one)
  await two.goto('/create/shenfen')
  await expect(two.getByText(/^您有 \d+ 份未提交的草稿。/)).toBeVisible()
  await expect(name(two)).toHaveValue('')
  await name(two).fill(second.name)
  await saved(two)
  const secondNo = draftNo(two)
  expect(secondNo).not.toBe(firstNo)
  await two.reload()
  await expect(name(two)).toHaveValue(second.name)
  await expect(name(one)).toHaveValue(first.name)

  // The same draft in a third window says whose it is first; then the window that is behind is told.
  const three = await anotherWindow(one)
  await three.goto(`/create/shenfen?draft=${firstNo}&src=${encodeURIComponent(`/create/shenfen/${firstNo}`)}`)
  await expect(offer(three, firstNo)).toContainText(first.name)
  await expect(offer(three, firstNo)).toContainText('第一位正面.jpg')
  await expect(name(three)).toBeHidden()
  await three.getByRole('button', { name: '继续填写' }).click()
  await expect(name(three)).toHaveValue(first.name)
  await name(three).fill(third)
  await saved(three)
  await mobile(one).fill('12000000000')
  const told = one.getByRole('alert').filter({ hasText: '另一窗口' })
  await expect(told).toBeVisible()
  await told.getByRole('button', { name: '查看差异' }).click()
  await one.getByRole('button', { name: '采用最新内容' }).click()
  await expect(name(one)).toHaveValue(third)

  // The window of the photo is gone without a word.
  await saved(one)
  await three.close()
  await one.close()
  const four = await anotherWindow(two)
  await four.goto('/create/index')
  await four.getByRole('button', { name: /^草稿（\d+）$/ }).click()
  const list = four.getByRole('dialog', { name: '我的草稿' })
  const row = (customer: string) => list.getByRole('listitem').filter({ hasText: customer })
  await expect(row(second.name)).toBeVisible()
  await row(third).getByRole('link', { name: '继续填写' }).click()
  await expect(offer(four, firstNo)).toContainText('第一位正面.jpg')
  await four.getByRole('button', { name: '放弃' }).click()
  await answer(four, /放弃草稿/, '放弃')

  // Everything that comes next is nobody's.
  await expect(name(four)).toHaveValue('')
  await expect(mobile(four)).toHaveValue('')
  await expect(four.getByText('第一位正面.jpg')).toHaveCount(0)
  expect(draftNo(four)).not.toBe(firstNo)
  await expect(name(two)).toHaveValue(second.name)
  await four.goto('/create/index')
  await four.getByRole('button', { name: /^草稿（\d+）$/ }).click()
  await row(second.name).getByRole('button', { name: '放弃' }).click()
  await answer(four, `确定放弃 ${second.name} 的草稿`, '放弃')
  await expect(row(second.name)).toHaveCount(0)
  await mobile(two).fill(second.mobile)
  await expect(two.getByRole('alert').filter({ hasText: '已在另一窗口提交或放弃' })).toBeVisible()
})
