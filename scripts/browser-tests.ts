/** Before each browser test: what every browser has and jsdom has not, and how long a test waits. */
import { TextEncoder } from 'node:util'
import { configure } from '@testing-library/react'

// Links ask for the router, which stands around pages alone; a test that looks where they lead has one of its own.
jest.mock('next/navigation', () => ({
  ...jest.requireActual('next/navigation'),
  useRouter: () => ({ push() {} }),
}))

/** Enough for React to draw to text. */
class MessageChannelStub {
  port1 = {}
  port2 = { postMessage() {} }
}

Object.assign(globalThis, { TextEncoder, MessageChannel: MessageChannelStub })
Element.prototype.scrollIntoView = () => {}

// A busy machine is slow, not wrong: what a test waits for has as long as the tests themselves, nearly.
configure({ asyncUtilTimeout: 30_000 })
