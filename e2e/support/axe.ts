import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules of axe that a scheme can decide: it changes colours and nothing else. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Everything that axe finds serious or critical in the page once nothing moves in it, as `rule: element`: a colour
 * half-way through a transition has a contrast of its own.
 * @param part selector of the part to look at; the whole page without it. Other sites in frames are not ours.
 */
export function graveFindings(page: Page, part?: string): Promise<string[]> {
  return find(page, part)
}

/** As {@link graveFindings}, in dark, of a page that is light and whose findings there are known. */
export async function graveFindingsInDark(page: Page, part?: string): Promise<string[]> {
  const wear = (scheme: string) =>
    page.evaluate((scheme) => document.documentElement.setAttribute('data-scheme', scheme), scheme)
  await wear('dark')
  const findings = await find(page, part, colourRules)
  await wear('light')
  return findings
}

async function find(page: Page, part?: string, rules?: string[]): Promise<string[]> {
  await page.evaluate(async () => {
    // Everything that a new width or scheme changes is drawn with the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })
  // In the page itself: to put frames together, axe would open a second page for each look, and no frame is ours.
  const axe = new AxeBuilder({ page }).exclude('iframe').setLegacyMode()
  axe.options({ resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) })
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
