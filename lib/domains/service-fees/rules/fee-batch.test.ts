import {
  type BatchStep,
  batchCan,
  batchStates,
  batchSteps,
  compareLines,
  settledSum,
  stateOfLines,
} from './fee-batch.ts'
import { readFeeStatement } from './fee-statement.ts'

const steps = Object.keys(batchSteps) as BatchStep[]

describe('the machine of a batch', () => {
  test.each(steps)('%s begins in the states of its row alone', (step) => {
    for (const status of batchStates) {
      const { from } = batchSteps[step] as { from: readonly string[] }
      const facts = { status, confirmedFirst: step === 'confirm', unsettled: false }
      expect(batchCan(step, facts).ok).toBe(from.includes(status))
    }
  })

  test('every state is reached from the first one, and only what is settled or given up has no step', () => {
    const reached = new Set<string>(['待生成'])
    for (let before = 0; before < reached.size; ) {
      before = reached.size
      for (const { from, to } of Object.values(batchSteps))
        if (from.some((state) => reached.has(state))) for (const state of to) reached.add(state)
    }
    expect([...reached].sort()).toEqual([...batchStates].sort())
    const ends = batchStates.filter((status) =>
      steps.every((step) => !(batchSteps[step].from as readonly string[]).includes(status)),
    )
    expect(ends).toEqual(['已结算', '已作废'])
  })

  test('two confirm, one after the other, and what lost its money is settled once more', () => {
    const agreed = { status: '已一致', confirmedFirst: false, unsettled: false } as const
    expect(batchCan('confirm', agreed)).toMatchObject({ reason: 'serviceFees.refusals.firstWaits' })
    expect(batchCan('confirmFirst', { ...agreed, confirmedFirst: true })).toMatchObject({
      reason: 'serviceFees.refusals.firstDone',
    })
    expect(batchCan('settle', { status: '已结算', confirmedFirst: true, unsettled: true }).ok).toBe(true)
  })
})

test('lines are held beside each other by loan and period, with a tolerance of one fen', () => {
  const ours = [
    { loanNo: 'L1', periodNo: 1, ourAmount: '78.07' },
    { loanNo: 'L1', periodNo: 2, ourAmount: '78.07' },
    { loanNo: 'L2', periodNo: 1, ourAmount: '50.00' },
  ]
  const theirs = [
    { loanNo: 'L1', periodNo: 1, amount: '78.08' },
    { loanNo: 'L2', periodNo: 1, amount: '49.98' },
    { loanNo: 'L9', periodNo: 1, amount: '9.00' },
  ]
  const lines = compareLines(ours, theirs).map((line) => ({ ...line, resolve: '未处理' as const }))
  expect(lines.map(({ matchStatus, diff }) => [matchStatus, diff])).toEqual([
    ['一致', '-0.01'],
    ['我方有资方无', '78.07'],
    ['金额不符', '0.02'],
    ['资方有我方无', '-9.00'],
  ])
  expect(stateOfLines(lines)).toBe('有差异')
  const decided = lines.map((line, at) => ({
    ...line,
    resolve: (['未处理', '挂账', '按资方', '核销'] as const)[at] ?? '未处理',
  }))
  expect(stateOfLines(decided)).toBe('已一致')
  expect(settledSum(decided)).toBe('128.06')
})

test('a statement of a funder is read below its title, and a wrong row says why', () => {
  const read = readFeeStatement([
    ['服务费对账单'],
    ['借据号', '期次', '服务费'],
    ['L1', '1', '78.07'],
    ['', '1', '1'],
    ['L1', '零', '1'],
    ['L1', '2', '一'],
    ['L1', '1', '78.07'],
  ])
  expect(read?.lines).toEqual([{ loanNo: 'L1', periodNo: 1, amount: '78.07' }])
  expect(read?.wrong.map(({ row, finding }) => [row, finding])).toEqual([
    [4, 'loanNo'],
    [5, 'periodNo'],
    [6, 'amount'],
    [7, 'double'],
  ])
  expect(readFeeStatement([['借据号', '金额']])).toBeNull()
})
