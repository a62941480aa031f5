import { act, render, waitFor } from '@testing-library/react'
import { useTabLocation } from '../ui/tab-port'
import { TestPage } from '../ui/test-page'
import { ManualPlace } from './manual-place'

let place: ReturnType<typeof useTabLocation> | undefined

function Asking() {
  place = useTabLocation()
  return <ManualPlace headings={{ '/order/query': '查询与进度' }} />
}

test('turns to the heading of the page it is asked for from, each time it is asked and not again', async () => {
  const turned: string[] = []
  Element.prototype.scrollIntoView = function (this: Element) {
    turned.push(this.id)
  }
  const tab = { query: 'of=%2Forder%2Fquery', dirty: false }
  render(
    <TestPage tab={tab}>
      <h2 id="查询与进度">查询与进度</h2>
      <Asking />
    </TestPage>,
  )
  expect(turned).toEqual(['查询与进度'])
  await waitFor(() => expect(tab.query).toBe(''))
  const ask = (of: string) => act(() => place?.setQuery({ of }))
  ask('/order/query')
  expect(turned).toHaveLength(2)
  ask('/no/page')
  expect(turned).toHaveLength(2)
})
