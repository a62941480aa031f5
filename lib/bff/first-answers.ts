import type { FirstAnswer, Read } from '../platform/contract/endpoint.ts'
import { CallError } from './call-upstream.ts'
import { callForPage, readAccount } from './page-session.ts'
import { Stop } from './stop.ts'

/**
 * The time that a page may wait for its first answers, in ms from where it could be drawn without them: on a busy
 * machine everything takes longer, and what is given up is asked once more by the browser.
 */
const patienceMs = 300

/**
 * Asks on the server what the first screen of a page asks, so that its first HTML has the content:
 *
 *     <FirstAnswers answers={await firstAnswers(Object.values(reads))}><HomeScreen /></FirstAnswers>
 *
 * They go together with those of the layout, so nobody knows yet what the user may ask: what the service refuses, what
 * is late and what fails is left out. The browser asks for it as if nothing had been, and says what is wrong where it
 * shows it. A session that the upstream no longer takes leads
 * to login or to the lock page, as with {@link callForPage}.
 *
 * @param reads what the screen asks of whoever may ask it
 */
export async function firstAnswers(reads: readonly Read[]): Promise<readonly FirstAnswer[]> {
  const stop = new Stop()
  let patience: NodeJS.Timeout | undefined
  const beginWaiting = async () => {
    await readAccount()
    patience = setTimeout(() => stop.now('deadline'), patienceMs)
  }
  try {
    const asked = reads.map((read) => answerOf(read, stop))
    const [answers] = await Promise.all([Promise.all(asked), beginWaiting()])
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
