import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { choiceField, fillIn, section, textField } from '../support/fields.ts'
import { answer, cells, expectLoaded, quickSearch, rows, toast } from '../support/shell.ts'

/** Keys and clicks of a first review that passes, with the case open: the phone check and the decision. */
const mostKeys = 8

const opinion = (page: Page) => section(page, '审核意见')

/** Claims the first order of the pool that fits, and counts from there on what the reviewer presses. */
async function claim(page: Page, orderNo?: string): Promise<string> {
  await page.goto('/mycheopetwo/shenfen')
  await expectLoaded(page)
  if (orderNo) await quickSearch(page, orderNo)
  const number = (await cells(page, '订单编号').first().textContent()) ?? ''
  await rows(page).first().getByRole('button', { name: '领取', exact: true }).click()
  await expect(page).toHaveURL(/\/mycheopetwo\/tdetails\?orderId=\d+/)
  await expect(opinion(page).getByRole('radio', { name: '通过' })).toBeEnabled()
  return orderNo ?? number.trim()
}

test('a first review: returned at a field, mended there, seen by what changed, passed in eight keys', async ({
  signIn,
}) => {
  const reviewer = await signIn('first_reviewer')
  const clerk = await signIn('entry_clerk2')
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await reviewer.keyboard.press(key)
  }

  const orderNo = await test.step('the reviewer returns it and says at which field', async () => {
    const number = await claim(reviewer)
    await press('2')
    await choiceField(opinion(reviewer), '一级原因').selectOption('资料类')
    await choiceField(opinion(reviewer), '二级原因').selectOption('材料不一致')
    await fillIn(opinion(reviewer), { 原因细节: '现居住地址与流水不一致', 意见: '请核对现居住地址' })
    const mark = choiceField(opinion(reviewer), '标记需更正的内容')
    await mark.fill('个人与居住 · 现居住地址')
    await reviewer.getByRole('option', { name: '个人与居住 · 现居住地址' }).click()
    const note = textField(opinion(reviewer), '个人与居住 · 现居住地址')
    await expect(note).toBeFocused()
    await note.fill('以流水为准')
    await press('Control+Enter')
    await expect(toast(reviewer, `${number} 初审退回`)).toBeVisible()
    return number
  })

  await test.step('the clerk finds it in the list and at the field', async () => {
    await clerk.goto('/create/index?status=ops_returned')
    await expectLoaded(clerk)
    await quickSearch(clerk, orderNo)
    await expect(rows(clerk).first()).toContainText('1 项：以流水为准')
    await rows(clerk).first().getByRole('link', { name: '录单' }).click()
    await clerk.getByRole('button', { name: '个人与居住 · 现居住地址' }).click()
    const address = textField(section(clerk, '个人与居住'), '现居住地址')
    await expect(address).toBeFocused()
    await expect(section(clerk, '个人与居住').getByText('退回：以流水为准')).toBeVisible()
    await clerk.keyboard.type('示例更正路8号')
    await clerk.keyboard.press('Control+Enter')
    await answer(clerk, '提交后不能修改，是否继续?', '提交初审')
    await expect(toast(clerk, '已提交初审')).toBeVisible()
  })

  await test.step('the reviewer sees what changed, calls, and passes', async () => {
    await claim(reviewer, orderNo)
    const changes = section(reviewer, '退回后的修改')
    await expect(changes.getByText('已修改')).toBeVisible()
    // Once without the check: the refusal says who is to be called.
    await expect(opinion(reviewer).getByText(/^通过前须完成电核：本人/)).toBeVisible()
    keys = 0
    while (
      await opinion(reviewer)
        .getByText(/^通过前须完成电核/)
        .isVisible()
    ) {
      if (keys === 0) await press('t')
      await expect(reviewer.getByRole('button', { name: '保存电核' })).toBeVisible()
      const said = toast(reviewer, /^已记录/)
      await press('a')
      await press('Enter')
      await expect(said.first()).toBeVisible()
      await expect(said).toHaveCount(0)
    }
    await press('1')
    keys += 1
    await opinion(reviewer).getByRole('button', { name: '资料齐全，电核正常，同意' }).click()
    await press('Control+Enter')
    await expect(toast(reviewer, `${orderNo} 初审通过`)).toBeVisible()
    test.info().annotations.push({ type: 'first review', description: `${keys} keys and clicks` })
    expect(keys).toBeLessThanOrEqual(mostKeys)
    await expect(opinion(reviewer).getByRole('button', { name: '领取下一单' })).toBeFocused()
  })

  await test.step('a manager takes it back before risk control has begun', async () => {
    const manager = await signIn('risk_manager')
    await manager.goto('/hzhc/shenhe?stage=first')
    await expectLoaded(manager)
    await quickSearch(manager, orderNo)
    await rows(manager).first().getByRole('button', { name: '撤回' }).click()
    const dialog = manager.getByRole('dialog')
    await fillIn(dialog, { 撤回原因: '电核须重做' })
    await dialog.getByRole('button', { name: '撤回' }).click()
    await expect(toast(manager, `${orderNo} 已撤回初审`)).toBeVisible()
  })
})
