import { boundsOf, idTailPattern, maskName, signatureProblem } from './signing.ts'

const right = {
  width: 600,
  height: 300,
  strokes: [[10, 10, 60, 40, 120, 90, 200, 120, 260, 80, 300, 200, 320, 210, 330, 220]],
}

test('who signs proves himself by the end of an ID card, or of a credit code with its letters', () => {
  for (const tail of ['1234', '002X', '452P', 'MA1K']) expect(tail).toMatch(idTailPattern)
  for (const tail of ['', '123', '12345', '002x', '1 34', '12-4']) expect(tail).not.toMatch(idTailPattern)
})

test('a signature by hand is taken', () => {
  expect(signatureProblem(right)).toBeNull()
})

test.each([
  ['none', { ...right, strokes: [] }, 'signing.signatureTooSmall'],
  ['a dot', { ...right, strokes: [Array(40).fill(20)] }, 'signing.signatureTooSmall'],
  ['half a point', { ...right, strokes: [[1, 2, 3]] }, 'signing.wrongSignature'],
  ['beyond the pad', { ...right, strokes: [[10, 10, 601, 10]] }, 'signing.wrongSignature'],
  ['a fraction', { ...right, strokes: [[10, 10, 20.5, 10]] }, 'signing.wrongSignature'],
  ['no pad', { ...right, width: 0 }, 'signing.wrongSignature'],
  ['too many strokes', { ...right, strokes: Array(81).fill([1, 1, 2, 2]) }, 'signing.signatureTooLong'],
  ['too many points', { ...right, strokes: [Array(12_002).fill(5)] }, 'signing.signatureTooLong'],
] as const)('%s is not', (_what, signature, problem) => {
  expect(signatureProblem(signature as never)).toBe(problem)
})

test('bounds are those of all strokes', () => {
  expect(
    boundsOf([
      [5, 9, 7, 1],
      [2, 4],
    ]),
  ).toEqual({ left: 2, top: 1, right: 7, bottom: 9 })
})

test.each([
  ['李', '李*'],
  ['李国', '李*'],
  ['李建国', '李*国'],
  ['𠮷田建国', '𠮷**国'],
])('%s is shown as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown)
})
