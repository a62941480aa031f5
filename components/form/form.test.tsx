import '@testing-library/jest-dom'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ApiError } from '@/lib/client/api-error'
import { wordOptions } from '@/lib/client/options'
import { cleanIdNo, cleanMobile } from '@/lib/rules/clean-value'
import { TestPage } from '../ui/test-page'
import { FieldGrid } from './field-grid'
import { fieldsFor } from './fields-for'
import { Form } from './form'
import { useCheckedForm } from './use-checked-form'
import { useSubmission } from './use-submission'

type Values = Record<
  'name' | 'mobile' | 'amount' | 'rate' | 'idNo' | 'gender' | 'date' | 'at' | 'seats',
  string
>
const findings = ({ name, mobile }: Values) => ({
  ...(name === '' && { name: 'rules.required' }),
  ...(!/^1\d{10}$/.test(mobile) && { mobile: 'rules.mobile' }),
})
const F = fieldsFor<Values>()
const genders = wordOptions([
  { value: '1', label: 'ui.yes' },
  { value: '2', label: 'ui.no' },
])

const filled: Values = {
  name: '王伟',
  mobile: '13800000000',
  amount: '98000',
  rate: '0.072',
  idNo: '',
  gender: '',
  date: '',
  at: '',
  seats: '',
}
const save = jest.fn<Promise<unknown>, [Values]>()
const newVersion = jest.fn()

function TestForm({ values, enter }: { values: Values; enter?: 'submit' | 'ignore' }) {
  const form = useCheckedForm<Values>(values, findings)
  const submission = useSubmission(form, newVersion)
  return (
    <Form
      form={form}
      submission={submission}
      onSubmit={save}
      enter={enter}
      fieldLabel={(path) => ({ name: '姓名', amount: '金额' })[path] ?? path}
    >
      <FieldGrid>
        <F.Text name="name" label="姓名" required clean={(text) => text.replaceAll(' ', '')} />
        <F.Text name="mobile" label="手机号" maxLength={11} clean={cleanMobile} />
        <F.Money name="amount" label="金额" />
        <F.Rate name="rate" label="利率" />
        <F.Text name="idNo" label="证件号" maxLength={18} clean={cleanIdNo} />
        <F.Date name="date" label="日期" />
        <F.Digits name="seats" label="座位" maxLength={3} />
        <F.DateTime name="at" label="发送时间" />
        <F.Radio name="gender" label="选择" options={genders} />
      </FieldGrid>
      <button type="submit">提交</button>
      {submission.busy && '保存中'}
    </Form>
  )
}

const open = (values = filled, enter?: 'submit' | 'ignore') =>
  render(
    <TestPage>
      <TestForm values={values} enter={enter} />
    </TestPage>,
  )
const submit = () => userEvent.click(screen.getByRole('button', { name: '提交' }))

beforeEach(() => {
  save.mockReset().mockResolvedValue(undefined)
  newVersion.mockClear()
})

test('rule keys show as words at their fields, and the first wrong field has the focus', async () => {
  open({ ...filled, name: '', mobile: '123' })
  await submit()
  expect(await screen.findByText('不能为空')).toBeVisible()
  expect(screen.getByText('请输入正确的手机号码')).toBeVisible()
  expect(screen.getByLabelText(/姓名/)).toBeInvalid()
  await waitFor(() => expect(screen.getByLabelText(/姓名/)).toHaveFocus())
  expect(save).not.toHaveBeenCalled()
})

test('errors of the service land at their fields and nothing is lost', async () => {
  save.mockRejectedValue(new ApiError(400, { message: '填写有误', fields: { mobile: '手机号已被使用' } }))
  open()
  await submit()
  expect(await screen.findByText('手机号已被使用')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('手机号')).toHaveFocus())
  expect(screen.getByLabelText(/姓名/)).toHaveValue('王伟')
})

test('a second submit while the first is on its way does nothing', async () => {
  let finish = () => {}
  save.mockReturnValue(new Promise<void>((resolve) => (finish = resolve)))
  open()
  const form = screen.getByRole('button', { name: '提交' })
  fireEvent.click(form)
  fireEvent.click(form)
  await screen.findByText('保存中')
  fireEvent.click(form)
  finish()
  await waitFor(() => expect(screen.queryByText('保存中')).toBeNull())
  expect(save).toHaveBeenCalledTimes(1)
})

test('Enter while composing submits nothing; Enter in a long form neither; Ctrl+Enter does', async () => {
  open(filled, 'ignore')
  const name = screen.getByLabelText(/姓名/)
  expect(fireEvent.keyDown(name, { key: 'Enter', isComposing: true })).toBe(false)
  expect(fireEvent.keyDown(name, { key: 'Enter', keyCode: 229 })).toBe(false)
  expect(fireEvent.keyDown(name, { key: 'Enter' })).toBe(false)
  expect(save).not.toHaveBeenCalled()
  fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
})

