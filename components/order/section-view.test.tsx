import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { identity } from '@/lib/domains/identity/contract'
import { sectionsByName } from '@/lib/domains/orders/rules/entry/entry-values'
import type { Row, Section } from '@/lib/domains/orders/rules/entry/section'
import { maskOfField } from '@/lib/rules/mask'
import { TestPage } from '../ui/test-page'
import { RevealButton } from './reveal-button'
import { RevealScope } from './reveal-scope'
import { SectionRowsView, SectionView } from './section-view'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
const words: Record<string, [code: string, label: string][]> = {
  region: [
    ['110000', '北京市'],
    ['110100', '北京市'],
    ['110105', '朝阳区'],
  ],
  marital_status: [['2', '已婚']],
  relation: [['07', '朋友']],
}
beforeEach(() =>
  jest.mocked(request).mockImplementation(async (_, input) =>
    (words[(input as { type: string }).type] ?? []).map(([code, label]) => ({
      code,
      label,
      parentCode: null,
      enabled: true,
    })),
  ),
)

const show = (node: React.ReactNode, permissions: string[] = []) =>
  render(
    <TestPage>
      <SessionProvider
        session={{
          user: { id: 1, name: '陈静', account: 'chenjing01' },
          roles: [],
          permissions,
          demo: false,
        }}
      >
        <RevealScope orderId={8} version={1}>
          <RevealButton />
          {node}
        </RevealScope>
      </SessionProvider>
    </TestPage>,
  )
const shownAt = (label: string) => {
  const value = screen.getByText(label).nextElementSibling
  if (!(value instanceof HTMLElement)) throw new Error(`no value of ${label}`)
  return value
}

test('codes are words, a municipality is named once, switches are yes or no', async () => {
  const { residence } = sectionsByName
  const row = {
    ...residence.defaults,
    maritalStatus: '2',
    liveRegion: ['110000', '110100', '110105'],
    localHukou: true,
  }
  show(<SectionView section={residence} row={row} of="entry.residence" />)
  expect(await within(shownAt('婚姻状况')).findByText('已婚')).toBeVisible()
  expect(await within(shownAt('现居住省市区')).findByText('北京市 朝阳区')).toBeVisible()
  expect(shownAt('本地户籍')).toHaveTextContent('是')
  expect(shownAt('学历')).toHaveTextContent('–')
  // Rent is asked for where somebody rents.
  expect(screen.queryByText('月租金')).toBeNull()
})

test('money and rates are formatted, and a name stands for an id', () => {
  const { financing } = sectionsByName
  const row = { ...financing.defaults, productId: '7', annualRate: '0.0725', financeAmount: '86000.00' }
  show(
    <SectionView
      section={financing}
      row={row}
      instead={{ productId: '标准等额本息' }}
      of="entry.financing"
    />,
  )
  expect(shownAt('产品')).toHaveTextContent('标准等额本息')
  expect(shownAt('年利率')).toHaveTextContent('7.25%')
  expect(shownAt('融资额')).toHaveTextContent('86,000.00')
})

test('rows are a table whose cells know their column, and none is said in words', async () => {
  const { contacts } = sectionsByName
  show(
    <>
      <SectionRowsView
        of="entry.contacts"
        section={contacts}
        rows={[{ ...contacts.defaults, relation: '07', name: '王芳' }]}
        empty="无"
      />
      <SectionRowsView section={contacts} rows={[]} of="entry.rows" empty="没有联系人" />
    </>,
  )
  expect(await screen.findByRole('cell', { name: '朋友' })).toHaveAttribute('data-label', '与客户关系')
  expect(screen.getByText('没有联系人')).toBeVisible()
})

test('a verb that the state does not know is left out, a forbidden one says why, the main one comes last', async () => {
  const run = jest.fn()
  const verbs = [
    { key: 'a', label: '提交', permit: { ok: true }, main: true, run },
    { key: 'b', label: '作废', permit: { ok: false, reason: 'machine.refusal.permission' }, run },
    { key: 'c', label: '录单', permit: { ok: false, reason: 'machine.refusal.status' }, run },
  ] as const
  show(<VerbButtons verbs={verbs} />)
  const buttons = screen.getAllByRole('button')
  expect(buttons.map((button) => button.textContent)).toEqual(['作废', '提交'])
  expect(buttons[0]).toHaveAttribute('data-tip', '您没有此操作的权限')
  for (const button of buttons) await userEvent.click(button)
  expect(run).toHaveBeenCalledTimes(1)
})

/** A row of a section in which every field that is masked has something. */
const filled = (section: Section): Row => ({
  ...Object.fromEntries(
    section.fields.map((spec) => [spec.name, maskOfField(spec.name) ? `${spec.name}***` : spec.initial]),
  ),
  // Shows the licence number, and what employed people have.
  ...('hasDriverLicense' in section.defaults && { hasDriverLicense: true }),
  ...('employType' in section.defaults && { employType: '1' }),
})
const sections = Object.values(sectionsByName).map((section) => section as Section)
const secret = sections.filter(({ fields }) => fields.some(({ name }) => maskOfField(name)))

test.each(secret.map((section) => [section.name, section] as const))(
  'every masked field of %s has an eye, and all of them are shown at once',
  async (name, section) => {
    jest.mocked(call).mockImplementation(async (_, input) => ({
      values: Object.fromEntries(
        (input as { fields: string[] }).fields.map((field) => [field, `明文 ${field}`]),
      ),
    }))
    const row = filled(section)
    show(<SectionView section={section} row={row} of={`entry.${name}`} />, ['sensitive:view'])
    const fields = section.fields
      .filter((spec) => maskOfField(spec.name) && section.state(spec, row).visible)
      .map((spec) => `entry.${name}.${spec.name}`)
    expect(fields.length).toBeGreaterThan(0)
    expect(screen.getAllByRole('button', { name: /^查看完整/ })).toHaveLength(fields.length)

    await userEvent.click(screen.getByRole('button', { name: '查看全部' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '联系客户' }))
    expect(call).toHaveBeenLastCalledWith(identity.reveal, { orderId: 8, fields, purpose: 'contact' })
    for (const field of fields) expect(screen.getByText(`明文 ${field}`)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '恢复遮挡' }))
    expect(screen.queryByText(/^明文/)).toBeNull()
  },
)

test('one value alone is shown by its own eye; who may not see it has neither', async () => {
  jest.mocked(call).mockResolvedValue({ values: { 'entry.residence.liveAddress': '示例市示例路3号' } })
  const residence = sectionsByName.residence as Section
  const row = filled(residence)
  const view = <SectionView section={residence} row={row} of="entry.residence" />
  const { unmount } = show(view, ['sensitive:view'])
  await userEvent.click(screen.getByRole('button', { name: '查看完整现居住地址' }))
  expect(screen.getByText('示例市示例路3号')).toBeVisible()
  expect(call).toHaveBeenLastCalledWith(identity.reveal, {
    orderId: 8,
    fields: ['entry.residence.liveAddress'],
    purpose: 'single',
  })
  expect(screen.getByRole('button', { name: '查看全部' })).toBeVisible()
  unmount()
  show(view)
  expect(screen.queryByRole('button', { name: /查看/ })).toBeNull()
})
