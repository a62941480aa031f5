import { type DoorUnderTest, doorTo, send, startStub } from './door.fixture.ts'
import type { Door } from './door.ts'
import { describeCalls } from './door-calls.suite.ts'
import { describeFaults } from './door-faults.suite.ts'
import { describeLock } from './door-lock.suite.ts'
import { describeSession } from './door-session.suite.ts'
import { redirectLog } from './log.ts'

/** Serves a door on a free port of the loopback. */
export type Adapter = (door: Door) => Promise<{ port: number; close: () => Promise<unknown> }>

/** Everything the door promises, through one adapter. "No upstream call" is counted at the stub. */
export function describeDoor(name: string, adapter: Adapter): void {
  describe(`the door through ${name}`, () => {
    /** Filled before the first test. */
    const at = { port: 0, logged: '' } as DoorUnderTest
    at.call = (sent) => send(at.port, sent)
    at.list = (sent) => at.call({ path: '/nlos/home/list', body: 'a=1', ...sent })
    let close: () => Promise<unknown>

    beforeAll(async () => {
      const restoreLog = redirectLog((text) => {
        at.logged += text
      })
      at.stub = await startStub()
      const limits = {
        deadline: 2_000,
        inFlight: 4,
        inFlightPerSession: 3,
        maxAnswerBytes: 10_000,
        // No try of one test comes during another.
        revokeAgainAfter: [],
      }
      const opened = doorTo(at.stub, limits)
      const served = await adapter(opened.door)
      at.port = served.port
      close = async () => {
        await Promise.all([served.close(), opened.close(), at.stub.close()])
        restoreLog()
      }
    })
    afterAll(() => close())
    beforeEach(() => at.stub.reset())

    describeCalls(at)
    describeSession(at)
    describeLock(at)
    describeFaults(at)
  })
}