test('Enter submits a short form', async () => {
  open()
  await userEvent.type(screen.getByLabelText(/姓名/), '{Enter}')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
})

test('text is cleaned as it is typed, but not in the middle of a composition', async () => {
  open({ ...filled, name: '', idNo: '' })
  const name = screen.getByLabelText(/姓名/)
  fireEvent.compositionStart(name)
  fireEvent.change(name, { target: { value: 'ou yang' } })
  expect(name).toHaveValue('ou yang')
  fireEvent.change(name, { target: { value: '欧 阳' } })
  fireEvent.compositionEnd(name)
  expect(name).toHaveValue('欧阳')
  await userEvent.type(screen.getByLabelText('证件号'), '11010519491231002x')
  expect(screen.getByLabelText('证件号')).toHaveValue('11010519491231002X')
})

test.each([
  ['金额', '1e5'],
  ['金额', '8o000'],
  ['金额', '100.'],
  ['金额', '1.2.3'],
  ['利率', '1e1'],
  ['利率', '-7.2'],
  ['座位', '1a2x345'],
  ['座位', '-5'],
])('%s: %j typed key by key is no other value: it stays as it was typed', async (label, typed) => {
  open({ ...filled, amount: '', rate: '', seats: '' })
  await userEvent.type(screen.getByLabelText(label), typed)
  await userEvent.tab()
  expect(screen.getByLabelText(label)).toHaveValue(typed)
})

test.each([
  ['证件号', ' 110105 19491231 002x ', '11010519491231002X'],
  ['手机号', '+86 138-0000-0000', '13800000000'],
  ['手机号', '１３８００００００００', '13800000000'],
  ['金额', '￥1,234.50', '1234.50'],
  ['金额', '1.5万', '15000'],
  ['利率', '8.5%', '8.5'],
  ['日期', '2040/1/1', '2040-01-01'],
  ['日期', '2030年1月2日', '2030-01-02'],
  ['座位', '１,234', '1234'],
])('%s: %j pasted is its value, before any limit counts', async (label, pasted, value) => {
  open({ ...filled, idNo: '', mobile: '', amount: '', rate: '', date: '', seats: '' })
  await userEvent.click(screen.getByLabelText(label))
  await userEvent.paste(pasted)
  expect(screen.getByLabelText(label)).toHaveValue(value)
})

test.each([
  ['日期', '2030年1月23日', '2030-01-23'],
  ['日期', '2030年01月02号', '2030-01-02'],
  ['金额', '1.5万', '15,000.00'],
  ['金额', '１２３４．５', '1,234.50'],
  ['金额', '1234。5元', '1,234.50'],
  ['金额', '-5000', '−5,000.00'],
  ['座位', '１２', '12'],
])('%s: %j typed key by key is its value, as when it is pasted', async (label, typed, value) => {
  open({ ...filled, amount: '', date: '', seats: '' })
  await userEvent.type(screen.getByLabelText(label), typed)
  await userEvent.tab()
  expect(screen.getByLabelText(label)).toHaveValue(value)
})

test.each([
  ['手机号', '138-0000-0000 转 5'],
  ['证件号', '110105194912310021234'],
  ['金额', '1.234,50'],
  ['日期', '2025/2/30'],
  ['座位', '4或5'],
])('%s: %j is not understood and stays as it was pasted', async (label, pasted) => {
  open({ ...filled, idNo: '', mobile: '', amount: '', date: '', seats: '' })
  await userEvent.click(screen.getByLabelText(label))
  await userEvent.paste(pasted)
  await userEvent.tab()
  expect(screen.getByLabelText(label)).toHaveValue(pasted)
})

test('a date is typed as people write it; the form has the value from the first key on, the field when it is left', async () => {
  open({ ...filled, date: '' })
  const date = screen.getByLabelText('日期')
  await userEvent.type(date, '2030/1/12')
  expect(date).toHaveValue('2030/1/12')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(save.mock.calls[0]?.[0]).toMatchObject({ date: '2030-01-12' }))
  await userEvent.tab()
  expect(date).toHaveValue('2030-01-12')
})

test('a time is a date and a time of day beside it, each typed as people write it', async () => {
  render(<TestForm values={filled} />, { wrapper: TestPage })
  const group = within(screen.getByRole('group', { name: '发送时间' }))
  await userEvent.type(group.getByLabelText('发送时间（日期）'), '2030/1/2')
  await userEvent.tab()
  await userEvent.keyboard('9点')
  await userEvent.tab()
  expect(group.getByLabelText('发送时间（时刻）')).toHaveValue('09:00')
  fireEvent.click(screen.getByText('提交'))
  await waitFor(() => expect(save).toHaveBeenCalledWith({ ...filled, at: '2030-01-02T09:00' }))
})

