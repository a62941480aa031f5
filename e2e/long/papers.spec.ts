import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { type Network, networkTo } from '../support/network.ts'
import { cameraPhotos, handIn, photo } from '../support/papers.ts'
import { ask, expectLoaded, numberLink, rows } from '../support/shell.ts'

type Stored = { id: number; name: string }
type Case = { items: { materialType: string; files: Stored[] }[] }

const caseOf = async (page: Page, orderId: string): Promise<Case> =>
  JSON.parse((await ask(page, '/biz/paper/set/get', { orderId, kind: 'capital' })).text)

/** True where a stored photo is upright: higher than wide, and red at the top left. */
const isUpright = (page: Page, orderId: string, fileId: number) =>
  page.evaluate(async (query) => {
    const answer = await fetch(`/nlos/biz/material/file/get?${query}`, { headers: { 'x-nlos': '1' } })
    const picture = await createImageBitmap(await answer.blob())
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(picture, 0, 0)
    const [red = 0, green = 0, blue = 0] = drawing?.getImageData(8, 8, 1, 1).data ?? []
    return picture.height > picture.width && red > 180 && green < 90 && blue < 90
  }, `orderId=${orderId}&fileId=${fileId}&thumb=1`)

/** The network goes for some seconds while files are on their way. */
async function breakFor(page: Page, network: Network): Promise<void> {
  network.cut()
  await expect(page.getByText(/^网络已断开，\d+ 个文件保存在本机/)).toBeVisible()
  network.mend()
}

test('forty photos go up from a phone whose network breaks three times: all there, once, upright', async ({
  signIn,
  baseURL,
}, testInfo) => {
  const network = await networkTo(baseURL ?? '')
  try {
    // Everything that fails without a network is what this is about.
    const phone = await signIn('material_clerk', { width: 390, lenient: /./, server: network.url })
    const main = phone.locator('main')
    await phone.goto('/materials/capital?setStatus=未上传')
    await expectLoaded(phone)
    await numberLink(rows(phone).first()).click()
    await expect(phone.getByRole('group', { name: /^资方申请表/ })).toBeVisible()
    const orderId = new URL(phone.url()).searchParams.get('orderId') ?? ''
    const counted = async () =>
      (await caseOf(phone, orderId)).items.reduce((sum, { files }) => sum + files.length, 0)
    const photos = [
      await cameraPhotos(testInfo.outputPath('photos'), '申请表', 20),
      await cameraPhotos(testInfo.outputPath('photos'), '授权书', 20),
    ] as const
    const choose = (paper: string, files: readonly string[]) =>
      main.getByLabel(paper, { exact: true }).setInputFiles([...files])

    await test.step('twenty of one paper and twenty of another, chosen one after the other', async () => {
      await choose('资方申请表', photos[0])
      await choose('资方征信授权书', photos[1])
      await expect(main.getByText(/^正在处理 \d+ 张照片/)).toBeVisible()
      // A reload now would lose what the browser has not made smaller yet.
      expect(await asks(phone)).toBe(true)
      // More than a paper takes is named at once, though nothing of it has gone up.
      await choose('资方申请表', photos[1].slice(0, 1))
      await expect(main.getByText(`最多上传20个文件，未加入：${basename(photos[1][0] ?? '')}`)).toBeVisible()
    })

    await test.step('the network breaks while they are made smaller and go up', async () => {
      await expect.poll(counted).toBeGreaterThan(0)
      await breakFor(phone, network)
      await expect(main.getByText(/^正在处理/)).toBeHidden({ timeout: 120_000 })
      expect(await asks(phone)).toBe(false)
    })

    await test.step('it breaks again, and the page is loaded anew: what waited is still there', async () => {
      const before = await counted()
      await expect.poll(counted).toBeGreaterThan(before)
      await breakFor(phone, network)
      await phone.reload()
      await expect(main.getByText(/^正在上传，还有 \d+ 个文件/)).toBeVisible()
    })

    await test.step('and a third time', async () => {
      const before = await counted()
      await expect.poll(counted).toBeGreaterThan(before)
      await breakFor(phone, network)
    })

    await test.step('all there, each once, in their order, each upright', async () => {
      await expect.poll(counted, { timeout: 120_000 }).toBe(40)
      await expect(main.getByText(/^正在上传/)).toBeHidden()
      const { items } = await caseOf(phone, orderId)
      for (const [at, materialType] of ['funder_form', 'funder_auth'].entries()) {
        const files = items.find((item) => item.materialType === materialType)?.files ?? []
        expect(
          files.map(({ name }) => name),
          'in the order in which they were chosen',
        ).toEqual(photos[at]?.map((path) => basename(path)))
        for (const { id, name } of files) expect(await isUpright(phone, orderId, id), name).toBe(true)
      }
    })

    await test.step('with the last paper the set is handed in', async () => {
      await main.getByLabel('身份证复印件(资方)', { exact: true }).setInputFiles(await photo('身份证'))
      await expect(main.getByText('必传材料已传 100%')).toBeVisible()
      await handIn(phone)
    })
  } finally {
    network.close()
  }
})

/** True where the browser would ask before it leaves the page. */
const asks = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
