import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { SessionProvider } from '@/lib/client/session'
import { milestoneCodes, milestones } from '@/lib/domains/identity/rules/milestones'
import { TestPage } from '../ui/test-page'
import { MissingMilestones } from './missing-milestones'

const order = { id: 7, orderNo: 'BLQ20250801000007' }

function show(permissions: readonly string[]) {
  render(
    <SessionProvider session={{ permissions, roles: [] } as never}>
      <TestPage>
        <MissingMilestones codes={milestoneCodes} order={order} />
      </TestPage>
    </SessionProvider>,
  )
  // Behind it stands which tab it opens in.
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href')?.split('&')[0])
}

test('who can clear a milestone is led there, everybody is told who can', () => {
  expect(show(['gps:fit', 'material:review'])).toEqual([
    '/gps/fittingDetails?orderId=7',
    '/materials/peoplekeep/Details?orderId=7',
    '/materials/carmortgage/Details?orderId=7',
  ])
  expect(screen.getByText('电子合同已签：由合同专员办理')).toBeVisible()
  expect(screen.getByRole('link', { name: '去办理：GPS已安装' })).toHaveTextContent('去办理')
})

test('every milestone has its place', () => {
  const all = milestoneCodes.map((code) => milestones[code].clears)
  expect(show(all)).toHaveLength(milestoneCodes.length)
})
