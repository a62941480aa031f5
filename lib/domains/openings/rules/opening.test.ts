import {
  type InForce,
  inForceAfter,
  type OpeningFacts,
  openingCan,
  openingKinds,
  openingMoves,
  openingStates,
  openingSteps,
  requiredPapers,
} from './opening.ts'

/** The table of openings, and what it never lets happen. */

const everything = ['opening:save', 'opening:first', 'opening:check']
const [maker, branch, headquarters, other] = [1, 2, 3, 4] as const
const facts = (over: Partial<OpeningFacts>): OpeningFacts => ({
  kind: 'shop',
  status: '草稿',
  inForce: null,
  submittedBy: maker,
  firstBy: null,
  ...over,
})
const who = (id: number, permissions = everything) => ({ id, permissions })

test('each state is reached, and only 已关闭 is an end', () => {
  for (const state of openingStates) {
    const reached = openingMoves.some(({ to }) => to === state) || state === '草稿'
    expect([state, reached]).toEqual([state, true])
    const left = openingMoves.some(({ from }) => from === state)
    expect([state, left]).toEqual([state, state !== '已关闭'])
  }
})

test('a step of a state leads to one place for each kind', () => {
  for (const kind of openingKinds)
    for (const step of openingSteps)
      for (const from of openingStates) {
        const moves = openingMoves.filter(
          (move) => move.step === step && move.from === from && (move.kinds?.includes(kind) ?? true),
        )
        expect([kind, step, from, moves.length <= 1]).toEqual([kind, step, from, true])
      }
})

test('a shop is opened by its branch and then by headquarters, a branch by headquarters alone', () => {
  expect(openingCan('submit', facts({ submittedBy: null }), who(maker))).toEqual({ ok: true, to: '待初审' })
  const waits = facts({ status: '待初审' })
  expect(openingCan('approve', waits, who(branch, ['opening:check']))).toMatchObject({ ok: false })
  expect(openingCan('approve', waits, who(branch, ['opening:first']))).toEqual({ ok: true, to: '待复审' })
  const second = facts({ status: '待复审', firstBy: branch })
  expect(openingCan('approve', second, who(headquarters))).toEqual({ ok: true, to: '已开通' })
  for (const kind of ['branch', 'channel'] as const)
    expect(openingCan('submit', facts({ kind }), who(maker))).toEqual({ ok: true, to: '待复审' })
})

test('nobody reviews what he submitted, nor reviews twice, and only who submitted takes back', () => {
  for (const status of ['待初审', '待复审', '变更待审'] as const) {
    const row = facts({ status, inForce: '已开通', firstBy: branch })
    for (const step of ['approve', 'refuse'] as const)
      expect(openingCan(step, row, who(maker))).toEqual({ ok: false, reason: 'openings.refusals.own' })
    expect(openingCan('withdraw', row, who(other))).toMatchObject({ ok: false })
    expect(openingCan('withdraw', row, who(maker))).toMatchObject({ ok: true })
  }
  const second = facts({ status: '待复审', firstBy: branch })
  expect(openingCan('approve', second, who(branch))).toMatchObject({
    reason: 'openings.refusals.reviewed',
  })
})

test('a change that waits leaves what is in force, and a suspension ends it', () => {
  for (const inForce of ['已开通', '暂停'] as InForce[]) {
    const row = facts({ status: '变更待审', inForce })
    for (const step of ['approve', 'refuse'] as const)
      expect(openingCan(step, row, who(headquarters))).toEqual({ ok: true, to: inForce })
    expect(inForceAfter('变更待审', inForce)).toBe(inForce)
    expect(openingCan('suspend', row, who(headquarters)).ok).toBe(inForce === '已开通')
    expect(openingCan('close', row, who(headquarters)).ok).toBe(false)
  }
})

test('each kind has its papers; our own places need no permit of an account, and a branch nothing', () => {
  expect(requiredPapers('shop', '4S')).toEqual(['licence', 'photo', 'agreement', 'permit'])
  expect(requiredPapers('shop', '直营')).not.toContain('permit')
  expect(requiredPapers('channel', undefined)).toEqual(['licence', 'agreement', 'permit'])
  expect(requiredPapers('branch', undefined)).toEqual([])
})
