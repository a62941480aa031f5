import type { Page } from '@playwright/test'
import { anotherWindow, expect, test } from '../support/desk.ts'
import { networkTo } from '../support/network.ts'
import { photo } from '../support/papers.ts'
import { ask, expectLoaded, rows, toast } from '../support/shell.ts'

/** Everything that the service answers, which it has to take. */
async function answered<T>(page: Page, path: string, fields: Record<string, string>): Promise<T> {
  const { status, text } = await ask(page, path, fields)
  expect({ path, status }).toEqual({ path, status: 200 })
  return JSON.parse(text) as T
}
let events = 0
const event = () => `dd-journey-${Date.now()}-${String(++events).padStart(6, '0')}`

/** A visit to home that is ordered from a case in review which has none. */
async function orderVisit(page: Page): Promise<{ id: number; ddNo: string }> {
  const { data } = await answered<{ data: { id: number }[] }>(page, '/biz/order/order/list', {
    status: '["wait_risk","wait_first"]',
    length: '100',
  })
  for (const { id } of data) {
    const { status, text } = await ask(page, '/biz/diligence/add', {
      orderId: String(id),
      kind: '上门',
      reason: '抽查',
      parts: '["home"]',
      note: '核实居住',
      region: '["110000","110100"]',
      eventId: event(),
    })
    if (status === 200) return JSON.parse(text) as { id: number; ddNo: string }
  }
  throw new Error('every case in review has a visit')
}

/** Gives a visit to whom it is suggested for. @returns the officer's account */
async function assign(page: Page, { id, ddNo }: { id: number; ddNo: string }): Promise<string> {
  await page.goto(`/zxjd/index?q=${ddNo}`)
  await expectLoaded(page)
  await rows(page).filter({ hasText: ddNo }).getByRole('button', { name: '分配' }).click()
  await page
    .getByRole('dialog', { name: `分配 ${ddNo}` })
    .getByRole('button', { name: '分配' })
    .click()
  await expect(toast(page, `${ddNo} 已分配`)).toBeVisible()
  const visit = await answered<{ assigneeId: number }>(page, '/biz/diligence/get', { id: String(id) })
  const officers = await answered<{ id: number; account: string }[]>(page, '/biz/identity/user/options', {
    permission: 'diligence:fill',
  })
  return officers.find((one) => one.id === visit.assigneeId)?.account ?? ''
}

const choose = (page: Page, question: string, option: string) =>
  page.getByRole('group', { name: question }).getByText(option, { exact: true }).click()

async function take(page: Page, subject: string) {
  await page.getByLabel(`拍照（${subject}）`).setInputFiles(await photo(`${subject}.jpg`))
}

async function sign(page: Page) {
  const paper = page.getByLabel('客户或在场人签名', { exact: true })
  await paper.scrollIntoViewIfNeeded()
  const box = await paper.boundingBox()
  if (!box) throw new Error('there is no paper to sign on')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  for (const [x, y] of [
    [120, 80],
    [180, 40],
    [240, 90],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: '确认签名' }).click()
}

