import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../../docs/screenshots')

/** Draws what a page shows into docs/screenshots/<name>.png. */
export async function drawPage(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  // Pictures in sight are there; the others come when somebody scrolls to them.
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, left } = image.getBoundingClientRect()
      const isAway = top > window.innerHeight || left > window.innerWidth
      return image.complete || isAway || !image.checkVisibility()
    }),
  )
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(picture)
    .png({ palette: true, quality: 90, effort: 7 })
    .toFile(join(folder, `${name}.png`))
}
