import type { FirstAnswer, Read } from '../contracts/endpoint.ts'
import { identity } from '../contracts/identity.ts'
import { type Holding, hasAll } from '../rules/permission-match.ts'
import { CallError } from './call-upstream.ts'
import { callForPage, readAccount, readForPage } from './page-session.ts'
import { Stop } from './stop.ts'

/**
 * How long a page may wait for its first answers, in ms from where it could be drawn without them: on a busy machine
 * everything takes longer, and what is given up is asked once more by the browser.
 */
const patienceMs = 300

/**
 * Asks on the server what the first screen of a page asks, so that its first HTML has the content:
 *
 *     <FirstAnswers answers={await firstAnswers(homeReads)}><HomeScreen /></FirstAnswers>
 *
 * The calls go the way of every call of this session. One that is late or fails is left out: the browser asks for it
 * as if nothing had been, and says what is wrong where it shows it. A session that the upstream no longer takes leads
 * to login or to the lock page, as with {@link callForPage}.
 *
 * @param readsOf the reads of a user who holds what `can` says; the same that the screen makes
 */
export async function firstAnswers(
  readsOf: (can: (...listed: readonly Holding[]) => boolean) => readonly Read[],
): Promise<readonly FirstAnswer[]> {
  const stop = new Stop()
  const askAll = async () => {
    const { roles, permissions } = await readForPage(identity.permissions)
    const held = new Set([...roles, ...permissions])
    const reads = readsOf((...listed) => hasAll(held, listed))
    return Promise.all(reads.map((read) => answerOf(read, stop)))
  }
  let patience: NodeJS.Timeout | undefined
  const beginWaiting = async () => {
    await readAccount()
    patience = setTimeout(() => stop.now('deadline'), patienceMs)
  }
  try {
    const [answers] = await Promise.all([askAll(), beginWaiting()])
    return answers.filter((answer) => answer !== undefined)
  } catch (error) {
    // Without the account there is no page at all; the layout says so.
    if (error instanceof CallError) return []
    throw error
  } finally {
    clearTimeout(patience)
  }
}

async function answerOf([endpoint, input]: Read, stop: Stop): Promise<FirstAnswer | undefined> {
  try {
    return { path: endpoint.path, input, data: await callForPage(endpoint, input, stop) }
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}
