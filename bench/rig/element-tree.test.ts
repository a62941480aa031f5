import { renderToStaticMarkup } from 'react-dom/server'
import { elementTree } from './element-tree.ts'

test('a page comes back as it was, without its scripts and comments', () => {
  const page =
    '<div class="a b" style="color:red;--own:1px" data-x="&quot;1&quot; &amp; 2"><!-- -->甲<br/><input disabled="" type="text" value="x"/><script nonce="n">if (a < b) {}</script><p>乙 &lt;丙&gt;</p></div>'
  expect(renderToStaticMarkup(elementTree(page))).toBe(
    '<div class="a b" style="color:red;--own:1px" data-x="&quot;1&quot; &amp; 2">甲<br/><input disabled="" type="text" value="x"/><p>乙 &lt;丙&gt;</p></div>',
  )
})
