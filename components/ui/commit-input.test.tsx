import { render, screen, waitFor } from '@testing-library/react'
import { CommitInput } from './commit-input'

test('what was typed before the browser took over counts', async () => {
  const { renderToString } = await import('react-dom/server')
  const onCommit = jest.fn()
  const input = <CommitInput aria-label="搜索" value="" quietMs={1} onCommit={onCommit} />
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(input)
  screen.getByRole<HTMLInputElement>('textbox').value = '8011'
  render(input, { container, hydrate: true })
  await waitFor(() => expect(onCommit).toHaveBeenCalledWith('8011'))
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('8011')
})

test('a value from elsewhere is no typing', async () => {
  const onCommit = jest.fn()
  const { rerender } = render(<CommitInput aria-label="搜索" value="a" quietMs={1} onCommit={onCommit} />)
  rerender(<CommitInput aria-label="搜索" value="b" quietMs={1} onCommit={onCommit} />)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(onCommit).not.toHaveBeenCalled()
})
