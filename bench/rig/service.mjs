/**
 * The /nlos/ service behind all hops: it answers at once, so that what is measured is the hop. A login gets a token and
 * a user, `/file/get` 64 MiB, paths it was told get what it was told, everything else 1 KB of JSON, which is `/home/list`
 * as its contract says. A child process: it sends its port and takes `{ answers: { path: json } }`.
 */
import { createServer } from 'node:http'

const row = {
  id: 10_001,
  orderNo: 'QC2026112100017',
  customerName: '王建国',
  status: 'wait_entry',
  stageEnteredAt: '2026-11-21 09:30:00',
  amount: '128000.00',
  reason: null,
  event: 'submit_first',
  diligenceId: null,
}
const list = JSON.stringify({ data: Array(5).fill(row), total: 5, pageNo: 1, allPage: 1, nextCursor: null })
const login = JSON.stringify({
  token: 'b'.repeat(43),
  myUser: { id: 7, name: '王五', account: 'entry_clerk' },
})
const answers = new Map([['/login/go', Buffer.from(login)]])
const usual = Buffer.from(list)

const fileBytes = 64 * 1024 * 1024
const zeros = Buffer.alloc(64 * 1024)

const server = createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
  const path = req.url.split('?', 1)[0].replace(/^\/nlos/, '')
  req.resume()
  req.once('end', () => (path === '/file/get' ? sendFile(res) : sendJson(res, answers.get(path) ?? usual)))
})

function sendJson(res, body) {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  res.end(body)
}

function sendFile(res) {
  res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': fileBytes })
  let left = fileBytes
  const write = () => {
    while (left > 0) {
      left -= zeros.length
      if (!res.write(zeros)) return
    }
    res.end()
  }
  res.on('drain', write)
  write()
}

process.on('message', ({ answers: told }) => {
  for (const [path, json] of Object.entries(told)) answers.set(path, Buffer.from(json))
  process.send({ told: true })
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
