import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { TestPage } from '@/components/ui/test-page'
import LineDiff from './line-diff'
import type { Values } from './template-values'
import { TextSection } from './text-section'

function Editor({ body }: { body: string }) {
  const form = useForm<Values>({ defaultValues: { body } })
  return (
    <TestPage>
      <FormProvider {...form}>
        <TextSection />
      </FormProvider>
    </TestPage>
  )
}
const text = () => screen.getByRole('textbox', { name: '正文' })

test('a field that does not exist is named with its line, and made the nearest one by a click', async () => {
  render(<Editor body={'甲方\n{承租人名}租车'} />)
  expect(screen.getByText('有 1 处需要改正')).toBeVisible()
  expect(screen.getByRole('button', { name: '第 2 行：没有字段“承租人名”' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '改为“承租人姓名”' }))
  expect(text()).toHaveValue('甲方\n{承租人姓名}租车')
  expect(screen.getByText('没有问题')).toBeVisible()
})

test('the cursor goes to the line of a problem', async () => {
  render(<Editor body={'甲方\n[如果 新车]\n乙方'} />)
  await userEvent.click(screen.getByRole('button', { name: '第 2 行：[如果] 没有 [完]' }))
  await new Promise(requestAnimationFrame)
  const { selectionStart, selectionEnd } = text() as HTMLTextAreaElement
  expect([selectionStart, selectionEnd]).toEqual([3, 10])
})

test('what the list of fields offers is searched, and put in where the cursor stands', async () => {
  render(<Editor body="车价" />)
  const area = text() as HTMLTextAreaElement
  area.setSelectionRange(2, 2)
  const palette = within(screen.getByRole('complementary', { name: '可用字段' }))
  await userEvent.type(palette.getByRole('searchbox'), '车辆价格大写')
  expect(palette.getAllByRole('button')).toHaveLength(1)
  await userEvent.click(palette.getByRole('button', { name: '车辆价格大写' }))
  expect(area).toHaveValue('车价{车辆价格大写}')
  // The cursor goes back to the text with the next frame.
  await new Promise(requestAnimationFrame)
  await userEvent.clear(palette.getByRole('searchbox'))
  await userEvent.type(palette.getByRole('searchbox'), '没有的')
  expect(await palette.findByText('没有匹配的字段')).toBeVisible()
})

test('two texts differ line by line, with what is far from it left out', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `第${at}条`)
  const after = lines.with(10, '改过的条')
  const { container } = render(
    <TestPage>
      <LineDiff before={lines.join('\n')} after={after.join('\n')} />
    </TestPage>,
  )
  expect([...container.querySelectorAll('del')].map((one) => one.textContent)).toEqual(['−第10条'])
  expect([...container.querySelectorAll('ins')].map((one) => one.textContent)).toEqual(['+改过的条'])
  expect(screen.getByText('… 8 行未变 …')).toBeVisible()
  expect(screen.getByText('… 7 行未变 …')).toBeVisible()
})
