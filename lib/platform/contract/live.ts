/** `taken`: the page named in `text` has that side of the room now. */
export type InterviewSignal = {
  id: number
  kind: 'hello' | 'offer' | 'end' | 'ready' | 'answer' | 'bye' | 'taken'
  text: string
}

/** The event stream of a browser carries these: the name of an event and its data. */
export type LiveEvents = {
  /**
   * The stream is open: how many messages are unread by now, whatever was missed before, and the build of the pages
   * that the service has by now.
   */
  ready: { unread: { notice: number; remind: number; official: number }; build: string }
  /** The user's messages changed. Read them again within `spread` ms: many may have been told at once. */
  messages: { spread: number }
  /** The tenant looks otherwise now: pages draw themselves again, within `spread` ms. */
  brand: { spread: number }
  /** The user's menu or a dictionary is another one now. Read it again within `spread` ms. */
  configuration: { of: 'menu' | 'dictionary'; spread: number }
  /** The user's roles, permissions or menu changed: the page reads them again. */
  access: Record<string, never>
  /** A message of a video interview: for the clerk who has the desk, or for the customer's page. */
  interview: InterviewSignal
  /** Work behind the calls changed records of a kind: what shows them reads them again. */
  records: { of: string }
  /** A session of the user may have ended: the stream closes, and opens again where the session still counts. */
  session: Record<string, never>
  /** The process stops, or missed something: come back within `spread` ms. */
  again: { spread: number }
}
export type LiveName = keyof LiveEvents

/** The customer of an interview hears its messages as this user, whom no other user is. */
export const guestOf = (interviewId: number): number => -interviewId

/** An event on its way to the streams of some users. */
export type LiveEvent<N extends LiveName = LiveName> = {
  [K in N]: { userIds: readonly number[]; type: K; data: LiveEvents[K] }
}[N]
