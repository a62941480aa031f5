import {
  type DiligenceKind,
  type DiligencePart,
  diligenceLimits,
  diligenceParts,
  isAtTheDoor,
  leastPhotos,
  type PhotoSubject,
  results,
  verdicts,
} from './due-diligence.ts'

/**
 * Everything that is asked at a visit, as data: questions by part, the verdict of each, the report; and what still
 * lacks.
 */

export type Question = {
  code: string
  /** The part it is about; of the whole without one. */
  part?: DiligencePart
  /** The answers there are; any text without them. */
  options?: readonly string[]
  required: boolean
  maxLength: number
}

const yesNo = ['是', '否'] as const
const yesNoUnknown = ['是', '否', '无法核实'] as const

function ask(part: DiligencePart, code: string, options?: readonly string[]): Question {
  return {
    code,
    part,
    ...(options && { options }),
    required: options !== undefined,
    maxLength: diligenceLimits.answer,
  }
}

const questions: Readonly<Record<DiligencePart, readonly Question[]>> = {
  home: [
    ask('home', 'homeFound', yesNo),
    ask('home', 'homeLives', yesNoUnknown),
    ask('home', 'homeHouse', ['自有', '租赁', '单位宿舍', '亲属', '其他']),
    ask('home', 'homeSince', ['不足半年', '半年至两年', '两年以上']),
    ask('home', 'homeNeighbour', ['属实', '不属实', '未核实']),
    ask('home', 'homePeople'),
  ],
  work: [
    ask('work', 'workFound', yesNo),
    ask('work', 'workEmployed', yesNoUnknown),
    ask('work', 'workPosition', verdicts),
    ask('work', 'workScale', ['正常', '一般', '停业']),
    ask('work', 'workIncome'),
    ask('work', 'workWitness'),
  ],
  car: [
    ask('car', 'carSeen', yesNo),
    ask('car', 'carVin', verdicts),
    ask('car', 'carUse', ['自用', '营运', '他人使用']),
    ask('car', 'carCondition', ['良好', '一般', '较差']),
    ask('car', 'carMileage'),
  ],
}

/** The verdict of a part: 居住核实, 工作核实, 车辆核实. */
export const verdictOf = { home: 'homeOk', work: 'workOk', car: 'carOk' } as const

const verdictQuestion = (part: DiligencePart): Question => ask(part, verdictOf[part], verdicts)

/** Everything that is asked at the end, whatever was looked at. */
export const closingQuestions: readonly Question[] = [
  { code: 'report', required: true, maxLength: diligenceLimits.report },
  { code: 'result', options: results, required: true, maxLength: diligenceLimits.answer },
]

/** The questions of a part with its verdict at the end. */
export const questionsOf = (part: DiligencePart): readonly Question[] => [
  ...questions[part],
  verdictQuestion(part),
]

/** Everything that is asked of a visit that looks at these parts. */
export const formOf = (parts: readonly DiligencePart[]): readonly Question[] => [
  ...diligenceParts.filter((part) => parts.includes(part)).flatMap(questionsOf),
  ...closingQuestions,
]

/** By code. */
export const questionNamed = (code: string): Question | undefined =>
  formOf(diligenceParts).find((question) => question.code === code)

export type Answers = Readonly<Record<string, string>>

/** True where an answer is one that its question takes; the empty text takes an answer back. */
export function isAnswer(code: string, answer: string): boolean {
  const question = questionNamed(code)
  if (!question) return false
  if (answer === '' || !question.options) return Array.from(answer).length <= question.maxLength
  return question.options.includes(answer)
}

export type TakenPhoto = {
  subject: PhotoSubject
  hasPlace: boolean
  /** The reason why it has no place. */
  noPlace: string
}

type Form = {
  kind: DiligenceKind
  parts: readonly DiligencePart[]
  answers: Answers
  photos: readonly TakenPhoto[]
}

export type DiligenceIssue = {
  /** The question, or where photos are taken. */
  at: string
  key: `dueDiligence.issues.${'answer' | 'photos' | 'signature'}`
  params?: { count: number }
}

/** Photos that count: those that say where they were taken, or why they do not. */
export const placedPhotos = (photos: readonly TakenPhoto[]): number =>
  photos.filter(({ subject, hasPlace, noPlace }) => subject !== 'signature' && (hasPlace || noPlace !== ''))
    .length

/**
 * Everything that a visit lacks before it can be submitted, in the order of the form. A visit to the door has photos
 * and a signature; a talk by video or telephone has neither place nor paper.
 */
export function diligenceIssues({ kind, parts, answers, photos }: Form): DiligenceIssue[] {
  const missing = formOf(parts)
    .filter(({ code, required }) => {
      const answer = answers[code] ?? ''
      return (required && !answer.trim()) || !isAnswer(code, answer)
    })
    .map(({ code }): DiligenceIssue => ({ at: code, key: 'dueDiligence.issues.answer' }))
  if (!isAtTheDoor(kind)) return missing
  const lacking = leastPhotos - placedPhotos(photos)
  return [
    ...missing,
    ...(lacking > 0
      ? [{ at: 'photos', key: 'dueDiligence.issues.photos' as const, params: { count: lacking } }]
      : []),
    ...(photos.some(({ subject }) => subject === 'signature')
      ? []
      : [{ at: 'signature', key: 'dueDiligence.issues.signature' as const }]),
  ]
}
