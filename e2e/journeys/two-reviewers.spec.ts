import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { cells, expectLoaded, rows, textOf, toast } from '../support/shell.ts'

/** Holds a call of each page until all of them have made it: at once on any machine. */
async function sendTogether(pages: readonly Page[], call: string): Promise<void> {
  const all = Promise.withResolvers<void>()
  let made = 0
  for (const page of pages) {
    await page.route(call, async (route) => {
      made += 1
      if (made === pages.length) all.resolve()
      await all.promise
      await route.continue()
    })
  }
}

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
  await sendTogether(pages, '**/nlos/biz/review/task/claim')
  // Looked for from the start: whoever loses may be told, and the words be gone, before the winner has his page.
  const outcomes = Promise.all(
    pages.map((page) =>
      Promise.race([
        page.waitForURL(/\/mycheopeone\/details\?orderId=\d+/).then(() => 'won'),
        toast(page, /^该订单已被.+领取$/)
          .waitFor()
          .then(() => 'told'),
      ]),
    ),
  )
  await Promise.all(claims.map((claim) => claim.click()))
  const ends = await outcomes
  expect(ends.toSorted()).toEqual(['told', 'won'])
  const [winner, loser] = ends[0] === 'won' ? pages : pages.toReversed()
  if (!winner || !loser) throw new Error('two pages, two ends')
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
