import { expect, type Locator, type Page } from '@playwright/test'
import { fakeCardNo, fakeVin } from '../../lib/rules/made-up-numbers.ts'
import type { Customer } from './customer.ts'
import { choose, fillIn, pick, section, textField } from './fields.ts'
import { photo } from './papers.ts'

/** Puts a photograph into the upload field of a material, and waits until the service has it. */
export async function upload(page: Page, material: string): Promise<void> {
  const field = section(page, '材料').getByRole('group', { name: material, exact: true })
  const stored = field.getByRole('button', { name: /^删除 / })
  const before = await stored.count()
  await field.locator('input[type=file]').setInputFiles(await photo(material))
  await expect(stored).toHaveCount(before + 1)
}

/** The part of the intake that is right from the start. */
export async function fillIntake(page: Page, { name }: Customer): Promise<void> {
  await fillIn(section(page, '客户身份'), {
    客户姓名: name,
    证件有效期止: '2039-12-31',
    身份证地址: '示例省示例市示例路8号',
  })
  await section(page, '客户身份').getByRole('checkbox', { name: '征信授权' }).check()
  const shop = section(page, '门店与客户经理')
  await choose(shop, { 门店: '示例车行一店', 客户经理: null })
  const intent = section(page, '车辆与金额意向')
  await pick(intent, '车辆性质', '新车')
  await choose(intent, { 产品: '标准等额本息', 意向期数: '36 期' })
  await fillIn(intent, { 意向金额: '80000' })
}

/** Sections S2 and S3: somebody without a spouse who earns enough. */
export async function fillPerson(page: Page): Promise<void> {
  const home = section(page, '个人与居住')
  await choose(home, { 婚姻状况: '未婚', 现居住省市区: '北京市 朝阳区' })
  await fillIn(home, { 现居住地址: '示例路8号2单元' })
  const work = section(page, '职业与收入')
  await choose(work, { 职业身份: '受薪' })
  await fillIn(work, { 单位名称: '示例科技有限公司', 月收入: '20000' })
}

const contact = (page: Page, number: number): Locator =>
  section(page, '紧急联系人').getByRole('group', { name: `联系人 ${number}`, exact: true })

/** Sections S7 and S8: two contacts and a new car of 100,000.00. */
export async function fillContactsAndCar(page: Page, customer: Customer): Promise<void> {
  const mobile = (step: number) => String(Number(customer.mobile) + step)
  const people = [
    { relation: '亲属', name: '示例甲', mobile: mobile(1) },
    { relation: '朋友', name: '示例乙', mobile: mobile(2) },
  ]
  for (const [at, { relation, name, mobile }] of people.entries()) {
    const row = contact(page, at + 1)
    if (!(await row.isVisible()))
      await section(page, '紧急联系人').getByRole('button', { name: '添加联系人' }).click()
    await choose(row, { 与客户关系: relation })
    await fillIn(row, { 姓名: name, 手机号: mobile, 居住地址: `示例路${at + 1}号` })
  }
  const car = section(page, '车辆')
  await fillIn(car, { 品牌: '示例牌', 车系: 'E系', 车型: '1.5T 豪华版' })
  await choose(car, { 能源类型: '汽油', 车辆类型: '小型轿车', 使用性质: '非营运' })
  await fillIn(car, { 车净价: '100000', '车架号(VIN)': fakeVin(Number(customer.mobile.slice(-6)), 2025) })
}

/** The sections that are left: a fifth down, the card, a policy, where the customer came from. */
export async function fillMoney(page: Page, customer: Customer): Promise<void> {
  await fillIn(section(page, '融资方案'), { 首付比例: '20' })
  const card = section(page, '银行卡')
  await fillIn(card, { 卡号: fakeCardNo(Number(customer.mobile.slice(-6))) })
  await choose(card, { 开户行: '示例银行' })
  const insurance = section(page, '保险')
  await insurance.getByRole('button', { name: '添加保单' }).click()
  await choose(insurance, { 险种: '商业险-车损', 保险公司: '示例保险甲' })
  await fillIn(insurance, { 保费: '3200' })
  await choose(section(page, '来源与备注'), { 客户来源: '门店' })
  await textField(section(page, '来源与备注'), '备注').fill('客户希望尽快提车')
}
