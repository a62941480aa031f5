import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { SessionProvider } from '@/lib/client/session'
import { intakeSections } from '@/lib/domains/orders/rules/entry/intake'
import { idCard } from '@/lib/rules/id-card'
import { TestPage } from '../ui/test-page'
import { SectionFields } from './section-fields'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn(async () => []) }))

const { customer } = intakeSections
function Fields() {
  const form = useForm({ defaultValues: { customer: { ...customer.defaults, idType: '01' } } })
  return (
    <FormProvider {...form}>
      <SectionFields section={customer} path="customer" />
    </FormProvider>
  )
}

const open = (demo: boolean) =>
  render(
    <TestPage>
      <SessionProvider
        session={{
          user: { id: 3, name: '程梅雪', account: 'entry_clerk' },
          roles: [],
          permissions: [],
          demo,
        }}
      >
        <Fields />
      </SessionProvider>
    </TestPage>,
  )

test('the demo fills in a number that passes, from a button that is no stop of Tab', async () => {
  open(true)
  const button = screen.getByRole('button', { name: '示例：填入一个虚构的证件号码' })
  expect(button).toHaveAttribute('tabindex', '-1')
  const number = screen.getByRole<HTMLInputElement>('textbox', { name: /^证件号码/ })
  await userEvent.click(button)
  await waitFor(() => expect(number).not.toHaveValue(''), { timeout: 10_000 })
  expect(idCard(number.value)).toBeNull()
  // It would stand over the number; the hands go on in the field.
  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(number).toHaveFocus()
})

test('outside the demo no number is offered', () => {
  open(false)
  expect(screen.getByRole('textbox', { name: /^证件号码/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /虚构/ })).toBeNull()
})
