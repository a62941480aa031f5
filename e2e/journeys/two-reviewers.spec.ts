import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { cells, expectLoaded, rows, textOf, toast } from '../support/shell.ts'

test('of two reviewers who claim one order at once, one gets it and the other is told', async ({
  signIn,
}) => {
  const first = await signIn('pre_reviewer')
  const pages = [first, await signIn('pre_reviewer2')]
  for (const page of pages) {
    await page.goto('/mycheopeone/index')
    await expectLoaded(page)
  }
  const orderNo = await textOf(cells(rows(first).first(), '订单编号'))
  const claims = pages.map((page) =>
    rows(page).filter({ hasText: orderNo }).getByRole('button', { name: '领取', exact: true }),
  )
  for (const claim of claims) await expect(claim).not.toHaveAttribute('aria-disabled', 'true')
  await Promise.all(claims.map((claim) => claim.click()))

  const won = (page: Page) => page.waitForURL(/\/mycheopeone\/details\?orderId=\d+/)
  const winner = await Promise.race(pages.map((page) => won(page).then(() => page)))
  const loser = pages.find((page) => page !== winner)
  if (!loser) throw new Error('nobody lost')
  await expect(toast(loser, /^该订单已被.+领取$/)).toBeVisible()
  await expect(loser).toHaveURL(/\/mycheopeone\/index/)
  await expect(rows(loser).filter({ hasText: orderNo })).toHaveCount(0)
  await loser.getByRole('button', { name: '他人已领取' }).click()
  await expectLoaded(loser)
  await expect(rows(loser).filter({ hasText: orderNo })).toBeVisible()

  await expect(winner.getByText(orderNo).first()).toBeVisible()
  await winner.goto('/mycheopeone/index?claim=mine')
  await expectLoaded(winner)
  await expect(rows(winner).filter({ hasText: orderNo })).toBeVisible()
})
