import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import type { Holding } from '../domains/identity/rules/permission-match.ts'
import { HasAnyPermission, HasNoPermission, HasPermission, useCan } from './permission.tsx'
import { SessionProvider } from './session.tsx'

const Helpers = { HasPermission, HasNoPermission, HasAnyPermission }
const user = { id: 1, name: '陈静', account: 'chenjing01' }

function shown(name: keyof typeof Helpers, of: Holding[]): boolean {
  const Helper = Helpers[name]
  const session = { user, roles: ['cashier'], permissions: ['release:make', 'order:view'], demo: false }
  const { unmount } = render(
    <SessionProvider session={session}>
      <Helper of={of}>
        <button type="button">放款</button>
      </Helper>
    </SessionProvider>,
  )
  const found = screen.queryByRole('button') !== null
  unmount()
  return found
}

test.each([
  ['HasPermission', ['cashier', 'release:make'], true],
  ['HasPermission', ['cashier', 'release:check'], false],
  ['HasNoPermission', ['release:check', 'admin'], true],
  ['HasNoPermission', ['release:check', 'cashier'], false],
  ['HasAnyPermission', ['release:check', 'cashier'], true],
  ['HasAnyPermission', ['release:check', 'admin'], false],
] as const)('%s of %j: %s', (name, of, expected) => {
  expect(shown(name, [...of])).toBe(expected)
})

function Releases() {
  const can = useCan()
  return (['release:make', 'release:check'] as const).map((one) => can(one) && <i key={one}>{one}</i>)
}

test('as a function, for loops', () => {
  const session = { user, roles: [], permissions: ['release:make'], demo: false }
  const { container } = render(
    <SessionProvider session={session}>
      <Releases />
    </SessionProvider>,
  )
  expect(container).toHaveTextContent(/^release:make$/)
})
