import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../support/desk.ts'
import { screensOf, showScreen } from '../support/screens.ts'

for (const width of [1440, 390]) {
  test(`no serious or critical finding on any screen at ${width} px`, async ({ open, signIn }) => {
    test.setTimeout(420_000)

    for (const [person, screens] of screensOf()) {
      const page = person === 'guest' ? await open({ width }) : await signIn(person, { width })
      for (const screen of screens) {
        await test.step(screen.name, async () => {
          await showScreen(page, screen)
          const { violations } = await new AxeBuilder({ page }).analyze()
          const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
          const findings = grave.flatMap(({ id, nodes }) =>
            nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
          )
          expect.soft(findings, `${screen.name} at ${width} px`).toEqual([])
        })
      }
    }
  })
}
