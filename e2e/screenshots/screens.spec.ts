import { test } from '../support/desk.ts'
import { drawPage } from '../support/pictures.ts'
import { screensOf, showScreen } from '../support/screens.ts'

/**
 * The pictures of the documentation: `npm run e2e -- --screenshots` draws them anew, and with SCREENS=release-case,loan-case
 * those of these screens alone.
 */
const wanted = process.env.SCREENS?.split(',')

for (const width of [1440, 992, 390]) {
  test(`pictures of every screen at ${width} px`, async ({ open, signIn }) => {
    for (const [person, all] of screensOf()) {
      const screens = wanted ? all.filter(({ name }) => wanted.includes(name)) : all
      if (screens.length === 0) continue
      const page = person === 'guest' ? await open({ width }) : await signIn(person, { width })
      for (const screen of screens) {
        await showScreen(page, screen)
        await drawPage(page, `${screen.name}-${width}`)
      }
    }
  })
}
