import { contracts } from '../domains/endpoints.ts'
import { fileUrl } from './download.ts'

test('a file address carries the input of its endpoint', () => {
  expect(fileUrl(contracts.attachments.download, { orderId: 3, fileId: 9, thumb: '1' })).toBe(
    '/nlos/biz/material/file/get?orderId=3&fileId=9&thumb=1',
  )
})
