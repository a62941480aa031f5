import fc from 'fast-check'
import {
  autoCloseMs,
  type CallBarEffect,
  type CallBarInput,
  type CallBarState,
  openCallBar,
  readCallFrame,
  stepCallBar,
} from './call-bar.ts'

const frame = (value: unknown): CallBarInput => ({ kind: 'frame', frame: value })
const timer: CallBarInput = { kind: 'timer' }
const connected = frame({ event: 2004 })
const ended = frame({ event: 2005 })
const offer = (statusCode: unknown) => frame({ type: 2, statusCode, callId: 'C1', number: '120****0123' })

/** Runs inputs, each at its second after opening. */
function run(...inputs: [seconds: number, input: CallBarInput][]) {
  let state = openCallBar(0)
  const effects: (CallBarEffect | string)[] = []
  for (const [seconds, input] of inputs) {
    const step = stepCallBar(state, input, seconds * 1000)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects, closesIn: state.closeAt === null ? null : state.closeAt / 1000 }
}

test('the specification waits 30000 ms', () => expect(autoCloseMs).toBe(30_000))

test.each<[string, [number, CallBarInput][], { effects: string[]; phase: string; closesIn: number | null }]>([
  [
    'opened, it closes by itself after 30 s',
    [[30, timer]],
    { effects: ['close'], phase: 'idle', closesIn: null },
  ],
  ['but not before', [[29.999, timer]], { effects: [], phase: 'idle', closesIn: 30 }],
  ['type 2, code 4 is accepted', [[1, offer(4)]], { effects: ['accept'], phase: 'ringing', closesIn: 30 }],
  ['type 2, code 5 is accepted', [[1, offer(5)]], { effects: ['accept'], phase: 'ringing', closesIn: 30 }],
  [
    'codes as text too',
    [[1, frame('{"type":"2","statusCode":"4"}')]],
    { effects: ['accept'], phase: 'ringing', closesIn: 30 },
  ],
  ['type 2, code 3 rings for a person', [[1, offer(3)]], { effects: [], phase: 'ringing', closesIn: 30 }],
  ['type 2, another code means nothing', [[1, offer(6)]], { effects: [], phase: 'idle', closesIn: 30 }],
  [
    'another type means nothing',
    [[1, frame({ type: 1, statusCode: 4 })]],
    { effects: [], phase: 'idle', closesIn: 30 },
  ],
  [
    'an offer said twice is accepted once',
    [
      [1, offer(4)],
      [2, offer(4)],
    ],
    { effects: ['accept'], phase: 'ringing', closesIn: 30 },
  ],
  [
    '2004 cancels the timer',
    [
      [1, offer(4)],
      [2, connected],
      [600, timer],
    ],
    { effects: ['accept'], phase: 'talking', closesIn: null },
  ],
  [
    '2004 without an offer too',
    [
      [2, connected],
      [600, timer],
    ],
    { effects: [], phase: 'talking', closesIn: null },
  ],
  [
    '2005 starts 30 s',
    [
      [2, connected],
      [100, ended],
    ],
    { effects: [], phase: 'ended', closesIn: 130 },
  ],
  [
    '2005 then 30 s later close',
    [
      [2, connected],
      [100, ended],
      [130, timer],
    ],
    { effects: ['close'], phase: 'ended', closesIn: null },
  ],
  ['2005 without a call starts them again', [[20, ended]], { effects: [], phase: 'ended', closesIn: 50 }],
  [
    'a call within those 30 s keeps it open',
    [
      [2, connected],
      [9, ended],
      [20, offer(4)],
      [21, connected],
      [99, timer],
    ],
    { effects: ['accept'], phase: 'talking', closesIn: null },
  ],
  [
    'a call while talking waits',
    [
      [2, connected],
      [3, offer(4)],
    ],
    { effects: [], phase: 'talking', closesIn: null },
  ],
  [
    'the end of another call is not ours',
    [
      [1, offer(4)],
      [2, connected],
      [3, frame({ event: 2005, callId: 'C2' })],
    ],
    { effects: ['accept'], phase: 'talking', closesIn: null },
  ],
  [
    'dialling keeps it open',
    [
      [29, { kind: 'dialled', number: '1' }],
      [60, timer],
    ],
    { effects: [], phase: 'dialling', closesIn: null },
  ],
  [
    'a dialled call is accepted when offered',
    [
      [1, { kind: 'dialled', number: '1' }],
      [2, offer(5)],
    ],
    { effects: ['accept'], phase: 'ringing', closesIn: null },
  ],
  [
    'a dialled call that fails starts 30 s',
    [
      [1, { kind: 'dialled', number: '1' }],
      [5, ended],
    ],
    { effects: [], phase: 'ended', closesIn: 35 },
  ],
  [
    'nothing happens after it closed',
    [
      [30, timer],
      [31, offer(4)],
      [99, timer],
    ],
    { effects: ['close'], phase: 'idle', closesIn: null },
  ],
])('%s', (_name, inputs, expected) => {
  const { effects, state, closesIn } = run(...inputs)
  expect({ effects, phase: state.phase, closesIn }).toEqual(expected)
})

