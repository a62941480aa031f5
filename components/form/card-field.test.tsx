import '@testing-library/jest-dom'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '../ui/test-page'
import { fieldsFor } from './fields-for'
import { Form } from './form'
import { useCheckedForm } from './use-checked-form'
import { useSubmission } from './use-submission'

type Values = { cardNo: string }
const F = fieldsFor<Values>()
const heard: string[] = []

function TestForm() {
  const form = useCheckedForm<Values>({ cardNo: '' }, () => ({}))
  return (
    <Form form={form} submission={useSubmission(form)} onSubmit={async () => {}}>
      <F.Card name="cardNo" label="卡号" onTyped={(digits) => heard.push(digits)} />
    </Form>
  )
}

beforeEach(() => {
  heard.length = 0
  render(
    <TestPage>
      <TestForm />
    </TestPage>,
  )
})
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: '卡号' })

test('a letter in a number stays as it was typed, and no other number is made of it', async () => {
  await userEvent.type(input(), '62 22o020')
  expect(input()).toHaveValue('6222o020')
  expect(heard.at(-1)).toBe('6222o020')
  await userEvent.clear(input())
  await userEvent.paste('尾号 6222 0202')
  expect(input()).toHaveValue('尾号 6222 0202')
})

test('a number is typed in groups of four', async () => {
  await userEvent.type(input(), '622202020')
  expect(input()).toHaveValue('6222 0202 0')
  expect(heard.at(-1)).toBe('622202020')
})

test('a number is pasted with spaces, dashes or full-width digits, and none is cut', async () => {
  await userEvent.click(input())
  await userEvent.paste('6222-0202 ００11 2233 4461 9')
  expect(input()).toHaveValue('6222 0202 0011 2233 4461 9')
})

test('the caret stays behind the digit that was typed, and behind the one before a digit that was taken out', () => {
  fireEvent.change(input(), { target: { value: '622202020011' } })
  input().setSelectionRange(2, 2)
  fireEvent.change(input(), { target: { value: '62922 0202 0011', selectionStart: 3, selectionEnd: 3 } })
  expect(input()).toHaveValue('6292 2020 2001 1')
  expect(input().selectionStart).toBe(3)
})
