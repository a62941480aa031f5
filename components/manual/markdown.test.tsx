import { render, screen } from '@testing-library/react'
import '@testing-library/jest-dom'
import { TestPage } from '../ui/test-page'
import { Manual } from './manual'
import { blocksOf, spansOf } from './markdown'

test('a document is headings, paragraphs and lists', () => {
  const text = '# 一\n\n甲\n乙\n\n- 子\n- 丑\n1. 寅\n\n## 二\n末'
  expect(blocksOf(text).map((block) => block.kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'list',
    'heading',
    'paragraph',
  ])
  expect(blocksOf(text)[1]).toEqual({ kind: 'paragraph', spans: [{ kind: 'text', text: '甲 乙' }] })
})

test('text keeps what is around a picture, a link, strong words and code', () => {
  expect(spansOf('看 ![图](a.png)、[这里](b) 与 **要点** `x`')).toEqual([
    { kind: 'text', text: '看 ' },
    { kind: 'image', text: '图', src: 'a.png' },
    { kind: 'text', text: '、' },
    { kind: 'link', text: '这里', href: 'b' },
    { kind: 'text', text: ' 与 ' },
    { kind: 'strong', text: '要点' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'x' },
  ])
})

test('a manual has its headings, and pictures from their folder; markup in a text stays text', () => {
  render(
    <TestPage>
      <Manual
        title="手册"
        text={'# 手册\n\n## 登录\n\n![首页](screenshots/home.png)\n\n<b>粗</b>'}
        pictures="/p/"
      />
    </TestPage>,
  )
  expect(screen.getByRole('heading', { level: 2, name: '登录' })).toBeVisible()
  expect(screen.getByRole('img', { name: '首页' })).toHaveAttribute('src', '/p/screenshots/home.png')
  expect(screen.getByText('<b>粗</b>')).toBeVisible()
})