test('mute is of one conversation', () => {
  const mute: CallBarInput = { kind: 'muted', on: true }
  expect(run([1, mute]).state.muted).toBe(false)
  expect(run([1, connected], [2, mute]).state.muted).toBe(true)
  expect(run([1, connected], [2, mute], [3, ended]).state.muted).toBe(false)
})

test('what an offer says of the call', () => {
  const said = {
    type: 2,
    statusCode: 5,
    callId: 'C9',
    number: '120****0123',
    customer: '王芳',
    orderNo: 'BLQ1',
  }
  expect(readCallFrame(JSON.stringify(said))).toEqual({
    kind: 'offer',
    accept: true,
    call: { callId: 'C9', direction: 'out', number: '120****0123', customer: '王芳', orderNo: 'BLQ1' },
  })
  expect(readCallFrame({ event: '2005', result: 'busy' })).toMatchObject({ kind: 'ended', result: 'busy' })
  expect(readCallFrame({ event: '2005', result: 'toString' })).toMatchObject({ result: null })
})

/** Words of a control, nearly right ones, and anything at all. */
const anyFrame = fc.oneof(
  fc.anything({
    withNullPrototype: true,
    withBigInt: true,
    withDate: true,
    withMap: true,
    withTypedArray: true,
  }),
  fc.json(),
  fc.string({ maxLength: 200 }),
  fc.record(
    {
      type: fc.constantFrom(2, '2', 1, null),
      statusCode: fc.constantFrom(3, 4, 5, '5', 6, -4, 4.5, {}),
      event: fc.constantFrom(2004, 2005, '2005', 2006, [2004]),
      callId: fc.constantFrom('C1', 'C2', 7),
      result: fc.anything(),
      number: fc.anything(),
    },
    { requiredKeys: [] },
  ),
)
const anyInput: fc.Arbitrary<CallBarInput> = fc.oneof(
  anyFrame.map(frame),
  fc.boolean().map((up): CallBarInput => ({ kind: 'line', up })),
  fc.boolean().map((on): CallBarInput => ({ kind: 'muted', on })),
  fc.string().map((number): CallBarInput => ({ kind: 'dialled', number })),
  fc.constant(timer),
)

test('garbage never throws, and only a call of type 2 with 4 or 5 is accepted, only the timer closes (B10)', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyInput, fc.nat(40_000)), { maxLength: 30 }), (inputs) => {
      let state: CallBarState = openCallBar(0)
      let now = 0
      for (const [input, wait] of inputs) {
        now += wait
        const before = state
        const { state: next, effects } = stepCallBar(state, input, now)
        state = next
        if (effects.includes('accept')) {
          expect(input.kind === 'frame' && readCallFrame(input.frame)).toMatchObject({
            kind: 'offer',
            accept: true,
          })
        }
        if (effects.includes('close')) {
          expect(input.kind).toBe('timer')
          expect(before.closeAt).toBeLessThanOrEqual(now)
        }
        if (before.closed) expect(state).toBe(before)
        if (state.phase === 'talking') expect(state.closeAt).toBeNull()
        if (state.phase === 'ended' && !state.closed) expect(state.closeAt).not.toBeNull()
        if (input.kind === 'frame' && readCallFrame(input.frame) === undefined) expect(state).toBe(before)
      }
    }),
  )
})

test('a frame longer than any call-centre sends is not read (B10)', () => {
  expect(readCallFrame(JSON.stringify({ event: 2004, pad: 'x'.repeat(20_000) }))).toBeUndefined()
})
