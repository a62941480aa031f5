import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { TestPage } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import type { PolicyView } from '@/lib/domains/materials/contract/papers'
import PolicyDialog from './policy-dialog'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const policy: PolicyView = {
  id: 1,
  insType: '1',
  insurer: 'picc',
  policyNo: 'P1',
  insuredname: null,
  beneficiary: null,
  premium: '950.00',
  sumInsured: null,
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  status: '通过',
  byInsurer: false,
}

test.each([
  ['登记保单', null],
  ['修改保单', policy],
])('the dialog says what it does: %s', async (name, shown) => {
  jest.mocked(request).mockResolvedValue([])
  render(
    <TestPage>
      <PolicyDialog order={{ id: 7, rowVersion: 3 }} policy={shown} onClose={() => {}} />
    </TestPage>,
  )
  expect(await screen.findByRole('dialog', { name })).toBeVisible()
})
