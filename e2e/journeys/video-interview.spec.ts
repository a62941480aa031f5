import { type Browser, chromium, expect as expectPage, type Page } from '@playwright/test'
import { interviewConsentVersion } from '../../lib/rules/interview.ts'
import { expect, test } from '../support/desk.ts'
import { ask, expectLoaded, toast } from '../support/shell.ts'

/** Two browsers with cameras of their own, as a desk and a phone are. */
const camera = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  // Both stand on one machine: no name service of theirs knows the names that hide its addresses.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
]

async function answered<T>(page: Page, path: string, fields: Record<string, string>): Promise<T> {
  const { status, text } = await ask(page, path, fields)
  expect({ path, status }).toEqual({ path, status: 200 })
  return JSON.parse(text) as T
}

type Room = { interview: { id: number; status: string; pieces: number; recordedMs: number } | null }
const roomOf = (page: Page, orderId: number) =>
  answered<Room>(page, '/biz/interview/get', { orderId: String(orderId) })

/** What a browser does when its network breaks: its connections end without a word. */
async function cut(page: Page) {
  await page.evaluate(() => {
    const { peers } = window as unknown as { peers: RTCPeerConnection[] }
    for (const peer of peers) peer.close()
  })
}

const keepPeers = () => {
  const peers: RTCPeerConnection[] = []
  Object.assign(window, { peers })
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      peers.push(this)
    }
  }
}

let phoneBrowser: Browser
test.use({ launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: camera }) })
test.beforeAll(async ({ launchOptions }) => {
  phoneBrowser = await chromium.launch({ ...launchOptions, args: camera })
})
test.afterAll(() => phoneBrowser.close())

