import fc from 'fast-check'
import { sum, toMoney } from '../../../rules/money.ts'
import {
  balances,
  cashPostings,
  glAccounts,
  isOffBook,
  type ReleaseFigures,
  releasePostings,
  reversalOf,
} from './ledger.ts'

const e1: ReleaseFigures = {
  principal: '86000.00',
  ownPrincipal: '86000.00',
  cash: '86000.00',
  keptService: '0.00',
  keptOther: '0.00',
  upfrontService: '2580.00',
  upfrontOther: '0.00',
  feesReceived: '2580.00',
  deposit: '8600.00',
  rent: '0.00',
  overpaid: '0.00',
  rebate: '860.00',
}
/** Everything that leaves our account. */
const paidOut = (figures: ReleaseFigures) =>
  sum(linesOf(figures).flatMap(({ account, credit }) => (account === '1002' ? [credit] : [])))
const linesOf = (figures: ReleaseFigures) => releasePostings(figures).flatMap(({ lines }) => lines)

test('E1 posts what domain.md 4.12 has until the first instalment', () => {
  expect(releasePostings(e1).map(({ event }) => event)).toEqual(['E01', 'E02', 'E03', 'E04'])
  const received = cashPostings('11180.00', 'in').flatMap(({ lines }) => lines)
  expect(Object.fromEntries(balances([...received, ...linesOf(e1)]))).toEqual({
    '1002': '-74820.00',
    '2241.05': '0.00',
    '2401': '-2580.00',
    '2241.01': '-8600.00',
    '1531.01': '86000.00',
    '6421': '860.00',
    '2241.02': '-860.00',
  })
})

test('of a joint loan the books have our part, and the funder’s passes through', () => {
  const joint = { ...e1, ownPrincipal: '25800.00', cash: '85000.00', keptService: '1000.00' }
  const all = balances(linesOf(joint))
  expect(all.get('1531.01')).toBe('25800.00')
  expect(all.get('2241.04')).toBe('0.00')
  expect(all.get('1002')).toBe('-24800.00')
  expect(releasePostings(joint).at(-1)).toMatchObject({ event: 'E17' })
})

test('what is kept above our part of a joint loan stays of the funder’s money', () => {
  const joint = { ...e1, ownPrincipal: '800.00', cash: '85000.00', keptService: '1000.00' }
  const release = releasePostings(joint).find(({ event }) => event === 'E03')
  expect(Object.fromEntries(balances(release?.lines ?? []))).toEqual({
    '1531.01': '800.00',
    '2241.04': '200.00',
    '2401': '-1000.00',
  })
  expect(paidOut(joint)).toBe('85000.00')
})

test('of an assisted loan the funder’s money comes in, goes out, and what is kept of it is ours', () => {
  const assisted = {
    ...e1,
    ownPrincipal: '0.00',
    cash: '82590.00',
    keptService: '2580.00',
    keptOther: '830.00',
  }
  const all = balances(linesOf(assisted))
  expect([all.get('1531.01'), all.get('2241.04'), all.get('1002')]).toEqual([undefined, '0.00', '3410.00'])
  expect(paidOut(assisted)).toBe('82590.00')
  expect(all.get('7002')).toBe('86000.00')
})

test('of a joint loan nothing stands off the books', () => {
  expect(balances(linesOf({ ...e1, ownPrincipal: '25800.00' })).get('7002')).toBeUndefined()
})

test('what came beyond the sum due waits in 2203, with a first rent', () => {
  const over = releasePostings({ ...e1, rent: '2663.30', overpaid: '1000.00' })
  expect(over.find(({ event }) => event === 'E07')?.lines).toEqual([
    { account: '2241.05', debit: '3663.30', credit: '0.00' },
    { account: '2203', debit: '0.00', credit: '3663.30' },
  ])
})

test('cash of an order goes back the way it came', () => {
  const lines = [...cashPostings('500.00', 'in'), ...cashPostings('500.00', 'back')].flatMap(
    (one) => one.lines,
  )
  expect([...balances(lines).values()]).toEqual(['0.00', '0.00'])
})

test('fees that did not come in are owed, the service paid first', () => {
  const owing = { ...e1, upfrontOther: '980.00', feesReceived: '3000.00' }
  const of = (event: string) =>
    Object.fromEntries(
      balances(releasePostings(owing).flatMap((one) => (one.event === event ? one.lines : []))),
    )
  expect(of('E01')).toEqual({ '2241.05': '3000.00', '2401': '-2580.00', '6051': '-420.00' })
  expect(of('E06')).toEqual({ '1122.01': '560.00', '6051': '-560.00' })
  expect(
    releasePostings({ ...owing, feesReceived: '0.00', deposit: '0.00' }).map(({ event }) => event),
  ).toEqual(['E06', 'E03', 'E04'])
  expect(() => releasePostings({ ...owing, feesReceived: '3560.01' })).toThrow()
})

test('what does not add up is not posted', () => {
  expect(() => releasePostings({ ...e1, cash: '85999.99' })).toThrow('cash')
  expect(() => releasePostings({ ...e1, rebate: '-1.00' })).toThrow()
})

const fen = (most: number) => fc.bigInt({ min: 0n, max: BigInt(most) })

test('every release balances posting by posting, and its reversal leaves nothing', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1_000_000n, max: 10n ** 15n }),
      // Of a joint loan our part may be next to nothing, and less than what is kept.
      fc.bigInt({ min: 0n, max: 19_999n }),
      fc.tuple(...Array.from({ length: 7 }, () => fen(900_000 / 2))),
      (principal, share, [service, other, upService, upOther, deposit, rebate, rent]) => {
        const figures: ReleaseFigures = {
          principal: toMoney(principal),
          ownPrincipal: toMoney(principal - (principal * share) / 20_000n),
          cash: toMoney(principal - (service as bigint) / 4n - (other as bigint) / 4n),
          keptService: toMoney((service as bigint) / 4n),
          keptOther: toMoney((other as bigint) / 4n),
          upfrontService: toMoney(upService as bigint),
          upfrontOther: toMoney(upOther as bigint),
          feesReceived: toMoney(((upService as bigint) + (upOther as bigint)) / 2n),
          deposit: toMoney(deposit as bigint),
          rent: toMoney(rent as bigint),
          overpaid: toMoney((rent as bigint) / 3n),
          rebate: toMoney(rebate as bigint),
        }
        const postings = releasePostings(figures)
        for (const { lines } of postings) {
          const onBooks = lines.filter(({ account }) => !isOffBook(account))
          expect(sum(onBooks.map(({ debit }) => debit))).toBe(sum(onBooks.map(({ credit }) => credit)))
          for (const { account, debit, credit } of lines) {
            expect(glAccounts[account]).toBeDefined()
            expect([debit, credit].filter((side) => side === '0.00')).toHaveLength(1)
          }
        }
        const both = postings.flatMap((one) => [...one.lines, ...reversalOf(one).lines])
        expect([...balances(both).values()].filter((balance) => balance !== '0.00')).toEqual([])
        const all = balances(postings.flatMap(({ lines }) => lines))
        expect(all.get('1531.01') ?? '0.00').toBe(figures.ownPrincipal)
        expect(all.get('2241.04') ?? '0.00').toBe('0.00')
        expect(paidOut(figures)).toBe(figures.cash)
      },
    ),
  )
})
