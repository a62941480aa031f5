import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { useHydrated } from './use-hydrated'

const Count = ({ count }: { count: number }) => <p>{useHydrated() ? `消息 ${count}` : '消息'}</p>

test('what is known before the browser takes over shows after it, and the words of the server stand until then', async () => {
  const { renderToString } = await import('react-dom/server')
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(<Count count={0} />)
  expect(container).toHaveTextContent(/^消息$/)
  const onRecoverableError = jest.fn()
  render(<Count count={3} />, { container, hydrate: true, onRecoverableError })
  expect(await screen.findByText('消息 3')).toBeVisible()
  expect(onRecoverableError).not.toHaveBeenCalled()
})
