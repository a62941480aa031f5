import '@testing-library/jest-dom'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { request } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { regionItems } from '@/lib/rules/regions'
import { TestPage } from '../ui/test-page'
import { fieldsFor } from './fields-for'
import { Form } from './form'
import { type Findings, useCheckedForm } from './use-checked-form'
import { useSubmission } from './use-submission'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

type Values = { trade: string; home: string[] }
const F = fieldsFor<Values>()

const trades = listOptions(
  [
    '农林牧渔业',
    '采矿业',
    '制造业',
    '建筑业',
    '批发和零售业',
    '金融业',
    '房地产业',
    '教育',
    '重工业',
    '国际组织',
  ].map((label, index) => ({ value: String(index), label })),
)
const save = jest.fn<Promise<unknown>, [Values]>()

const judge = ({ trade }: Values): Findings => (trade === '' ? { trade: 'rules.required' } : {})

function TestForm({ values }: { values: Values }) {
  const form = useCheckedForm<Values>(values, judge)
  return (
    <Form form={form} submission={useSubmission(form)} onSubmit={save}>
      <F.Select name="trade" label="行业" options={trades} />
      <F.Region name="home" label="居住地" levels={3} />
      <button type="submit">提交</button>
    </Form>
  )
}

const open = (values: Values = { trade: '', home: [] }) =>
  render(
    <TestPage>
      <TestForm values={values} />
    </TestPage>,
  )
const trade = () => screen.getByRole('combobox', { name: '行业' })
const home = () => screen.getByRole('combobox', { name: '居住地' })
const entry = (name: string) => screen.findByRole('option', { name }, { timeout: 10_000 })
const saved = async () => {
  await userEvent.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  return save.mock.calls[0]?.[0]
}

beforeEach(() => {
  save.mockReset().mockResolvedValue(undefined)
  jest
    .mocked(request)
    .mockResolvedValue(regionItems.map((item) => ({ parentCode: null, ...item, enabled: true })))
})

test.each([
  ['a part of its name', '零售', '批发和零售业', '4'],
  ['pinyin', 'fangdichan', '房地产业', '6'],
  ['initials, in capitals too', 'JRY', '金融业', '5'],
  ['the reading of a word, not of its characters', 'zhonggong', '重工业', '8'],
])('a long list is searched by %s, and Enter takes what fits best', async (_way, typed, label, value) => {
  open()
  await userEvent.click(trade())
  await entry('教育')
  await userEvent.keyboard(typed)
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1), { timeout: 10_000 })
  await userEvent.keyboard('{Enter}')
  expect(trade()).toHaveValue(label)
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(await saved()).toMatchObject({ trade: value })
})

test('arrows move, Escape closes and changes nothing', async () => {
  open({ trade: '2', home: [] })
  expect(trade()).toHaveValue('制造业')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  await entry('教育')
  await waitFor(() => expect(screen.getByRole('option', { selected: true })).toHaveTextContent('制造业'))
  await userEvent.keyboard('{Escape}')
  expect(trade()).toHaveValue('制造业')
  await userEvent.keyboard('{ArrowDown}')
  await entry('教育')
  await waitFor(() => expect(trade()).toHaveAttribute('aria-activedescendant'))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(trade()).toHaveValue('建筑业')
})

test('what is no choice stays in sight with its message, and is no value', async () => {
  open({ trade: '2', home: [] })
  await userEvent.click(trade())
  await entry('教育')
  await userEvent.keyboard('航天业')
  expect(await screen.findByText('没有匹配的选项')).toBeVisible()
  await userEvent.tab()
  expect(trade()).toHaveValue('航天业')
  expect(screen.getByText('列表中没有“航天业”，请选择其中一项')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(trade()).toHaveFocus())
  expect(save).not.toHaveBeenCalled()
})

test('keys of an input method are its own until the text is there', async () => {
  open()
  await userEvent.click(trade())
  await entry('教育')
  fireEvent.compositionStart(trade())
  fireEvent.change(trade(), { target: { value: 'jiao yu' } })
  fireEvent.keyDown(trade(), { key: 'Enter', isComposing: true, keyCode: 229 })
  expect(trade()).toHaveValue('jiao yu')
  fireEvent.change(trade(), { target: { value: '教育' } })
  fireEvent.compositionEnd(trade())
  await userEvent.keyboard('{Enter}')
  expect(await saved()).toMatchObject({ trade: '7' })
})

test('the keys of the form open no list, and a submit by them takes what was typed or refuses it', async () => {
  open({ trade: '2', home: [] })
  await userEvent.tab()
  await userEvent.keyboard('{Control>}{ArrowDown}{/Control}')
  expect(trade()).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('航天业')
  expect(await screen.findByText('没有匹配的选项')).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('列表中没有“航天业”，请选择其中一项')).toBeVisible()
  await userEvent.clear(trade())
  await userEvent.keyboard('采矿')
  await entry('采矿业')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(save.mock.calls[0]?.[0]).toMatchObject({ trade: '1' })
})

test('a region is chosen level by level in one control, and back', async () => {
  open({ trade: '1', home: [] })
  await userEvent.click(home())
  await userEvent.click(await entry('广东省'))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    '‹ 返回广东省',
    '广州市',
    '深圳市',
  ])
  await userEvent.click(await entry('深圳市'))
  await userEvent.click(await entry('‹ 返回广东省 深圳市'))
  await userEvent.click(await entry('广州市'))
  await userEvent.click(await entry('天河区'))
  expect(home()).toHaveValue('广东省 广州市 天河区')
  expect(await saved()).toMatchObject({ home: ['440000', '440100', '440106'] })
})

test('a region is found from whatever level, and never shows a code', async () => {
  open({ trade: '1', home: ['440000', '440300', '440305'] })
  expect(home()).not.toHaveValue(expect.stringMatching(/\d/))
  await waitFor(() => expect(home()).toHaveValue('广东省 深圳市 南山区'))
  await userEvent.click(home())
  await entry('南山区')
  await userEvent.clear(home())
  await userEvent.keyboard('chongqing')
  const found = await entry('重庆市 渝中区')
  expect(within(screen.getByRole('listbox')).getAllByRole('option')).toEqual([found])
  await userEvent.keyboard('{Enter}')
  expect(await saved()).toMatchObject({ home: ['500000', '500100', '500103'] })
})
