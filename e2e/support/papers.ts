import { randomFillSync } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { answer, toast } from './shell.ts'

/** A photograph of a paper, a little different each time, as a camera would make it. */
export async function photo(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const shade = () => 120 + Math.floor(Math.random() * 120)
  const buffer = await sharp({
    create: { width: 640, height: 404, channels: 3, background: { r: shade(), g: shade(), b: shade() } },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer }
}

/**
 * Photos of a camera that was held upright: some 6 MB each, lying on their side with the EXIF mark that turns them, and
 * one in four already as small as the browser makes the others, so that nothing draws it anew before it goes up. Upright
 * the red square is at the top left.
 *
 * @returns paths of the files, whose names are all different, as are the pictures
 */
export async function cameraPhotos(folder: string, name: string, count: number): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const large = noise(3200, 2400)
  const small = noise(1600, 1200)
  const paths: string[] = []
  for (let number = 1; number <= count; number++) {
    const { width, height, data } = number % 4 === 0 ? small : large
    const side = Math.round(width / 8)
    const square = (r: number, g: number, b: number) => ({
      create: { width: side, height: side, channels: 3 as const, background: { r, g, b } },
    })
    const path = join(folder, `${name}${String(number).padStart(2, '0')}.jpg`)
    await sharp(data, { raw: { width, height, channels: 3 } })
      .composite([
        // Everything that is at the bottom left is at the top left once the picture is turned.
        { input: square(255, 0, 0), left: 0, top: height - side },
        { input: square(0, number * 6, 255), left: width - side, top: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 92 })
      .toFile(path)
    paths.push(path)
  }
  return paths
}

/** Everything that no format makes small. */
const noise = (width: number, height: number) => ({
  width,
  height,
  data: randomFillSync(Buffer.alloc(width * height * 3)),
})

const button = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true })

/** A photo for each of these papers of the set that is open. */
export async function uploadPapers(clerk: Page, papers: readonly string[]): Promise<void> {
  for (const paper of papers) {
    const field = clerk.locator('main').getByRole('group').filter({ hasText: paper })
    await field.locator('input[type=file]').setInputFiles(await photo(paper))
    await expect(field).toContainText('已传')
  }
}

/** 提交审核 of the set that is open. */
export async function handIn(clerk: Page): Promise<void> {
  await button(clerk, '提交审核').click()
  await answer(clerk, /提交.+审核？/, '提交审核')
  await expect(toast(clerk, '已提交审核').last()).toBeVisible()
}

/** 审核通过 of the set that is open, by somebody who may. */
export async function passPapers(reviewer: Page): Promise<void> {
  await button(reviewer, '审核通过').click()
  await answer(reviewer, /审核通过？/, '审核通过')
  await expect(toast(reviewer, '已审核通过').last()).toBeVisible()
}
