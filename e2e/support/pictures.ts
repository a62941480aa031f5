import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../../docs/screenshots')

/** Draws what a page shows into docs/screenshots/<name>.png. */
export async function drawPage(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(picture)
    .png({ palette: true, quality: 90, effort: 7 })
    .toFile(join(folder, `${name}.png`))
}
