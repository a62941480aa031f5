import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { startOwnConsole } from '../support/own-console.ts'
import { giveMicrophone, openSipServer } from '../support/sip-server.ts'

/** Telephones of other makers; which tenant has which says support/tenants.json. */

const bar = (page: Page) => page.getByRole('dialog', { name: '电话', exact: true })
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const recent = (page: Page) => page.getByRole('dialog', { name: '最近通话' }).getByRole('listitem')

async function takeSeat(page: Page, number: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: '电话', exact: true }).click()
  const prompt = page.getByRole('dialog', { name: '提示' })
  await prompt.getByLabel('请输入坐席号').fill(number)
  await prompt.getByRole('button', { name: '确定', exact: true }).click()
  await expect(bar(page)).toContainText(`坐席 ${number}`)
  await expect(bar(page)).toContainText('空闲')
}

async function dial(page: Page, number: string): Promise<void> {
  await bar(page).getByRole('textbox', { name: '号码' }).fill(number)
  await page.keyboard.press('Enter')
}

/** A vendor's page: rings when it is told to, connects what it dials. */
const control = `<!doctype html><button onclick="ring()">ring</button><p></p><script>
  const tell = (frame) => parent.postMessage(frame, '*')
  const ring = () => tell({ type: 2, statusCode: 4, callId: 'in', number: '12000000001' })
  addEventListener('message', ({ data }) => {
    if (data.do === 'open') document.querySelector('p').textContent = 'seat ' + data.seat + ', agent ' + data.name
    if (data.do === 'accept') tell({ event: 2004, callId: '' })
    if (data.do === 'dial') tell({ type: 2, statusCode: 5, callId: 'out', number: data.number })
    if (data.do === 'hangUp') tell({ event: 2005, result: 'answered' })
  })
</script>`

test('a vendor’s page in the bar hears of the seat and tells of calls; what others say is not heard', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk', { host: 'qinghe.localhost' })
  await page.route('https://call.vendor.example/control', (route) =>
    route.fulfill({ contentType: 'text/html', body: control }),
  )
  await takeSeat(page, '8001')
  const vendor = bar(page).locator('iframe').contentFrame()
  await expect(vendor.getByText('seat 8001, agent 8001')).toBeVisible()
  await page.evaluate(() => postMessage({ type: 2, statusCode: 4, callId: 'x', number: '12000000009' }))
  await vendor.getByRole('button', { name: 'ring' }).click()
  await expect(bar(page)).toContainText('12000000001')
  await expect(bar(page)).toContainText('通话中')
  await button(page, '挂断').click()
  await expect(bar(page)).toContainText('通话结束')
  await dial(page, '12000000003')
  await expect(bar(page)).toContainText('通话中')
  await button(page, '挂断').click()
  await button(page, '最近通话').click()
  await expect(recent(page).nth(0)).toContainText(/呼出.*接通/)
  await expect(recent(page).nth(1)).toContainText(/呼入.*接通/)
})

/** A vendor's script: draws a button that rings, and speaks as the page above does. */
const script = `
  const tell = (frame) => parent.postMessage(frame, '*')
  const heard = document.body.appendChild(document.createElement('p'))
  const button = document.body.appendChild(document.createElement('button'))
  button.textContent = 'ring'
  button.addEventListener('click', () => tell({ type: 2, statusCode: 3, callId: 'in', number: '12000000001' }))
  addEventListener('message', ({ data }) => {
    heard.textContent += data.do + ' '
    if (data.do === 'open') heard.textContent = 'seat ' + data.seat + ' of ' + self.origin + ' '
    if (data.do === 'accept') tell({ event: 2004, callId: '' })
    if (data.do === 'dial') tell({ type: 2, statusCode: 5, callId: 'out', number: data.number })
    if (data.do === 'hangUp') tell({ event: 2005, result: 'answered' })
  })`

test('a vendor’s script, in a frame without an origin, rings, is answered, dials and hangs up', async ({
  signIn,
}) => {
  const url = 'https://call.vendor.example/bar.js'
  const console_ = await startOwnConsole({ phone: { kind: 'script', url } })
  const page = await signIn('entry_clerk', { server: console_.url })
  try {
    await page.route(url, (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
    await takeSeat(page, '8001')
    const vendor = bar(page).locator('iframe').contentFrame()
    await expect(vendor.getByText('seat 8001 of null')).toBeVisible()
    await vendor.getByRole('button', { name: 'ring' }).click()
    await expect(bar(page)).toContainText('12000000001')
    await button(page, '接听').click()
    await expect(bar(page)).toContainText('通话中')
    await button(page, '挂断').click()
    await expect(bar(page)).toContainText('通话结束')
    await expect(vendor.getByText('accept hangUp')).toBeVisible()
    await dial(page, '12000000003')
    await expect(bar(page)).toContainText('通话中')
    await button(page, '挂断').click()
    await button(page, '最近通话').click()
    await expect(recent(page).nth(0)).toContainText(/呼出.*接通/)
    await expect(recent(page).nth(1)).toContainText(/呼入.*接通/)
  } finally {
    await page.context().close()
    await console_.stop()
  }
})

test('a seat registers over SIP, is called, calls, meets a busy line and hangs up', async ({ signIn }) => {
  const page = await signIn('entry_clerk', { host: 'yunfan.localhost' })
  await giveMicrophone(page)
  const server = await openSipServer(page)
  await page.reload()
  await takeSeat(page, '8001')
  expect(server.registered).toEqual(['<sip:8001@sip.vendor.example>'])

  await server.ring('12000000001')
  await expect(bar(page)).toContainText('通话中')
  await expect(bar(page)).toContainText('12000000001')
  server.hangUp()
  await expect(bar(page)).toContainText('通话结束')

  await dial(page, '12000000002')
  await expect(bar(page)).toContainText('忙线')
  await dial(page, '12000000003')
  await expect(bar(page)).toContainText('通话中')
  await button(page, '挂断').click()
  await expect(bar(page)).toContainText('通话结束')
  await expect.poll(() => server.ended).toHaveLength(1)
})
