import { openTestBackend, type TestBackend } from '../../testing.ts'
import { products } from '../contract.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

test('the vehicle library leads from brands to series to models, each by any part of its name', async () => {
  const clerk = backend.as('entry_clerk')
  const brands = await clerk.call(products.vehicles, {})
  expect(brands).toEqual(expect.arrayContaining(['比亚迪', '大众', '特斯拉']))
  expect(new Set(brands).size).toBe(brands.length)
  const series = await clerk.call(products.vehicles, { brand: '比亚迪' })
  expect(series).toContain('秦PLUS')
  expect(series).not.toContain('朗逸')
  const models = await clerk.call(products.vehicles, { brand: '比亚迪', series: '秦PLUS' })
  expect(models.length).toBeGreaterThan(1)
  expect(await clerk.call(products.vehicles, { brand: '特斯拉', text: 'model' })).toEqual([
    'Model 3',
    'Model Y',
  ])
  expect(await clerk.call(products.vehicles, { brand: '特斯拉', text: '%' })).toEqual([])
  expect(await clerk.call(products.vehicles, { brand: '没有的牌子' })).toEqual([])
})
