import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { fieldsFor } from './fields-for'
import { FormDialog } from './form-dialog'
import { useCheckedForm } from './use-checked-form'

type Values = { code: string; name: string }
const F = fieldsFor<Values>()
const user = userEvent.setup()
const name = () => screen.getByRole('textbox', { name: '名称' })
const shade = () => document.querySelector('.MuiDialog-container') ?? document.body

function Example(props: { onSubmit: () => Promise<unknown>; onClose: () => void }) {
  const form = useCheckedForm<Values>({ code: 'A1', name: '一部' }, () => ({}))
  return (
    <FormDialog title="编辑部门" form={form} {...props}>
      <F.Text name="code" label="编码" readOnly />
      <F.Text name="name" label="名称" />
    </FormDialog>
  )
}
function open(onSubmit: () => Promise<unknown> = async () => {}) {
  const onClose = jest.fn()
  render(
    <TestPage>
      <Example onSubmit={onSubmit} onClose={onClose} />
    </TestPage>,
  )
  return onClose
}

test('it is named by its title, and the first field that can be filled in has the focus', () => {
  open()
  expect(screen.getByRole('dialog', { name: '编辑部门' })).toBeInTheDocument()
  expect(name()).toHaveFocus()
})

test('a click beside it closes it until something was typed; Escape and 取消 always do', async () => {
  const onClose = open()
  await user.click(shade())
  expect(onClose).toHaveBeenCalledTimes(1)
  await user.type(name(), '二')
  await user.click(shade())
  expect(onClose).toHaveBeenCalledTimes(1)
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: '取消' }))
  expect(onClose).toHaveBeenCalledTimes(3)
})

test('what the save refuses stands at its field, and the dialog stays', async () => {
  const onClose = open(async () => {
    throw new ApiError(400, { message: '名称已存在', fields: { name: '名称已存在' } })
  })
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(await screen.findByText('名称已存在')).toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
})