test('Alt+↓ opens the calendar of a date, which is no stop of Tab', async () => {
  open({ ...filled, date: '2030-01-12' })
  const date = screen.getByLabelText('日期')
  await userEvent.click(date)
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  const calendar = await screen.findByRole('dialog', { name: '选择日期' }, { timeout: 10_000 })
  expect(within(calendar).getByText('2030年1月')).toBeVisible()
  await userEvent.click(within(calendar).getByRole('gridcell', { name: '25' }))
  expect(date).toHaveValue('2030-01-25')
  await waitFor(() => expect(date).toHaveFocus())
  await userEvent.tab()
  expect(screen.getByLabelText('座位')).toHaveFocus()
})

test.each([
  ['Tab, which chooses first', ['select', 'focus']],
  ['a dialog that opens, which has the focus first', ['focus', 'select']],
] as const)('what is chosen of an amount stays chosen without its separators: by %s', (_who, steps) => {
  open()
  const amount = screen.getByLabelText<HTMLInputElement>('金额')
  act(() => {
    for (const step of steps) amount[step]()
  })
  expect(amount).toHaveValue('98000')
  expect([amount.selectionStart, amount.selectionEnd]).toEqual([0, 5])
})

test('money has separators while it is not typed, and is decimal text in the form', async () => {
  open()
  const amount = screen.getByLabelText('金额')
  expect(amount).toHaveValue('98,000.00')
  await userEvent.click(amount)
  expect(amount).toHaveValue('98000')
  await userEvent.clear(amount)
  await userEvent.type(amount, '1234.56')
  await userEvent.tab()
  expect(amount).toHaveValue('1,234.56')
  await submit()
  await waitFor(() => expect(save.mock.calls[0]?.[0]).toMatchObject({ amount: '1234.56' }))
})

test('a rate is typed as a percentage and kept as a fraction', async () => {
  open()
  const rate = screen.getByLabelText('利率')
  expect(rate).toHaveValue('7.2')
  await userEvent.clear(rate)
  await userEvent.type(rate, '8.50')
  expect(rate).toHaveValue('8.50')
  await submit()
  await waitFor(() => expect(save.mock.calls[0]?.[0]).toMatchObject({ rate: '0.085' }))
})

test('a radio is reached by its words', async () => {
  open()
  await userEvent.click(screen.getByRole('radio', { name: '否' }))
  await submit()
  await waitFor(() => expect(save.mock.calls[0]?.[0]).toMatchObject({ gender: '2' }))
})

describe('a newer version', () => {
  const conflict = {
    rowVersion: 7,
    updatedAt: '2025-08-01T02:00:00Z',
    updatedBy: '李娜',
    changes: [{ path: 'amount', mine: '98000', theirs: '90000.00' }],
  }
  const meet = async () => {
    save.mockRejectedValueOnce(new ApiError(409, { message: '数据已被他人修改，请刷新', conflict }))
    open()
    await submit()
    await screen.findByRole('dialog', { name: '数据已被他人修改，请刷新' })
  }

  test('says who changed what, in the words of the form', async () => {
    await meet()
    expect(screen.getByText(/李娜 于 2025-08-01 10:00/)).toBeVisible()
    expect(screen.getByRole('row', { name: '金额 98000 90000.00 对方改过' })).toBeVisible()
  })

  test('keeping mine goes on with the newest version and loses nothing', async () => {
    await meet()
    await userEvent.click(screen.getByRole('button', { name: '保留我的内容，继续编辑' }))
    expect(newVersion).toHaveBeenCalledWith(7)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText('金额')).toHaveValue('98,000.00')
    await submit()
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  })

  test('what the other alone changed is taken unless somebody chooses otherwise', async () => {
    save.mockRejectedValueOnce(
      new ApiError(409, {
        message: '数据已被他人修改，请刷新',
        conflict: {
          ...conflict,
          changes: [...conflict.changes, { path: 'name', mine: '王伟明', theirs: '王伟' }],
        },
      }),
    )
    open()
    await userEvent.type(screen.getByLabelText(/姓名/), '明')
    await submit()
    const dialog = await screen.findByRole('dialog', { name: '数据已被他人修改，请刷新' })
    expect(within(dialog).getByRole('row', { name: /王伟明 王伟 只有我改过/ })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '按所选内容继续' }))
    await waitFor(() => expect(screen.getByLabelText('金额')).toHaveValue('90,000.00'))
    expect(screen.getByLabelText(/姓名/)).toHaveValue('王伟明')
  })

  test('taking theirs changes only what differs', async () => {
    await meet()
    await userEvent.click(screen.getByRole('button', { name: '采用最新内容' }))
    expect(newVersion).toHaveBeenCalledWith(7)
    await waitFor(() => expect(screen.getByLabelText('金额')).toHaveValue('90,000.00'))
    expect(screen.getByLabelText(/姓名/)).toHaveValue('王伟')
  })
})
