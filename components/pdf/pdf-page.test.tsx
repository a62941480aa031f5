import { act, render } from '@testing-library/react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { PdfPage } from './pdf-page'

const onDrawn = jest.fn()
const onFailed = jest.fn()
beforeEach(() => jest.resetAllMocks())

const viewport = { width: 10, height: 10 }
/** A document whose pages are drawn as the test says. */
const documentOf = (promise: () => Promise<void>, cancel = () => {}) =>
  ({
    getPage: async () => ({ getViewport: () => viewport, render: () => ({ promise: promise(), cancel }) }),
  }) as unknown as PDFDocumentProxy
const show = async (document: PDFDocumentProxy) => {
  const page = <PdfPage document={document} number={2} label="2" onDrawn={onDrawn} onFailed={onFailed} />
  const { unmount } = render(page)
  await act(async () => undefined)
  return unmount
}

test('a page that stands there says so', async () => {
  await show(documentOf(() => Promise.resolve()))
  expect(onDrawn).toHaveBeenCalledWith(2)
  expect(onFailed).not.toHaveBeenCalled()
})

test('a page that cannot be read or drawn says so', async () => {
  const broken = () => Promise.reject(new Error('broken'))
  await show(documentOf(broken))
  await show({ getPage: broken } as unknown as PDFDocumentProxy)
  expect(onFailed.mock.calls).toEqual([[2], [2]])
  expect(onDrawn).not.toHaveBeenCalled()
})

test('a page that was left before it was drawn has not failed', async () => {
  let cancelled = () => {}
  const drawing = new Promise<void>((_, reject) => (cancelled = () => reject(new Error('cancelled'))))
  const unmount = await show(documentOf(() => drawing, cancelled))
  unmount()
  await act(async () => undefined)
  expect(onFailed).not.toHaveBeenCalled()
})
