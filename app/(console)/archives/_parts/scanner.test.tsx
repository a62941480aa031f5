import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { Scanner } from './scanner'

test('a scanner types codes and Enter: each is taken once and in its order, and a refusal is said in its words', async () => {
  const user = userEvent.setup()
  const taken: string[] = []
  const take = async (code: string) => {
    // The first answer is the slowest: those behind it wait for their turn.
    await new Promise((resolve) => setTimeout(resolve, taken.length === 0 ? 20 : 0))
    if (taken.includes(code)) throw new ApiError(422, { message: `${code} 已扫描过` })
    taken.push(code)
    return `${code} 已收到`
  }
  render(<Scanner label="扫描" take={take} />, { wrapper: TestPage })
  const input = screen.getByLabelText('扫描')
  await user.type(input, 'DA2026000001-01{Enter}DA2026000001-02{Enter}')
  expect(await screen.findByText('DA2026000001-02 已收到')).toBeVisible()
  expect(taken).toEqual(['DA2026000001-01', 'DA2026000001-02'])
  expect(input).toHaveValue('')
  await user.type(input, 'DA2026000001-01{Enter}')
  expect(await screen.findByText('DA2026000001-01 已扫描过')).toBeVisible()
  // An empty Enter is none.
  await user.type(input, '{Enter}')
  expect(taken).toHaveLength(2)
})
