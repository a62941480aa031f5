import { factNames, factsAt, riskFacts, sceneStages } from './risk-facts.ts'
import { comparisonsOf, decideScene, ruleIssues, type SceneRule, sceneIssues } from './risk-scene.ts'

const rule = (over: Partial<SceneRule>): SceneRule => ({
  code: 'R001',
  name: '规则',
  fact: 'age',
  compare: 'lt',
  value: ['18'],
  outcome: 'flag',
  points: 0,
  ...over,
})
const scene = (...rules: SceneRule[]) => ({ rules, passFrom: 60, rejectBelow: 40 })

describe('a rule compares', () => {
  test.each([
    ['lt', ['18'], 17, true],
    ['lt', ['18'], 18, false],
    ['le', ['18'], 18, true],
    ['gt', ['18'], 18, false],
    ['ge', ['18'], 18, true],
    ['eq', ['18'], 18, true],
    ['between', ['18', '60'], 60, true],
    ['between', ['18', '60'], 61, false],
    ['outside', ['18', '60'], 17, true],
    ['outside', ['18', '60'], 18, false],
  ] as const)('a number %s %j: %j is %j', (compare, value, age, hit) => {
    expect(decideScene(scene(rule({ compare, value })), { age }).hits.length === 1).toBe(hit)
  })

  test('amounts and rates to the last digit, not as floating numbers', () => {
    const over = rule({ fact: 'amount', compare: 'gt', value: ['9007199254740993.00'] })
    expect(decideScene(scene(over), { amount: '9007199254740993.00' }).hits).toEqual([])
    expect(decideScene(scene(over), { amount: '9007199254740993.01' }).hits).toHaveLength(1)
    const dti = rule({ fact: 'dti', compare: 'gt', value: ['0.7'] })
    expect(decideScene(scene(dti), { dti: '0.7000' }).hits).toEqual([])
    expect(decideScene(scene(dti), { dti: '0.7001' }).hits).toHaveLength(1)
  })

  test('sets by any and none of their codes', () => {
    const any = rule({ fact: 'listMobile', compare: 'any', value: ['黑', '灰'] })
    const none = rule({ fact: 'listMobile', compare: 'none', value: ['白'] })
    expect(decideScene(scene(any), { listMobile: ['灰'] }).hits).toHaveLength(1)
    expect(decideScene(scene(any), { listMobile: ['白'] }).hits).toEqual([])
    expect(decideScene(scene(none), { listMobile: [] }).hits).toHaveLength(1)
    expect(decideScene(scene(none), { listMobile: ['白'] }).hits).toEqual([])
  })
})

test('what is not known goes to a person where that matters, and takes no points', () => {
  const decided = decideScene(scene(rule({ outcome: 'reject', points: 90 })), {})
  expect(decided).toMatchObject({ suggestion: '人工', score: 100, hits: [{ action: 'manual', value: '?' }] })
  // An ID document without an end is none that ends soon.
  expect(decideScene(scene(rule({ fact: 'idDaysLeft', outcome: 'reject' })), {}).suggestion).toBe('通过')
})

test.each([
  rule({ fact: 'constructor', outcome: 'pass' }),
  rule({ fact: 'process.exit()', outcome: 'pass' }),
  rule({ compare: 'toString', outcome: 'pass' }),
  rule({ fact: 'differs', compare: 'lt', outcome: 'pass' }),
])('a rule that nobody can judge asks for a person: %j', (odd) => {
  expect(decideScene(scene(odd), { age: 30, differs: [] }).suggestion).toBe('人工')
})

test.each([
  ['通过', []],
  ['人工', [{ outcome: 'manual' }]],
  ['拒绝', [{ outcome: 'reject' }]],
  ['拒绝', [{ outcome: 'pass' }, { outcome: 'reject' }]],
  ['人工', [{ outcome: 'pass' }, { outcome: 'manual' }]],
  ['人工', [{ points: 41 }]],
  ['通过', [{ points: 40 }]],
  ['通过', [{ points: 41 }, { outcome: 'pass' }]],
  ['拒绝', [{ points: 61 }, { outcome: 'pass' }]],
] as const)('%s of hits %j', (suggestion, hits) => {
  const rules = hits.map((hit, at) => rule({ code: `R${at}00`, ...hit }))
  expect(decideScene(scene(...rules), { age: 17 }).suggestion).toBe(suggestion)
})

test('points end at nothing, and the grade follows them', () => {
  const grades = [0, 20, 21, 35, 50, 60, 61, 100].map(
    (points) => decideScene(scene(rule({ points })), { age: 17 }).grade,
  )
  expect(grades).toEqual(['A', 'A', 'B', 'B', 'C', 'D', 'E', 'E'])
  expect(decideScene(scene(rule({ points: 80 }), rule({ points: 80 })), { age: 17 }).score).toBe(0)
})

describe('a draft that cannot be does not save', () => {
  test.each([
    [{ code: 'r1' }, 'code', 'riskScenes.wrong.code'],
    [{ name: ' ' }, 'name', 'riskScenes.wrong.name'],
    [{ fact: 'iq' }, 'fact', 'riskScenes.wrong.fact'],
    [{ fact: 'dti', value: ['0.7'] }, 'fact', 'riskScenes.wrong.stage'],
    [{ compare: 'any' }, 'compare', 'riskScenes.wrong.compare'],
    [{ value: [] }, 'value', 'rules.required'],
    [{ value: ['-1'] }, 'value', 'riskScenes.wrong.number'],
    [{ value: ['1.5'] }, 'value', 'riskScenes.wrong.number'],
    [{ value: ['18', '60'] }, 'value', 'riskScenes.wrong.range'],
    [{ compare: 'between', value: ['60', '18'] }, 'value', 'riskScenes.wrong.range'],
    [{ fact: 'amount', value: ['1.234'] }, 'value', 'riskScenes.wrong.money'],
    [{ fact: 'listIdNo', compare: 'any', value: ['红'] }, 'value', 'riskScenes.wrong.options'],
    [{ outcome: 'maybe' }, 'outcome', 'riskScenes.wrong.outcome'],
    [{ points: 101 }, 'points', 'riskScenes.wrong.score'],
    [{ points: 1.5 }, 'points', 'riskScenes.wrong.score'],
  ] as const)('%j', (over, field, message) => {
    expect(ruleIssues(rule(over), 'pre')).toEqual({ [field]: message })
  })

  test('a rate is a fraction', () => {
    const dti = (value: string) => ruleIssues(rule({ fact: 'dti', value: [value] }), 'risk')
    expect(dti('0.70')).toEqual({})
    expect(dti('70%')).toEqual({ value: 'riskScenes.wrong.rate' })
  })

  test('codes are there once, and passing is not easier than being refused', () => {
    expect(sceneIssues({ ...scene(rule({}), rule({})), passFrom: 30 }, 'pre')).toEqual({
      passFrom: 'riskScenes.wrong.scores',
      'rules.1.code': 'riskScenes.wrong.codeTwice',
    })
  })
})

test('every fact can be compared, and each stage has facts', () => {
  expect(factNames.filter((name) => comparisonsOf(name).length === 0)).toEqual([])
  for (const stage of sceneStages) expect(factsAt(stage).length).toBeGreaterThan(10)
  expect(factsAt('pre')).not.toContain('dti')
  expect(Object.keys(riskFacts)).toEqual(factNames)
})
