import { type Browser, chromium, expect as expectPage, type Page } from '@playwright/test'
import {
  gapsOf,
  interviewConsentVersion,
  type Piece,
  type PlayedPiece,
  playOrder,
} from '../../lib/domains/interviews/rules/interview.ts'
import { expect, test } from '../support/desk.ts'
import { type Network, networkTo } from '../support/network.ts'
import { ask, toast } from '../support/shell.ts'

/** Two browsers with cameras of their own, as a desk and a phone are. */
const camera = [
  '--no-sandbox',
  '--disable-gpu',
  // So few pictures a second leave the processor to what is looked at here.
  '--use-fake-device-for-media-stream=fps=5',
  '--use-fake-ui-for-media-stream',
  // Both stand on one machine: no name service of theirs knows the names that hide its addresses.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
]

async function answered<T>(page: Page, path: string, fields: Record<string, string>): Promise<T> {
  const { status, text } = await ask(page, path, fields)
  expect({ path, status }).toEqual({ path, status: 200 })
  return JSON.parse(text) as T
}

type Room = { interview: { id: number; pieces: number; endedAt: string | null } | null }
const roomOf = async (page: Page, orderId: number) => {
  const { interview } = await answered<Room>(page, '/biz/interview/get', { orderId: String(orderId) })
  if (!interview) throw new Error('the order has no interview')
  return interview
}

