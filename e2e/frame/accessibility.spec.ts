import { graveFindings } from '../support/axe.ts'
import { expect, test } from '../support/desk.ts'
import { screensOf, showScreen } from '../support/screens.ts'

for (const width of [1440, 390]) {
  test(`no serious or critical finding on any screen at ${width} px`, async ({ open, signIn }) => {
    test.setTimeout(600_000)

    for (const [person, screens] of screensOf()) {
      const page = person === 'guest' ? await open({ width }) : await signIn(person, { width })
      for (const screen of screens) {
        await test.step(screen.name, async () => {
          await showScreen(page, screen)
          expect.soft(await graveFindings(page), `${screen.name} at ${width} px`).toEqual([])
          // Colours are the same at any width.
          if (width < 1440) return
          await page.evaluate(() => document.documentElement.setAttribute('data-scheme', 'dark'))
          expect.soft(await graveFindings(page), `${screen.name}, dark`).toEqual([])
        })
      }
    }
  })
}
