import { noteRows, rowBeside, rowStepOf, type Trail } from './row-trail.ts'

const rowsOf = (ids: readonly number[], path: string) =>
  ids.map((id) => ({ id: String(id), address: `${path}?orderId=${id}` }))

/** A list on a server that others change, and the page of it that was seen. */
function listOf(ids: number[], start = 0, length = ids.length, path = '/a') {
  const reads: number[] = []
  const trail: Trail = {
    query: 'all',
    rows: rowsOf(ids.slice(start, start + length), path),
    start,
    total: ids.length,
    more: false,
    read: async (from, many) => {
      reads.push(from)
      return { rows: rowsOf(ids.slice(from, from + many), path), total: ids.length, more: false }
    },
  }
  return { ids, trail, reads }
}
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

async function walk(key: string, step: 1 | -1): Promise<number[]> {
  const passed: number[] = []
  for (let now = key; ; ) {
    const address = await rowBeside(now, step)
    if (address === undefined) return passed
    const id = Number(address.split('=')[1])
    passed.push(id)
    now = `/order/${id}`
  }
}

test('a case knows its neighbours in the list that was seen last', async () => {
  noteRows('pool', listOf([1, 2, 3]).trail)
  noteRows('query', listOf([9, 2], 0, 2, '/b').trail)
  expect(rowStepOf('/order/1')).toEqual({ at: 1, of: 3, more: false, hasPrevious: false, hasNext: true })
  expect(rowStepOf('/order/2')).toEqual({ at: 2, of: 2, more: false, hasPrevious: true, hasNext: false })
  await expect(rowBeside('/order/2', -1)).resolves.toBe('/b?orderId=9')
  noteRows('pool', listOf([2, 3]).trail)
  await expect(rowBeside('/order/2', 1)).resolves.toBe('/a?orderId=3')
  expect(rowStepOf('/order/7')).toBeUndefined()
})

test('of very many lists the first ones are forgotten', () => {
  noteRows('first', listOf([70]).trail)
  for (let at = 0; at < 20; at++) noteRows(`list${at}`, listOf([]).trail)
  expect(rowStepOf('/order/70')).toBeUndefined()
})

test('the way leads across the borders of pages, to both ends, and is read when somebody goes there', async () => {
  const { trail, reads } = listOf(upTo(257), 120, 20)
  noteRows('pages', trail)
  expect(rowStepOf('/order/140')).toEqual({ at: 140, of: 257, more: false, hasPrevious: true, hasNext: true })
  expect(reads).toEqual([])
  await expect(walk('/order/140', 1)).resolves.toEqual(upTo(257).slice(140))
  await expect(walk('/order/121', -1)).resolves.toEqual(upTo(120).reverse())
  expect(rowStepOf('/order/257')).toMatchObject({ at: 257, hasNext: false })
  expect(rowStepOf('/order/1')).toMatchObject({ at: 1, hasPrevious: false })
  expect(reads.length).toBeLessThan(9)
})

test('cases that were dealt with leave the list: none that moved up is passed over, and numbers do not jump', async () => {
  for (const gone of [1, 20, 60]) {
    const { ids, trail } = listOf(upTo(200), 40, 60)
    noteRows('work', trail)
    ids.splice(100 - gone, gone)
    await expect(rowBeside('/order/100', 1)).resolves.toBe('/a?orderId=101')
    expect(rowStepOf('/order/101')).toMatchObject({ at: 101, of: 200 })
  }
  const { ids, trail } = listOf(upTo(200), 120, 60)
  noteRows('work', trail)
  ids.splice(0, 80)
  await expect(rowBeside('/order/121', -1)).resolves.toBe('/a?orderId=120')
})

test('the end is where the rows are, whatever was counted', async () => {
  const { trail } = listOf(upTo(20))
  noteRows('counted', { ...trail, more: true })
  expect(rowStepOf('/order/20')).toMatchObject({ hasNext: true, more: true })
  await expect(rowBeside('/order/20', 1)).resolves.toBeUndefined()
  expect(rowStepOf('/order/20')).toMatchObject({ hasNext: false, more: false, of: 20 })
})

test('the list that is seen again keeps the way beyond its page; with another query it is another list', async () => {
  const { trail } = listOf(
    upTo(60).map((id) => 1000 + id),
    0,
    20,
  )
  noteRows('again', trail)
  await rowBeside('/order/1020', 1)
  noteRows('again', trail)
  expect(rowStepOf('/order/1021')).toMatchObject({ at: 21 })
  noteRows('again', { ...trail, query: 'few' })
  expect(rowStepOf('/order/1021')).toBeUndefined()
})

test('an order that several rows belong to is passed once', async () => {
  noteRows('flows', listOf([5, 6, 5, 5, 8, 6]).trail)
  await expect(walk('/order/5', 1)).resolves.toEqual([6, 8])
  await expect(walk('/order/8', -1)).resolves.toEqual([6, 5])
})
