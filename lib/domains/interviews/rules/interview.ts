import type { OrderStatus } from '../../orders/rules/order-states.ts'

/** 视频面签 (domain.md 2.3 and 3.2, `video_interview`): its states, its script, and what a pass lacks. */

export const interviewStatuses = ['待面签', '进行中', '通过', '不通过', '重签'] as const
export type InterviewStatus = (typeof interviewStatuses)[number]

/** The machine: 待面签 → 进行中 → 通过 | 不通过, and 通过, 不通过 → 重签 → 进行中, which is another row. */
const steps = {
  invite: { from: ['待面签', '进行中', '重签'] },
  begin: { from: ['待面签', '重签'], to: '进行中' },
  record: { from: ['进行中'] },
  pass: { from: ['进行中'], to: '通过' },
  fail: { from: ['进行中'], to: '不通过' },
  redo: { from: ['通过', '不通过'], to: '重签' },
} as const satisfies Record<string, { from: readonly InterviewStatus[]; to?: InterviewStatus }>
export type InterviewStep = keyof typeof steps

/** True where a step begins in this state. */
export const interviewFits = (step: InterviewStep, status: InterviewStatus): boolean =>
  (steps[step].from as readonly InterviewStatus[]).includes(status)

/** The customer's picture is recorded. */
export const isUnderWay = (status: InterviewStatus): boolean => interviewFits('record', status)

/** The customer is still to be seen, or is seen just now. */
export const isOpenInterview = (status: InterviewStatus): boolean => interviewFits('invite', status)

/** True where a verdict was given that does not say yes, or another one was ordered: contracts wait for it. */
export const holdsContracts = (status: InterviewStatus): boolean =>
  ['进行中', '不通过', '重签'].includes(status)

/** The states of an order in which its customer is interviewed. */
export const interviewAt: readonly OrderStatus[] = ['wait_sign', 'preparing']
/**
 * The states in which another interview may be ordered: what waits for its release goes back to its preparation by it
 * (T20, T27).
 */
export const redoAt: readonly OrderStatus[] = [...interviewAt, 'wait_release']

/** 人证比对, by the clerk's own eyes. */
export const identityChecks = ['一致', '不一致', '无法核实'] as const
export type IdentityCheck = (typeof identityChecks)[number]

/** Pictures of the customer that a pass needs. */
export const leastSnapshots = 2
export const mostSnapshots = 20
/** A link opens the room for so long. */
export const linkMinutes = 60
/** Of the consent on the customer's page: another text is another version. */
export const interviewConsentVersion = '2026-11'
export const interviewLimits = {
  reason: 200,
  answer: 200,
  signal: 32 * 1024,
  pieceBytes: 8 * 1024 * 1024,
} as const

/**
 * A piece of the recording plays by itself; it ends when the next one has begun. What there is of it is kept in the browser
 * at each slice, so that a page that is loaded again or killed loses no more than {@link sliceMs}; where the browser keeps
 * nothing, as on a full disk, the piece it was making: {@link pieceMs}.
 */
export const pieceMs = 4_000
export const sliceMs = 500

/**
 * Everything that the order says to a line of ours, as paths of its values and its quote. A tenant's own line has none.
 */
export const scriptFacts: Readonly<Record<string, readonly string[]>> = {
  standard_identity: ['customer.name', 'customer.idNo'],
  standard_car: [
    'vehicle.brand',
    'vehicle.series',
    'vehicle.model',
    'financing.carPrice',
    'financing.downPayment',
  ],
  standard_plan: ['financing.financeAmount', 'financing.term', 'quote.monthlyPayment'],
}

/** A line of the script as it was read to the customer. */
export type ScriptLine = {
  code: string
  text: string
  required: boolean
  /** Asked, and answered as it should be. */
  ok: boolean
  answer: string
  /** The time when it was ticked. */
  at?: string | undefined
}

type Item = { code: string; label: string; parentCode?: string | null | undefined }

/** The script of an order from the dictionary: what is standard, what its product adds, what applies at times. */
export function scriptOf(dictionary: readonly Item[], productCode: string | undefined): ScriptLine[] {
  const linesOf = (parent: string | undefined, required: boolean): ScriptLine[] =>
    dictionary.flatMap(({ code, label, parentCode }) =>
      parent && parentCode === parent ? [{ code, text: label, required, ok: false, answer: '' }] : [],
    )
  return [...linesOf('standard', true), ...linesOf(productCode, true), ...linesOf('optional', false)]
}

/** Everything that a recording lacks: all of it, a part of the talk, or what is still on its way. */
type RecordingLack = 'recording' | 'gap' | 'uploading'
export type PassLack = 'script' | 'snapshots' | RecordingLack | 'identity'

/** Everything that a pass still lacks, in the order of the room. */
export function passLacks(given: {
  script: readonly Pick<ScriptLine, 'required' | 'ok'>[]
  snapshots: number
  recording: RecordingLack | undefined
  identity: IdentityCheck | undefined
}): PassLack[] {
  return [
    ...(given.script.some(({ required, ok }) => required && !ok) ? (['script'] as const) : []),
    ...(given.snapshots < leastSnapshots ? (['snapshots'] as const) : []),
    ...(given.recording ? [given.recording] : []),
    ...(given.identity !== undefined && given.identity !== '一致' ? (['identity'] as const) : []),
  ]
}

/** A piece of a recording: when it begins, epoch ms, and how long it is, in ms. */
export type Piece = { id: number; startAt: number; length: number }
export type PlayedPiece = Piece & {
  /** Until where it is shown: the next one takes over. */
  until: number
}

/** The pieces in the order of time, each until the next one begins; what another one covers whole is left out. */
export function playOrder(pieces: readonly Piece[]): PlayedPiece[] {
  const played: PlayedPiece[] = []
  for (const piece of [...pieces].sort((a, b) => a.startAt - b.startAt)) {
    const last = played.at(-1)
    const end = piece.startAt + piece.length
    if (last && end <= last.until) continue
    if (last) last.until = Math.min(last.until, piece.startAt)
    played.push({ ...piece, until: end })
  }
  return played
}

/** The gaps in which nothing was recorded, between the first piece and the last. */
export const gapsOf = (played: readonly PlayedPiece[]): { from: number; to: number }[] =>
  played.slice(1).flatMap(({ startAt }, at) => {
    const from = played[at]?.until ?? startAt
    return startAt > from ? [{ from, to: startAt }] : []
  })

/** So far from a recording something may happen: a page that is loaded again records a little later. */
const mostGapMs = 20_000
/** So much of the recording may still be on its way. */
export const mostTailMs = 15_000

/**
 * The first of these moments at which nothing was recorded. What was asked and photographed has to be seen in the
 * recording; while the clerk is out of the room nothing happens that could be.
 */
export const unrecorded = (pieces: readonly Piece[], moments: readonly number[]): number | undefined =>
  [...moments]
    .sort((a, b) => a - b)
    .find(
      (at) =>
        !pieces.some(
          ({ startAt, length }) => startAt - mostGapMs <= at && at <= startAt + length + mostGapMs,
        ),
    )

/** Everything that waited in a browser is taken so long after the end. */
export const lateHours = 24
