import { contracts } from '../contracts/index.ts'
import { fileNameOf, fileUrl } from './download.ts'

test.each([
  [`attachment; filename="a.xlsx"; filename*=UTF-8''%E8%BF%9B%E4%BB%B6.xlsx`, '进件.xlsx'],
  ['attachment; filename="list.xlsx"', 'list.xlsx'],
  ['attachment; filename=list.xlsx', 'list.xlsx'],
  [`attachment; filename*=UTF-8''%E8`, 'download'],
  [null, 'download'],
])('the name of %s is %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})

test('a file address carries the input of its endpoint', () => {
  expect(fileUrl(contracts.attachments.download, { orderId: 3, fileId: 9, thumb: '1' })).toBe(
    '/nlos/biz/material/file/get?orderId=3&fileId=9&thumb=1',
  )
})
