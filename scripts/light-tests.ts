/**
 * Everything that jest-light-runner leaves out of Jest and tests of this project use: a test that hangs is a failure,
 * mocks end with their file, and `jest.setTimeout` and `jest.mocked`.
 */
import { addEventHandler, getState } from 'jest-circus'

/** A busy machine is slow, not wrong: only a test that hangs meets this. */
let usualMs = 60_000

type Work = () => Promise<unknown>

/** Work that ends by itself, or fails when its time is over. */
function timed(work: Work, timeoutMs: number): Work {
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const over = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`It took longer than ${timeoutMs} ms.`)), timeoutMs)
    })
    try {
      await Promise.race([work(), over])
    } finally {
      clearTimeout(timer)
    }
  }
}

let file: unknown

addEventHandler(({ name }) => {
  const { currentDescribeBlock, rootDescribeBlock } = getState()
  // A thread keeps its modules for the next file: what a file has put in the place of a function ends with it.
  if (file !== rootDescribeBlock) {
    file = rootDescribeBlock
    rootDescribeBlock.hooks.push({
      type: 'afterAll',
      fn: async () => {
        jest.restoreAllMocks()
      },
      parent: rootDescribeBlock,
      seenDone: false,
      asyncError: new Error(),
      timeout: undefined,
    })
  }
  const { children, hooks } = currentDescribeBlock
  const added = name === 'add_test' ? children.at(-1) : name === 'add_hook' ? hooks.at(-1) : undefined
  if (!added || added.type === 'describeBlock' || !added.fn) return
  added.fn = timed(added.fn as Work, added.timeout ?? usualMs)
})

Object.assign(jest, {
  mocked: (value: unknown) => value,
  setTimeout(timeoutMs: number) {
    usualMs = timeoutMs
  },
})
