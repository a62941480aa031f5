import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { caseOf, guaranteedOrder, panel, signByCalls } from '../support/signing.ts'

/** Contracts in a bucket that two processes share: made by one, read and signed at the other, opened at both. */

/** The bytes of a contract as a console opens it, as text of single bytes. */
const openedAt = (page: Page, id: number): Promise<{ status: number; text: string }> =>
  page.evaluate(async (id) => {
    const response = await fetch(`/nlos/biz/contract/file/get?id=${id}`, { headers: { 'x-nlos': '1' } })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, text: Array.from(bytes, (byte) => String.fromCharCode(byte)).join('') }
  }, id)

test('contracts that one process made are signed at the other, sealed once, and open the same at both', async ({
  signIn,
}) => {
  const other = process.env.OTHER_URL ?? ''
  const clerk = await signIn('contract_clerk')
  const orderId = await guaranteedOrder(clerk)
  await signByCalls(clerk, orderId, other)
  await clerk.goto(`/elecontract/details?orderId=${orderId}`)
  await expect(panel(clerk).getByText('PAdES B-T')).toBeVisible({ timeout: 120_000 })

  const there = await signIn('contract_clerk', { server: other })
  const { contracts } = await caseOf(clerk, orderId)
  const signed = contracts.filter(({ status }) => status === '已签署')
  expect(signed.length).toBeGreaterThan(4)
  for (const { id } of signed) {
    const [here, away] = await Promise.all([openedAt(clerk, id), openedAt(there, id)])
    expect(here.status).toBe(200)
    expect(here.text.slice(0, 5)).toBe('%PDF-')
    expect(here.text).toContain('/ETSI.CAdES.detached')
    expect(away).toEqual(here)
  }
})
