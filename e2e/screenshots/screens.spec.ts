import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { test } from '../support/desk.ts'
import { screensOf, showScreen } from '../support/screens.ts'

/** The pictures of the documentation: `npm run e2e -- --screenshots` draws them anew. */

const folder = join(import.meta.dirname, '../../docs/screenshots')

for (const width of [1440, 992, 390]) {
  test(`pictures of every screen at ${width} px`, async ({ open, signIn }) => {
    test.setTimeout(600_000)
    mkdirSync(folder, { recursive: true })
    for (const [person, screens] of screensOf()) {
      const page = person === 'guest' ? await open({ width }) : await signIn(person, { width })
      for (const screen of screens) {
        await showScreen(page, screen)
        const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
        await sharp(picture)
          .png({ palette: true, quality: 90, effort: 7 })
          .toFile(join(folder, `${screen.name}-${width}.png`))
      }
    }
  })
}
