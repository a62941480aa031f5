import '@testing-library/jest-dom'
import { render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { TestPage } from '@/components/ui/test-page'
import { type RowAction, RowActions, useActionsWidth } from './row-actions'

const actions = (...labels: string[]): RowAction[] =>
  labels.map((label) => ({ key: label, label, run: () => {} }))
const refused = (label: string): RowAction => ({
  key: label,
  label,
  run: () => {},
  permit: { ok: false, reason: 'list.empty' },
})
const page = { wrapper: ({ children }: { children: ReactNode }) => <TestPage>{children}</TestPage> }

test.each<[string, RowAction[], string[]]>([
  ['two short words and 更多', actions('编辑', '提交预审', '作废'), ['编辑', '提交预审', '更多']],
  ['two words alone', actions('编辑', '停用'), ['编辑', '停用']],
  [
    'one of two long words',
    actions('Send back for details', 'Submit pre-review'),
    ['Send back for details', '更多'],
  ],
  ['a long word alone', actions('Send back for details, then wait'), ['Send back for details, then wait']],
  ['what is refused is folded', [refused('停用'), ...actions('编辑')], ['编辑', '更多']],
])('in sight: %s', (_what, row, shown) => {
  render(<RowActions actions={row} />, page)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(shown)
})

test('the column is as wide as its widest row needs, and does not get narrower', () => {
  const { result, rerender } = renderHook(({ rows }) => useActionsWidth(rows), {
    ...page,
    initialProps: { rows: [actions('编辑')] },
  })
  const one = result.current
  rerender({ rows: [actions('编辑'), actions('编辑', '停用', '作废')] })
  const three = result.current
  expect(three).toBeGreaterThanOrEqual(one + 2 * 26)
  rerender({ rows: [actions('编辑')] })
  expect(result.current).toBe(three)
})