/** Whatever a page has of the other side is gone, and nothing gets through until it is mended. */
async function cut(page: Page, network: Network) {
  network.cut()
  await page.evaluate(() => {
    const { peers } = window as unknown as { peers: RTCPeerConnection[] }
    for (const peer of peers) {
      peer.close()
      // A browser tells nobody of what its own page has closed; of a network that broke it does.
      peer.dispatchEvent(new Event('connectionstatechange'))
    }
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

/** The time when the page was left, by its own clock. */
const noteLeaving = () =>
  window.addEventListener('pagehide', () => localStorage.setItem('left-at', String(Date.now())))

let phoneBrowser: Browser
// The lighter Chromium of the others records no video.
const recording = { args: camera, executablePath: process.env.CHROMIUM_PATH }
test.use({ launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ...recording }) })
test.beforeAll(async ({ launchOptions }) => {
  phoneBrowser = await chromium.launch(launchOptions)
})
test.afterAll(() => phoneBrowser.close())

test('an interview whose connection is cut twice and whose desk is loaded again: the recording has all of it but what was said before the page was back', async ({
  signIn,
  baseURL,
}) => {
  const deskNetwork = await networkTo(baseURL ?? '')
  const phoneNetwork = await networkTo(baseURL ?? '')
  const desk = await signIn('contract_clerk', {
    server: deskNetwork.url,
    lenient: new RegExp(`^${deskNetwork.url}`),
  })
  await desk.context().grantPermissions(['camera', 'microphone', 'clipboard-write'])
  await desk.addInitScript(keepPeers)
  await desk.addInitScript(noteLeaving)
  const { data } = await answered<{ data: { id: number }[] }>(desk, '/biz/interview/list', {
    interviewStatus: '["待面签"]',
    whose: 'pool',
    length: '1',
  })
  const orderId = data[0]?.id ?? 0
  await desk.goto(`/interview/video?orderId=${orderId}&src=/order/${orderId}`)

  const address = await test.step('the clerk sends the link', async () => {
    await desk.getByRole('button', { name: '发送面签链接' }).click()
    return desk.getByRole('textbox', { name: '复制链接' }).inputValue()
  })
  const { origin, pathname, search } = new URL(address)
  expect(origin).toBe(deskNetwork.url)

  const context = await phoneBrowser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    isMobile: true,
    hasTouch: true,
    permissions: ['camera', 'microphone'],
  })
  const phone = await context.newPage()
  await phone.addInitScript(keepPeers)

  await test.step('the customer agrees before anything is sent', async () => {
    await phone.goto(phoneNetwork.url + pathname + search)
    const start = phone.getByRole('button', { name: '开启摄像头并进入' })
    await expectPage(start).toBeEnabled()
    await start.click()
    await expectPage(phone.getByText('请先阅读并同意录音录像', { exact: true })).toBeVisible()
    await phone.getByRole('checkbox', { name: '我已阅读并同意录音录像' }).check()
    await start.click()
    await expectPage(phone.getByRole('button', { name: '挂断' })).toBeVisible()
  })

  const stateOf = (page: Page, state: string) => page.getByRole('status').filter({ hasText: state })
  const connected = async () => {
    await expect(stateOf(desk, '已接通')).toBeVisible()
    await expectPage(stateOf(phone, '已接通')).toBeVisible()
  }
  await test.step('they see each other', async () => {
    await desk.getByRole('button', { name: '进入房间' }).click()
    await connected()
    const width = () =>
      desk.getByLabel('客户', { exact: true }).evaluate((video: HTMLVideoElement) => video.videoWidth)
    await expect.poll(width).toBeGreaterThan(0)
  })

  const pieces = async () => (await roomOf(desk, orderId)).pieces
  await test.step('it begins and is recorded', async () => {
    await desk.getByRole('button', { name: '开始面签' }).click()
    const dialog = desk.getByRole('alertdialog')
    await dialog.getByRole('button', { name: '开始面签' }).click()
    await expect(desk.getByText('录像中', { exact: true })).toBeVisible()
    await expect.poll(pieces).toBeGreaterThan(0)
  })

  await test.step('the phone loses its network: both sides say so until it is back', async () => {
    await cut(phone, phoneNetwork)
    await expectPage(stateOf(phone, '网络中断')).toBeVisible()
    await expect(stateOf(desk, '连接中断')).toBeVisible()
    phoneNetwork.mend()
    await connected()
  })

  await test.step('the desk loses its network: what it records waits there and goes up behind', async () => {
    const before = await pieces()
    await cut(desk, deskNetwork)
    await expect(stateOf(desk, '连接中断')).toBeVisible()
    await expectPage(stateOf(phone, '网络中断')).toBeVisible()
    // Two or more: a busy machine may pass a number before it is looked at.
    await expect(desk.getByText(/(?<!\d)([2-9]|\d{2,}) 段待上传/)).toBeVisible({ timeout: 120_000 })
    await expect(desk.getByText(/上传失败，\d+ 段留在本机，正在重试/)).toBeVisible()
    deskNetwork.mend()
    await connected()
    await expect.poll(pieces).toBeGreaterThan(before + 2)
    await expect(desk.getByText(/上传失败/)).toBeHidden()
  })

  await test.step('the desk is loaded again, and is in the room again', async () => {
    desk.once('dialog', (dialog) => void dialog.accept())
    await desk.reload()
    await connected()
    await expect(desk.getByText('录像中', { exact: true })).toBeVisible()
  })

  const leftAt = Number(await desk.evaluate(() => localStorage.getItem('left-at')))

  await test.step('the disk of the desk is full: pieces go up all the same', async () => {
    await desk.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('the disk is full', 'QuotaExceededError')
      }
    })
    const before = await pieces()
    await expect.poll(pieces).toBeGreaterThan(before + 2)
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
      await expect(desk.getByText(`截图 ${count}/2`)).toBeVisible({ timeout: 120_000 })
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

  await test.step('the recording lacks nothing but the moments of the reload, and ends with the interview; it plays', async () => {
    await expect(desk.getByRole('button', { name: /播放录像/ })).toBeVisible()
    const { id, endedAt } = await roomOf(desk, orderId)
    const played = async (): Promise<PlayedPiece[]> => {
      const path = '/biz/interview/recording/get'
      const recording = await answered<{ pieces: Piece[] }>(desk, path, { id: String(id) })
      return playOrder(recording.pieces)
    }
    const mostLost = 5_000
    // The last piece goes up behind the verdict.
    await expect
      .poll(async () => (await played()).at(-1)?.until ?? 0)
      .toBeGreaterThan(Date.parse(endedAt ?? '') - mostLost)
    const pieces = await played()
    const until = pieces.findLast(({ startAt }) => startAt <= leftAt)?.until ?? 0
    const again = pieces.find(({ startAt }) => startAt > leftAt)?.startAt ?? 0
    expect(leftAt - until).toBeLessThan(mostLost)
    expect(again).toBeGreaterThan(leftAt)
    // Between two pieces a busy browser may need a moment; a page that is back at once leaves hardly more.
    const others = gapsOf(pieces).filter(({ from, to }) => to - from > 1_000 && from !== until)
    expect(others).toEqual([])
    test.info().annotations.push({
      type: 'interview',
      description: `${leftAt - until} ms lost before the reload, ${again - leftAt} ms until it is recorded again`,
    })
    await desk.getByRole('button', { name: /播放录像/ }).click()
    await desk.getByRole('slider', { name: '播放位置' }).fill('12000')
    await desk.getByRole('button', { name: '播放录像', exact: true }).click()
    const position = async () => Number(await desk.getByRole('slider', { name: '播放位置' }).inputValue())
    await expect.poll(position).toBeGreaterThan(18_000)
  })

  await test.step('the link is over, on any phone', async () => {
    await phone.reload()
    await expectPage(phone.getByRole('heading', { name: '面签已结束' })).toBeVisible()
    const token = new URLSearchParams(search).get('t') ?? ''
    const { status } = await ask(desk, '/biz/interview/guest/join', {
      token,
      hold: 'a-hold-of-nobody-000',
      agreed: interviewConsentVersion,
    })
    expect(status).toBe(422)
  })
  await context.close()
  deskNetwork.close()
  phoneNetwork.close()
})
