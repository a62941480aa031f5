import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import {
  type ArchiveFact,
  archiveFactKinds,
  archiveNext,
  archiveRefusal,
  archiveStates,
  foldArchive,
  itemTakes,
} from './archive.ts'
import { expectedPapers } from './expected-papers.ts'
import { itemCode, readCode } from './papers.ts'

const names = (templateCode: string, kind = 'new') =>
  expectedPapers({ templateCode, car: { kind } }).map(
    ({ docType, copies, isOriginal }) => `${docType}${copies}${isOriginal ? '' : '复'}`,
  )

test.each([
  // 售后回租, with a policy: the car is ours until it is paid.
  [
    'shenfen',
    'new',
    ['机动车登记证书1', '合同原件1', '发票1', '保单1复', '备用钥匙1', '身份证复印件1复', '授权书1'],
  ],
  ['noInsure', 'new', ['机动车登记证书1', '合同原件1', '发票1', '备用钥匙1', '身份证复印件1复', '授权书1']],
  // 直租.
  [
    'jdzlld',
    'new',
    ['机动车登记证书1', '合同原件1', '发票1', '保单1复', '备用钥匙1', '身份证复印件1复', '授权书1'],
  ],
  // 联合贷, 助贷: the funder has a contract of its own, the customer both keys.
  ['lhdld', 'new', ['机动车登记证书1', '合同原件2', '发票1', '保单1复', '身份证复印件1复', '授权书1']],
  ['bdbzrld', 'new', ['机动车登记证书1', '合同原件2', '发票1', '保单1复', '身份证复印件2复', '授权书1']],
  // A customer's own car was sold by nobody.
  ['bdzgcld', 'used', ['机动车登记证书1', '合同原件1', '保单1复', '备用钥匙1', '身份证复印件1复', '授权书1']],
])('what the file of %s with a %s car must hold', (code, kind, expected) => {
  expect(names(code, kind)).toEqual(expected)
})

test('a label names its file and its paper, however the scanner writes it', () => {
  expect(readCode(itemCode('DA2025000123', 7))).toEqual({ archiveNo: 'DA2025000123', itemNo: 7 })
  expect(readCode(' da2025000123 ')).toEqual({ archiveNo: 'DA2025000123', itemNo: null })
  expect(readCode('B-012')).toBeNull()
})

const told = (...facts: ArchiveFact[]) => foldArchive([1, 2], facts).status

test('a file goes its way: mailed, signed, checked, chased, filed, lent, returned to its customer', () => {
  const all = { items: [1, 2] } as const
  const way: ArchiveFact[] = []
  const seen: string[] = []
  const then = (...facts: ArchiveFact[]) => {
    way.push(...facts)
    seen.push(told(...way))
  }
  then({ kind: 'mailed', ...all })
  then({ kind: 'signed' })
  then({ kind: 'ticked', items: [1] })
  then({ kind: 'checked' })
  then(
    { kind: 'mailed', items: [2] },
    { kind: 'signed' },
    { kind: 'ticked', items: [2] },
    { kind: 'checked' },
  )
  then({ kind: 'filed', boxNo: 'B-1', location: '一库-01-1-01' })
  then({ kind: 'lent', items: [1] })
  then({ kind: 'returned', items: [1] })
  then({ kind: 'settled' })
  then({ kind: 'lent', items: [1] })
  then({ kind: 'handed', items: [1] })
  then({ kind: 'lent', items: [2] }, { kind: 'handed', items: [2] })
  expect(seen).toEqual([
    '在途',
    '已签收',
    '核对中',
    '缺件待补',
    '核对中',
    '已归档',
    '借出',
    '已归档',
    '待退还',
    '待退还',
    // One paper is the customer's, the other one waits.
    '待退还',
    '已退还',
  ])
})

test('a parcel that goes back leaves its papers wanted; a lost paper may come again', () => {
  expect(told({ kind: 'mailed', items: [1] }, { kind: 'bounced' })).toBe('待收件')
  const lost: ArchiveFact[] = [
    { kind: 'entered', items: [1, 2] },
    { kind: 'filed', boxNo: 'B-1', location: '一库-01-1-01' },
    { kind: 'lost', items: [2] },
  ]
  expect(told(...lost)).toBe('遗失')
  expect(told(...lost, { kind: 'entered', items: [2] })).toBe('核对中')
})

test('whatever happens to a file, it goes along the table, and a paper is in one place', () => {
  const papers = [1, 2, 3]
  const reached = new Set<string>()
  const choice = fc.record({ which: fc.nat(1_000), one: fc.boolean() })
  fc.assert(
    fc.property(fc.array(choice, { minLength: 10, maxLength: 60 }), (choices) => {
      const facts: ArchiveFact[] = []
      let before = foldArchive(papers, facts)
      reached.add(before.status)
      for (const { which, one } of choices) {
        const possible = archiveFactKinds.flatMap((kind): ArchiveFact[] => {
          const items = papers.filter((no) => itemTakes(kind, before.items.get(no) ?? '应收'))
          const place = { boxNo: 'B-1', location: '一库-01-1-01' }
          const moved = items.length > 0 && { items: one ? items.slice(0, 1) : items }
          const fact = { kind, ...moved, ...place } as ArchiveFact
          return archiveRefusal(fact, before) ? [] : [fact]
        })
        const fact = possible[which % possible.length]
        if (!fact) continue
        facts.push(fact)
        const now = foldArchive(papers, facts)
        if (now.status !== before.status) expect(archiveNext[before.status]).toContain(now.status)
        expect([...now.items.keys()]).toEqual(papers)
        if (now.status === '已归档' || now.status === '借出' || now.status === '待退还') {
          expect(now.complete).toBe(true)
          expect(now.boxNo).not.toBeNull()
        }
        expect(now.status === '待退还' && !now.settled).toBe(false)
        reached.add(now.status)
        before = now
      }
    }),
    { numRuns: propertyRuns },
  )
  expect([...reached].sort()).toEqual([...archiveStates].sort())
})
