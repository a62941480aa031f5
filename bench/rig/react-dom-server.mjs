/**
 * react-dom alone, answering every request with the elements of one page, rendered anew: `node react-dom-server.mjs
 * page.html`. It sends its port.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { renderToPipeableStream } from 'react-dom/server'
import { elementTree } from './element-tree.ts'

const page = elementTree(readFileSync(process.argv[2], 'utf8'))
const server = createServer({ keepAliveTimeout: 60_000 }, (_req, res) => {
  res.setHeader('content-type', 'text/html; charset=utf-8')
  const { pipe } = renderToPipeableStream(page, { onAllReady: () => pipe(res) })
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
