import { expect, type Page } from '@playwright/test'

/**
 * Everything that a captcha shows, which nobody but a person can read in it: the server of the journeys says it beside
 * the picture (NLOS_SHOW_CAPTCHA, which no start outside the demo takes). Draws a new one.
 */
export async function readCaptcha(page: Page): Promise<string> {
  const drawing = page.getByRole('button', { name: '看不清，换一张' })
  // One that is still being drawn would answer in the place of ours.
  await expect(drawing).toHaveAttribute('style', /url/)
  const before = await drawing.getAttribute('style')
  const drawn = page.waitForResponse((response) => response.url().endsWith('/biz/identity/captcha/draw'))
  await drawing.click()
  const { shown } = (await (await drawn).json()) as { shown: string | null }
  // Until its picture stands there, the page still has the one before.
  await expect.poll(async () => (await drawing.getAttribute('style')) ?? before).not.toBe(before)
  return shown ?? ''
}
