import { type ArchiveFact, type ArchiveState, archiveRefusal, foldArchive } from './archive.ts'
import {
  comesIn,
  mailDirections,
  mailFits,
  mailNext,
  mailStateOf,
  mailStates,
  mailSteps,
  resultFits,
} from './mail.ts'
import {
  isLate,
  kindRefusal,
  type OutState,
  outCan,
  outKinds,
  outMoves,
  outStateOf,
  outStates,
  outSteps,
} from './outbound.ts'

const at = '2026-01-01T00:00:00.000Z'
const nothing = { approvedAt: null, refusedAt: null, outAt: null, backAt: null, handedAt: null }

test('of a file that lacks papers the others go back when its loan is over, and a lost paper is had anew', () => {
  const may = (status: ArchiveState, settled: boolean) =>
    outKinds.filter((kind) => kindRefusal(kind, { status, settled }) === null)
  expect(may('缺件待补', false)).toEqual([])
  expect(may('遗失', false)).toEqual(['遗失补办'])
  expect(may('缺件待补', true)).toContain('结清退还')
  expect(may('遗失', true)).toContain('结清退还')
  expect(may('已归档', false)).not.toContain('结清退还')
  const facts: ArchiveFact[] = [
    { kind: 'entered', items: [1] },
    { kind: 'filed', boxNo: 'B-1', location: '一库-01-1-01' },
    { kind: 'settled' },
    { kind: 'lent', items: [1] },
  ]
  const fold = foldArchive([1, 2], facts)
  expect(fold.status).toBe('缺件待补')
  const handed: ArchiveFact = { kind: 'handed', items: [1] }
  expect(archiveRefusal(handed, fold)).toBeNull()
  expect(foldArchive([1, 2], [...facts, handed]).status).toBe('已退还')
})

test('an application stands where its newest fact says', () => {
  expect(outStateOf(nothing)).toBe('待审批')
  expect(outStateOf({ ...nothing, approvedAt: at })).toBe('待出库')
  expect(outStateOf({ ...nothing, refusedAt: at })).toBe('驳回')
  const out = { ...nothing, approvedAt: at, outAt: at }
  expect(outStateOf(out)).toBe('已出库')
  expect(outStateOf({ ...out, backAt: at })).toBe('已归还')
  expect(outStateOf({ ...out, handedAt: at })).toBe('已交接')
})

test('whoever applied never decides, and papers of a settled loan alone go for good', () => {
  const permissions = ['archive:approve', 'archive:keep']
  for (const step of outSteps)
    for (const status of outStates)
      for (const outKind of outKinds) {
        const may = (id: number) => outCan(step, { status, outKind, applicantId: 7 }, { id, permissions }).ok
        const decides = outMoves[step].permission === 'archive:approve'
        if (decides) expect(may(7)).toBe(false)
        const fits = outMoves[step].from.includes(status as OutState)
        const final = outMoves[step].final === true
        expect(may(8)).toBe(fits && (!final || outKind === '结清退还'))
        expect(outCan(step, { status, outKind, applicantId: 7 }, { id: 8, permissions: [] }).ok).toBe(false)
      }
})

test('papers are late the day after they were due, as long as they are out', () => {
  const out = { status: '已出库', dueBack: '2026-02-28' } as const
  expect(isLate(out, '2026-02-28')).toBe(false)
  expect(isLate(out, '2026-03-01')).toBe(true)
  expect(isLate({ ...out, status: '已归还' }, '2026-03-01')).toBe(false)
  expect(isLate({ ...out, dueBack: null }, '2026-03-01')).toBe(false)
})

test('a parcel stands where its facts say, and only one that comes in is checked', () => {
  const parcel = { sentAt: null, receivedAt: null, bouncedAt: null, voidedAt: null, checkResult: null }
  expect(mailStateOf(parcel)).toBe('草稿')
  expect(mailStateOf({ ...parcel, voidedAt: at })).toBe('已作废')
  expect(mailStateOf({ ...parcel, sentAt: at })).toBe('已寄出')
  expect(mailStateOf({ ...parcel, sentAt: at, bouncedAt: at })).toBe('拒收退回')
  const here = { ...parcel, sentAt: at, receivedAt: at }
  expect(mailStateOf(here)).toBe('已签收')
  expect(mailStateOf({ ...here, checkResult: '齐全' })).toBe('核对齐全')
  expect(mailStateOf({ ...here, checkResult: '不符' })).toBe('核对缺件')
  for (const direction of mailDirections)
    for (const step of mailSteps)
      expect(mailStates.filter((status) => mailFits(step, { status, direction })).length).toBe(
        comesIn(direction) || (step !== 'tick' && step !== 'check') ? 1 : 0,
      )
  expect(
    Object.values(mailNext)
      .flat()
      .every((state) => mailStates.includes(state)),
  ).toBe(true)
  expect([
    resultFits('齐全', 0),
    resultFits('齐全', 1),
    resultFits('缺件', 0),
    resultFits('不符', 2),
  ]).toEqual([true, false, false, true])
})
