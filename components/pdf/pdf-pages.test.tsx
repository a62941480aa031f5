import { act, render, screen } from '@testing-library/react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { TestPage } from '@/components/ui/test-page'
import { PdfPages } from './pdf-pages'

test('a page that cannot be drawn says so beside the others, and is tried again', async () => {
  let broken = true
  const getPage = async (number: number) => ({
    getViewport: () => ({ width: 10, height: 10 }),
    render: () => ({
      promise: number === 2 && broken ? Promise.reject(new Error('broken')) : Promise.resolve(),
      cancel: () => {},
    }),
  })
  const document = { numPages: 3, getPage } as unknown as PDFDocumentProxy
  render(
    <TestPage>
      <PdfPages document={document} />
    </TestPage>,
  )
  await act(async () => undefined)
  expect(screen.getByRole('alert').textContent).toContain('第 2 页，共 3 页没有显示出来')
  expect(screen.getAllByRole('img', { name: /页/ })).toHaveLength(2)
  broken = false
  await act(async () => screen.getByRole('button', { name: '重试' }).click())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getAllByRole('img', { name: /页/ })).toHaveLength(3)
})
