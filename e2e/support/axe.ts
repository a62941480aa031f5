import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What axe finds serious or critical in the page once nothing moves in it, as `rule: element`: a colour half-way
 * through a transition has a contrast of its own.
 * @param part selector of the part to look at; the whole page without it. Other sites in frames are not ours.
 */
export async function graveFindings(page: Page, part?: string): Promise<string[]> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })
  const axe = new AxeBuilder({ page }).exclude('iframe')
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
