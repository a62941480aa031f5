import fc from 'fast-check'
import { interviewScriptItems } from '../../configuration/rules/interview-script.ts'
import {
  gapsOf,
  interviewFits,
  interviewStatuses,
  passLacks,
  playOrder,
  scriptOf,
  unrecorded,
} from './interview.ts'

test('the machine is that of the domain', () => {
  const from = (step: Parameters<typeof interviewFits>[0]) =>
    interviewStatuses.filter((status) => interviewFits(step, status))
  expect(from('begin')).toEqual(['待面签', '重签'])
  expect(from('pass')).toEqual(['进行中'])
  expect(from('fail')).toEqual(['进行中'])
  expect(from('redo')).toEqual(['通过', '不通过'])
})

test('a script is what everybody is asked, what the product adds, and what applies at times', () => {
  const own = [
    { code: 'P001', label: '某产品' },
    { code: 'P001_use', label: '车辆是否用于网约车？', parentCode: 'P001' },
  ]
  const standard = scriptOf(interviewScriptItems, 'P001')
  const product = scriptOf([...interviewScriptItems, ...own], 'P001')
  expect(standard.filter(({ required }) => required).map(({ code }) => code)).toContain('standard_identity')
  expect(product).toHaveLength(standard.length + 1)
  expect(product.find(({ code }) => code === 'P001_use')).toMatchObject({ required: true, ok: false })
  expect(scriptOf([...interviewScriptItems, ...own], 'P002')).toEqual(standard)
})

test('a pass lacks what is not asked, not photographed, not recorded or not the same person', () => {
  const line = { required: true, ok: true }
  const whole = {
    script: [line, { required: false, ok: false }],
    snapshots: 2,
    recording: undefined,
    identity: '一致' as const,
  }
  expect(passLacks(whole)).toEqual([])
  expect(passLacks({ ...whole, script: [{ ...line, ok: false }] })).toEqual(['script'])
  expect(passLacks({ ...whole, snapshots: 1 })).toEqual(['snapshots'])
  expect(passLacks({ ...whole, recording: 'gap' })).toEqual(['gap'])
  expect(passLacks({ ...whole, identity: '无法核实' })).toEqual(['identity'])
})

test('a recording has all that was asked and photographed, but for short gaps', () => {
  const piece = (id: number, startAt: number, length: number) => ({ id, startAt, length })
  expect(unrecorded([], [5_000])).toBe(5_000)
  const recorded = [piece(2, 70_000, 20_000), piece(1, 2_000, 30_000)]
  expect(unrecorded(recorded, [0, 10_000, 52_000, 80_000, 110_000])).toBeUndefined()
  expect(unrecorded(recorded, [80_000, 110_001])).toBe(110_001)
  // Nobody was in the room between the two: nothing happened there.
  expect(unrecorded([piece(1, 0, 30_000), piece(2, 900_000, 30_000)], [10_000, 910_000])).toBeUndefined()
  expect(unrecorded([piece(1, 0, 4_000)], [90_000, 30_000])).toBe(30_000)
})

test('pieces that overlap are played one after another, and what is missing is a gap', () => {
  const pieces = [
    { id: 2, startAt: 4_400, length: 5_000 },
    { id: 1, startAt: 0, length: 5_000 },
    { id: 3, startAt: 12_000, length: 3_000 },
  ]
  const played = playOrder(pieces)
  expect(played.map(({ id, startAt, until }) => [id, startAt, until])).toEqual([
    [1, 0, 4_400],
    [2, 4_400, 9_400],
    [3, 12_000, 15_000],
  ])
  expect(gapsOf(played)).toEqual([{ from: 9_400, to: 12_000 }])
})

test('whatever pieces there are, every instant that one of them has is played once', () => {
  const piece = fc.record({ startAt: fc.nat(50_000), length: fc.integer({ min: 1, max: 6_000 }) })
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (given) => {
      const pieces = given.map((one, id) => ({ id, ...one }))
      const played = playOrder(pieces)
      for (const [at, { until }] of played.entries())
        expect(played[at + 1]?.startAt ?? until).toBeGreaterThanOrEqual(until)
      const covered = played.reduce((total, { startAt, until }) => total + until - startAt, 0)
      const instants = new Set(pieces.flatMap(({ startAt, length }) => [startAt, startAt + length]))
      const edges = [...instants].sort((a, b) => a - b)
      const union = edges.slice(1).reduce((total, to, at) => {
        const from = edges[at] ?? to
        const inside = pieces.some((one) => one.startAt <= from && one.startAt + one.length >= to)
        return inside ? total + to - from : total
      }, 0)
      expect(covered).toBe(union)
    }),
  )
})
