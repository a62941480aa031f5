import '@testing-library/jest-dom'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '../ui/test-page'
import { fieldsFor } from './fields-for'
import { Form } from './form'
import { LongForm } from './long-form'
import { useCheckedForm } from './use-checked-form'
import { useSubmission } from './use-submission'

type Values = { customer: { name: string; idNo: string }; contacts: { mobile: string }[] }
const F = fieldsFor<Values>()
const save = jest.fn()

function Entry() {
  const form = useCheckedForm<Values>(
    { customer: { name: '王伟', idNo: '' }, contacts: [{ mobile: '' }, { mobile: '' }] },
    (values): Record<string, string> => ({
      ...(values.customer.idNo === '' && { 'customer.idNo': 'rules.idRequired' }),
      ...(values.contacts[1]?.mobile === '' && { 'contacts.1.mobile': 'rules.mobileRequired' }),
    }),
  )
  const submission = useSubmission(form)
  return (
    <Form form={form} submission={submission} onSubmit={save} enter="ignore">
      <LongForm
        sections={[
          {
            id: 'customer',
            title: '客户身份',
            path: 'customer',
            done: false,
            content: (
              <>
                <F.Text name="customer.name" label="姓名" />
                <F.Text name="customer.idNo" label="证件号" />
              </>
            ),
          },
          {
            id: 'contacts',
            title: '紧急联系人',
            path: 'contacts',
            done: false,
            content: (
              <>
                <F.Text name="contacts.0.mobile" label="手机号一" />
                <F.Text name="contacts.1.mobile" label="手机号二" />
              </>
            ),
          },
          { id: 'source', title: '来源', path: 'source', done: true, content: '–' },
        ]}
        bar={<button type="submit">提交</button>}
      />
    </Form>
  )
}

test('the rail says where errors are, the bar how many, and leads to the first', async () => {
  render(
    <TestPage>
      <Entry />
    </TestPage>,
  )
  const rail = within(screen.getByRole('navigation', { name: '分区' }))
  expect(rail.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    '未完成',
    '未完成',
    '已完成',
  ])
  await userEvent.click(screen.getByRole('button', { name: '提交' }))
  expect(await rail.findAllByRole('img', { name: '1 处有误' })).toHaveLength(2)
  expect(save).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.getByLabelText('证件号')).toHaveFocus())

  await userEvent.type(screen.getByLabelText('证件号'), '1')
  await userEvent.click(await screen.findByRole('button', { name: '1 处有误，查看第一处' }))
  expect(screen.getByLabelText('手机号二')).toHaveFocus()

  await userEvent.type(screen.getByLabelText('手机号二'), '13800000000')
  await userEvent.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(screen.queryByText(/处有误/)).toBeNull()
})
