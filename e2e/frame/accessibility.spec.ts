import { graveFindings, graveFindingsInDark } from '../support/axe.ts'
import { expect, test } from '../support/desk.ts'
import { screensOf, showScreen } from '../support/screens.ts'

for (const [person, screens] of screensOf()) {
  test(`no serious or critical finding on any screen of ${person}, narrow and wide, light and dark`, async ({
    open,
    signIn,
  }) => {
    test.setTimeout(600_000)
    const page = person === 'guest' ? await open() : await signIn(person)
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await page.setViewportSize({ width: 390, height: 900 })
        await showScreen(page, screen)
        expect.soft(await graveFindings(page), `${screen.name} at 390 px`).toEqual([])
        // The same page, grown: one load serves both.
        await page.setViewportSize({ width: 1440, height: 900 })
        expect.soft(await graveFindings(page), `${screen.name} at 1440 px`).toEqual([])
        // Colours are the same at any width.
        expect.soft(await graveFindingsInDark(page), `${screen.name}, dark`).toEqual([])
      })
    }
  })
}