test('an interview whose connection is cut twice and whose desk is loaded again: the recording has all of it but some seconds', async ({
  signIn,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const desk = await signIn('contract_clerk')
  await desk.context().grantPermissions(['camera', 'microphone', 'clipboard-write'])
  await desk.addInitScript(keepPeers)
  const { data } = await answered<{ data: { id: number }[] }>(desk, '/biz/interview/list', {
    ...{ interviewStatus: '["待面签"]', whose: 'pool', length: '1' },
  })
  const orderId = data[0]?.id ?? 0
  await desk.goto(`/interview/video?orderId=${orderId}&src=/order/${orderId}`)

  const address = await test.step('the clerk sends the link', async () => {
    await desk.getByRole('button', { name: '发送面签链接' }).click()
    return desk.getByRole('textbox', { name: '复制链接' }).inputValue()
  })
  expect(new URL(address).origin).toBe(new URL(baseURL ?? '').origin)

  const context = await phoneBrowser.newContext({
    ...{ viewport: { width: 390, height: 844 }, locale: 'zh-CN', isMobile: true, hasTouch: true },
    permissions: ['camera', 'microphone'],
  })
  const phone = await context.newPage()
  await phone.addInitScript(keepPeers)

  await test.step('the customer agrees before anything is sent', async () => {
    await phone.goto(address)
    const start = phone.getByRole('button', { name: '开启摄像头并进入' })
    await expectPage(start).toBeEnabled()
    await start.click()
    await expectPage(phone.getByText('请先阅读并同意录音录像', { exact: true })).toBeVisible()
    await phone.getByRole('checkbox', { name: '我已阅读并同意录音录像' }).check()
    await start.click()
    await expectPage(phone.getByRole('button', { name: '挂断' })).toBeVisible()
  })

  const connected = async () => {
    await expect(desk.getByRole('status').filter({ hasText: '已接通' })).toBeVisible()
    await expectPage(phone.getByRole('status').filter({ hasText: '已接通' })).toBeVisible()
  }
  await test.step('they see each other', async () => {
    await desk.getByRole('button', { name: '进入房间' }).click()
    await connected()
    const sizes = await desk
      .getByLabel('客户', { exact: true })
      .evaluate((video: HTMLVideoElement) => video.videoWidth)
    expect(sizes).toBeGreaterThan(0)
  })

  const begun = Date.now()
  await test.step('it begins and is recorded', async () => {
    await desk.getByRole('button', { name: '开始面签' }).click()
    const dialog = desk.getByRole('alertdialog')
    await dialog.getByRole('button', { name: '开始面签' }).click()
    await expect(desk.getByText('录像中', { exact: true })).toBeVisible()
    await expect.poll(async () => (await roomOf(desk, orderId)).interview?.pieces).toBeGreaterThan(0)
  })

  await test.step('the connection is cut on the phone, then at the desk, and mends itself', async () => {
    await cut(phone)
    await expect(desk.getByRole('status').filter({ hasText: '已接通' })).toBeHidden()
    await connected()
    await cut(desk)
    await expectPage(phone.getByRole('status').filter({ hasText: '已接通' })).toBeHidden()
    await connected()
  })

  await test.step('the desk is loaded again, and is in the room again', async () => {
    desk.once('dialog', (dialog) => void dialog.accept())
    await desk.reload()
    await connected()
    await expect(desk.getByText('录像中', { exact: true })).toBeVisible()
  })

  await test.step('the script, two pictures', async () => {
    // A click lets the page sound again.
    const boxes = desk.getByRole('list').getByRole('checkbox')
    for (let at = 0; at < 8; at++) {
      await boxes.nth(at).check()
      await expect(boxes.nth(at)).toBeChecked()
    }
    for (const count of [1, 2]) {
      await desk.getByRole('button', { name: '截图', exact: true }).click()
      await expect(desk.getByText(`截图 ${count}/2`)).toBeVisible()
    }
  })

  await test.step('the verdict', async () => {
    await desk.getByRole('button', { name: '通过', exact: true }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('combobox', { name: '人证比对' }).selectOption('一致')
    await dialog.getByRole('button', { name: '通过', exact: true }).click()
    await expect(toast(desk, '面签已通过')).toBeVisible()
    await expectPage(phone.getByRole('heading', { name: '面签已结束' })).toBeVisible()
  })
  const lasted = Date.now() - begun

  await test.step('the recording covers the interview but for five seconds of the reload, and plays', async () => {
    await expect(desk.getByRole('button', { name: /播放录像/ })).toBeVisible()
    const id = (await roomOf(desk, orderId)).interview?.id ?? 0
    const recording = () =>
      answered<{ pieces: { startAt: number; length: number }[] }>(desk, '/biz/interview/recording/get', {
        id: String(id),
      })
    const lost = async () => {
      const { pieces } = await recording()
      let covered = 0
      let until = 0
      for (const { startAt, length } of pieces) {
        covered += Math.max(0, startAt + length - Math.max(until, startAt))
        until = Math.max(until, startAt + length)
      }
      return lasted - covered
    }
    // The last piece goes up behind the verdict; until the desk was back nothing could be recorded.
    await expect.poll(lost).toBeLessThan(15_000)
    await desk.getByRole('button', { name: /播放录像/ }).click()
    await desk.getByRole('slider', { name: '播放位置' }).fill('12000')
    await desk.getByRole('button', { name: '播放录像', exact: true }).click()
    const position = async () => Number(await desk.getByRole('slider', { name: '播放位置' }).inputValue())
    await expect.poll(position).toBeGreaterThan(18_000)
  })

  await test.step('the link is over, on any phone', async () => {
    await phone.goto(address)
    await expectPage(phone.getByRole('heading', { name: '面签已结束' })).toBeVisible()
    const token = new URL(address).searchParams.get('t') ?? ''
    const { status } = await ask(desk, '/biz/interview/guest/join', {
      ...{ token, hold: 'a-hold-of-nobody-000', agreed: interviewConsentVersion },
    })
    expect(status).toBe(422)
  })
  await expectLoaded(desk)
  await context.close()
})
