import { type Answers, diligenceIssues, formOf, isAnswer, questionNamed } from './diligence-form.ts'
import {
  diligenceAfter,
  diligenceCan,
  diligenceFits,
  diligenceParts,
  diligenceStatuses,
  diligenceSteps,
} from './due-diligence.ts'

test('the machine is that of the domain: every step from its states alone', () => {
  const ways = diligenceSteps.flatMap((step) =>
    diligenceStatuses
      .filter((status) => diligenceFits(step, status))
      .map((status) => `${status} ${step} ${diligenceAfter(step)}`),
  )
  expect(ways).toEqual([
    '待分配 assign 待尽调',
    '待尽调 assign 待尽调',
    '已退回 assign 待尽调',
    '已退回 resume 待尽调',
    '待尽调 fill 待尽调',
    '待尽调 submit 已提交',
    '已提交 accept 已完成',
    '已提交 sendBack 已退回',
    '待分配 cancel 已撤销',
    '待尽调 cancel 已撤销',
    '已退回 cancel 已撤销',
  ])
})

test.each([
  ['submit', 5, ['diligence:fill'], null],
  ['submit', 6, ['diligence:fill'], 'notYours'],
  ['submit', 5, [], 'permission'],
  ['cancel', 5, ['diligence:order'], null],
  ['accept', 6, ['diligence:order'], 'status'],
  ['accept', 5, ['diligence:order'], 'own'],
] as const)('%s by %i with %p: %p', (step, id, permissions, refusal) => {
  const answer = diligenceCan(step, { status: '待尽调', assigneeId: 5 }, { id, permissions })
  expect(answer).toEqual(
    refusal === null ? { ok: true } : { ok: false, reason: `dueDiligence.refusals.${refusal}` },
  )
})

const answered: Answers = Object.fromEntries(
  formOf(diligenceParts).map(({ code, options }) => [code, options?.[0] ?? '属实']),
)
const photo = { subject: 'home' as const, hasPlace: true, noPlace: '' }
const signature = { subject: 'signature' as const, hasPlace: false, noPlace: '' }
const whole = {
  kind: '上门' as const,
  parts: diligenceParts,
  answers: answered,
  photos: [photo, photo, photo, signature],
}
const lacks = (change: Partial<Parameters<typeof diligenceIssues>[0]>) =>
  diligenceIssues({ ...whole, ...change }).map(({ at }) => at)

test('a visit lacks nothing, or says what: every question asked, three photos with a place or a reason, a signature', () => {
  expect(lacks({})).toEqual([])
  const required = formOf(diligenceParts).filter((one) => one.required)
  for (const { code } of required) expect(lacks({ answers: { ...answered, [code]: ' ' } })).toEqual([code])
  expect(required.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['homeOk', 'workOk', 'carOk', 'report', 'result']),
  )
  expect(lacks({ photos: [photo, photo, signature] })).toEqual(['photos'])
  expect(lacks({ photos: [photo, photo, { ...photo, hasPlace: false }, signature] })).toEqual(['photos'])
  expect(
    lacks({ photos: [photo, photo, { ...photo, hasPlace: false, noPlace: '地下车库' }, signature] }),
  ).toEqual([])
  expect(lacks({ photos: [photo, photo, photo] })).toEqual(['signature'])
  // Everything that is not looked at is not asked; a talk has neither photos nor a signature.
  expect(lacks({ parts: ['home'], answers: { ...answered, carSeen: '' } })).toEqual([])
  expect(lacks({ kind: '电话', photos: [] })).toEqual([])
})

test('an answer is one that its question takes', () => {
  expect(isAnswer('homeFound', '是')).toBe(true)
  expect(isAnswer('homeFound', '')).toBe(true)
  expect(isAnswer('homeFound', '也许')).toBe(false)
  expect(isAnswer('nothing', '是')).toBe(false)
  expect(isAnswer('report', '字'.repeat(2000))).toBe(true)
  expect(isAnswer('report', '字'.repeat(2001))).toBe(false)
  expect(questionNamed('constructor')).toBeUndefined()
})