test('a visit on a phone whose network is gone: what was done there goes up later, once, and the review reads it', async ({
  signIn,
}) => {
  const reviewer = await signIn('risk_officer')
  const { id, ddNo } = await orderVisit(reviewer)
  const account = await test.step('the review gives it to whom it is suggested for', () =>
    assign(reviewer, { id, ddNo }))

  // Everything that fails without a network is what this is about.
  const phone = await signIn(account, { width: 390, lenient: /./ })
  const context = phone.context()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 39.9042, longitude: 116.4074, accuracy: 12 })
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/biz/diligence/photo/add')) sent.push(request.url())
  })

  await test.step('the officer takes the visit along and fills it in without a network', async () => {
    await phone.goto('/zxjd/index')
    await phone.getByRole('link', { name: ddNo }).click()
    await expect(phone.getByRole('group', { name: '申报的住址是否找到' })).toBeVisible()
    await context.setOffline(true)
    await choose(phone, '申报的住址是否找到', '是')
    await choose(phone, '是否本人居住', '是')
    await choose(phone, '房屋性质', '自有')
    await choose(phone, '居住时长', '两年以上')
    await choose(phone, '邻里或物业核实', '属实')
    for (let times = 0; times < 2; times++) await take(phone, '居住')
    await expect(phone.getByText('已定位，误差12米')).toHaveCount(2)
    // A wrong step says what lacks and leads there.
    await phone.getByRole('button', { name: /^结论/ }).click()
    await phone.getByRole('button', { name: '提交尽调' }).click()
    await expect(phone.getByRole('group', { name: '居住核实' })).toBeVisible()
    await expect(phone.getByText('未填写')).toHaveCount(1)
    await choose(phone, '居住核实', '一致')
    await expect(phone.getByRole('status').filter({ hasText: '待上传' })).toContainText('已保存在本机')
  })

  await test.step('a phone that may not say where it is asks why; report, signature and submit wait too', async () => {
    await context.clearPermissions()
    // A place of the last half minute is given even so, and this is a quick officer.
    await phone.evaluate(() => {
      navigator.geolocation.getCurrentPosition = (_found, refused) =>
        refused?.({ code: 1, message: 'denied' } as GeolocationPositionError)
    })
    await phone.getByRole('button', { name: '下一步' }).click()
    await phone.getByLabel(/^尽调结论/).fill('住址属实，邻里反映良好。')
    await choose(phone, '结果', '正面')
    await take(phone, '周边及其他')
    await phone.getByLabel('无法定位的原因').fill('未允许定位')
    await sign(phone)
    await phone.getByRole('button', { name: '提交尽调' }).click()
    await expect(phone.getByText(/^上传后自动提交/)).toBeVisible()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  await test.step('the tab is closed; with the network everything goes up once', async () => {
    const before = sent.length
    await phone.close()
    await context.setOffline(false)
    const later = await anotherWindow(phone)
    await later.goto(`/zxjd/details?diligenceId=${id}`)
    await expect(later.getByText('已提交', { exact: true })).toBeVisible()
    expect(sent.length - before).toBe(4)
    const visit = await answered<{ photos: { subject: string; noPlace: string; latitude: number | null }[] }>(
      reviewer,
      '/biz/diligence/get',
      { id: String(id) },
    )
    expect(visit.photos.map(({ subject, noPlace, latitude }) => [subject, noPlace, latitude])).toEqual([
      ['home', '', 39.9042],
      ['home', '', 39.9042],
      ['other', '未允许定位', null],
      ['signature', '', null],
    ])
  })

  await test.step('the review reads it and ends it', async () => {
    await reviewer.goto(`/zxjd/details?diligenceId=${id}`)
    await expect(reviewer.getByText('住址属实，邻里反映良好。')).toBeVisible()
    await expect(reviewer.getByText('未允许定位')).toBeVisible()
    await reviewer.getByRole('button', { name: '确认完成' }).click()
    await reviewer
      .getByRole('dialog', { name: `确认 ${ddNo} 完成` })
      .getByRole('button', { name: '确认完成' })
      .click()
    await expect(reviewer.getByText('已完成', { exact: true })).toBeVisible()
  })
})

test('a visit opens again on a phone without a network, with what was answered, and goes up with it', async ({
  signIn,
  baseURL,
}) => {
  const reviewer = await signIn('risk_officer')
  const visit = await orderVisit(reviewer)
  const account = await assign(reviewer, visit)
  const network = await networkTo(baseURL ?? '')
  try {
    // Everything that fails without a network is what this is about; a page that is drawn otherwise than kept is an
    // error still.
    const seat = { width: 390, lenient: /./, server: network.url, worker: true }
    const phone = await signIn(account, seat)
    // A phone is slow: its name of the tab is with the service before the page is kept.
    const device = await phone.context().newCDPSession(phone)
    await device.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const page = `/zxjd/details?diligenceId=${visit.id}`
    const found = phone.getByRole('group', { name: '申报的住址是否找到' })

    await test.step('opened once, it is kept', async () => {
      await phone.goto(page)
      await expect(found).toBeVisible()
      const kept = () => phone.evaluate(async (address) => (await caches.match(address)) !== undefined, page)
      await expect.poll(kept).toBe(true)
      // Of a page that the worker did not open the scripts are not all kept yet: it is kept once more, from nothing.
      await phone.evaluate(async (address) => (await caches.open('nlos-offline')).delete(address), page)
      await phone.reload()
      await expect(found).toBeVisible()
      await expect.poll(kept).toBe(true)
    })

    await test.step('and opens without a network, twice', async () => {
      network.cut()
      await phone.reload()
      await choose(phone, '申报的住址是否找到', '是')
      const waits = phone.getByRole('status').filter({ hasText: '待上传' })
      await expect(waits).toContainText('已保存在本机')
      await phone.reload()
      await expect(found.getByRole('radio', { name: '是', exact: true })).toBeChecked()
      await expect(waits).toContainText('已保存在本机')
    })

    await test.step('the line of the lost network lies over no button', async () => {
      const next = phone.getByRole('button', { name: '下一步' })
      await next.scrollIntoViewIfNeeded()
      await next.click()
      await expect(phone.getByRole('button', { name: '提交尽调' })).toBeVisible()
    })

    await test.step('with the network it goes up', async () => {
      network.mend()
      await phone.reload()
      await expect(phone.getByText(/^已全部上传/)).toBeVisible()
      const { answers } = await answered<{ answers: Record<string, string> }>(
        reviewer,
        '/biz/diligence/get',
        {
          id: String(visit.id),
        },
      )
      expect(Object.values(answers)).toContain('是')
    })
  } finally {
    network.close()
  }
})
