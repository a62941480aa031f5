import '@testing-library/jest-dom'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { TestPage } from '@/components/ui/test-page'
import { ReadRows } from './read-rows'

const file = {
  state: '已读取' as const,
  freshCount: 2,
  sameCount: 1,
  wrongCount: 1,
  addedCount: 0,
  heads: ['编号', '名称'],
  columns: { no: '编号', name: '名称' },
  lacks: [],
}
const onBook = jest.fn().mockResolvedValue({ added: 2 })
const onMap = jest.fn().mockResolvedValue({})
const shown = (more: Partial<Parameters<typeof ReadRows<'no' | 'name'>>[0]> = {}) =>
  render(
    <TestPage>
      <ReadRows<'no' | 'name'>
        file={file}
        fields={['no', 'name']}
        labelOf={(field) => ({ no: '号码', name: '姓名' })[field]}
        wrong={[{ row: 3, field: '号码', reason: '不是可选的内容', value: 'X' }]}
        lacksIn={({ no }) => no === undefined}
        onMap={onMap}
        onBook={onBook}
        onDownload={jest.fn()}
        {...more}
      />
    </TestPage>,
  )

test('rows that are right come in by one press, beside what is wrong with the others', async () => {
  shown()
  expect(screen.getByText('可导入 2 行，已存在 1 行，错误 1 行')).toBeVisible()
  expect(screen.getByText('号码：不是可选的内容')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: '导入 2 行' }))
  await waitFor(() => expect(onBook).toHaveBeenCalledTimes(1))
})

test('a file whose column is missing asks for it, and brings nothing in before it was read again', () => {
  shown({ file: { ...file, freshCount: 0, columns: { name: '名称' }, lacks: ['no'] } })
  expect(screen.getByText('没有找到这些列：号码。请在下面选择对应的列。')).toBeVisible()
  expect(screen.getByRole('button', { name: '按所选列重新读取' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('button', { name: '导入 0 行' })).toHaveAttribute('aria-disabled', 'true')
})

test('one that is imported is only read', () => {
  shown({ file: { ...file, state: '已导入', addedCount: 2 } })
  expect(screen.getByText('已导入 2 行，错误 1 行未导入')).toBeVisible()
  expect(screen.queryByRole('button', { name: /导入 \d+ 行/ })).toBeNull()
  expect(screen.getByRole('button', { name: '下载错误行' })).toBeVisible()
})
