import { expect, type Page } from '@playwright/test'
import { fakeCardNo, fakeVin } from '../../lib/rules/made-up-numbers.ts'
import type { Customer } from './customer.ts'
import { choose, fillIn, pick, section, textField } from './fields.ts'
import { photo } from './papers.ts'
import { answer, expectLoaded, quickSearch, rows } from './shell.ts'

/** Puts a photograph into the upload field of a material, and waits until the service has it. */
export async function upload(page: Page, material: string): Promise<void> {
  const field = section(page, '材料').getByRole('group', { name: material, exact: true })
  const stored = field.getByRole('button', { name: /^删除 / })
  const before = await stored.count()
  await field.locator('input[type=file]').setInputFiles(await photo(material))
  await expect(stored).toHaveCount(before + 1)
}

/** Submits a form with its button, and says yes to the question. */
export const submit = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await answer(page, '提交后不能修改，是否继续?', button)
}

/** Opens the form of an order from the list of intakes. */
export async function openForm(page: Page, orderNo: string, link: '编辑' | '录单'): Promise<void> {
  await page.goto('/create/index')
  await expectLoaded(page)
  await quickSearch(page, orderNo)
  await rows(page).first().getByRole('link', { name: link }).click()
  await expect(textField(section(page, '客户身份'), '客户姓名')).toBeVisible()
}

/** The part of the intake that is right from the start. */
export async function fillIntake(
  page: Page,
  { name }: Customer,
  { shop: ofShop = '示例车行一店' as string | null, product = '标准等额本息', kind = '新车' } = {},
): Promise<void> {
  await fillIn(section(page, '客户身份'), {
    客户姓名: name,
    证件有效期止: '2039-12-31',
    身份证地址: '示例省示例市示例路8号',
  })
  await section(page, '客户身份').getByRole('checkbox', { name: '征信授权' }).check()
  const shop = section(page, '门店与客户经理')
  await choose(shop, { 门店: ofShop, 客户经理: null })
  const intent = section(page, '车辆与金额意向')
  await pick(intent, '车辆性质', kind)
  await choose(intent, { 产品: product, 意向期数: '36 期' })
  await fillIn(intent, { 意向金额: '80000' })
}

/** Everything that a clerk types or chooses at a place of the entry form. */
export type Answers = Readonly<Record<string, string>>

/**
 * A standard entry of an unmarried customer and a new car of 100,000.00, a fifth of it down: all that the form asks for
 * beyond the intake, by the place in its values.
 */
export function standardAnswers({ mobile }: Customer): Answers {
  const other = (step: number) => String(Number(mobile) + step)
  const seed = Number(mobile.slice(-6))
  return {
    'residence.maritalStatus': '未婚',
    'residence.liveRegion': '北京市 朝阳区',
    'residence.liveAddress': '示例路8号2单元',
    'employment.employType': '受薪',
    'employment.employerName': '示例科技有限公司',
    'employment.monthlyIncome': '20000',
    'contacts.0.relation': '亲属',
    'contacts.0.name': '示例甲',
    'contacts.0.mobile': other(1),
    'contacts.0.address': '示例路1号',
    'contacts.1.relation': '朋友',
    'contacts.1.name': '示例乙',
    'contacts.1.mobile': other(2),
    'contacts.1.address': '示例路2号',
    'vehicle.brand': '示例牌',
    'vehicle.series': 'E系',
    'vehicle.model': '1.5T 豪华版',
    'vehicle.energy': '汽油',
    'vehicle.vehicleClass': '小型轿车',
    'vehicle.useNature': '非营运',
    'vehicle.netPrice': '100000',
    'vehicle.vin': fakeVin(seed, 2025),
    'financing.downRatio': '20',
    'bankCard.cardNo': fakeCardNo(seed),
    'bankCard.bankCode': '示例银行',
    'insurance.0.insurer': '示例保险甲',
    'insurance.0.premium': '3200',
    'source.sourceType': '门店',
  }
}
