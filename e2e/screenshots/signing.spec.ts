import type { Page } from '@playwright/test'
import { test } from '../support/desk.ts'
import { drawPage } from '../support/pictures.ts'
import { guaranteedOrder, makeContracts, prove, readAll, sendLinks, tailOf } from '../support/signing.ts'

/** As wide as a phone, a tablet and a desk: whoever signs opens the link where he is. */
async function drawAt(page: Page, name: string): Promise<void> {
  for (const width of [1440, 992, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await drawPage(page, `${name}-${width}`)
  }
}

test('pictures of what whoever signs sees, from the link to the frame for his name', async ({
  open,
  signIn,
}) => {
  const clerk = await signIn('contract_clerk')
  const orderId = await guaranteedOrder(clerk)
  await makeContracts(clerk, orderId)
  const [first] = await sendLinks(clerk)
  if (!first) throw new Error('nobody signs')
  const phone = await open({ width: 390 })
  await phone.goto(first.link)
  await drawAt(phone, 'signing-begin')
  await prove(phone, await tailOf(clerk, orderId, first.role))
  await drawAt(phone, 'signing-papers')
  await readAll(phone)
  await drawAt(phone, 'signing-frame')
})
