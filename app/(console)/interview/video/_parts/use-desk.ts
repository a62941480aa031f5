'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type DeskSession, type DeskState, deskSessionOf } from '@/components/interview/desk-session'
import { type PieceOutbox, type PieceState, pieceOutboxOf } from '@/components/interview/piece-outbox'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { useSession } from '@/lib/client/session'
import { holdPage } from '@/lib/client/unload-guard'
import type { InterviewView } from '@/lib/domains/interviews/contract'
import { isOpenInterview, isUnderWay } from '@/lib/domains/interviews/rules/interview'
import { useT } from '@/lib/i18n/use-t'

export type Desk = {
  session: DeskSession
  state: DeskState
  pieces: PieceState
  /** By the clerk's own will: a reload does not enter again. */
  leave: () => void
}

const noPieces: PieceState = { waiting: 0, failing: undefined, refused: undefined, kept: true }
const noDesk: DeskState = {
  phase: 'out',
  trouble: undefined,
  link: 'waiting',
  relayed: true,
  local: undefined,
  remote: undefined,
  muted: false,
  recording: false,
  sound: true,
}
const never = () => () => {}

/**
 * The clerk's place in the room of this page; undefined until there is an interview. It records while the interview is
 * under way, and is entered again after a reload.
 */
export function useDesk(interview: InterviewView | null): Desk | undefined {
  const t = useT()
  const { user } = useSession()
  const { setDirty } = useTab()
  const { query, setQuery } = useTabLocation()
  const id = interview?.id
  const [outbox, setOutbox] = useState<PieceOutbox>()
  const session = outbox && id !== undefined ? deskSessionOf(id, outbox) : undefined
  const state = useSyncExternalStore(
    session?.subscribe ?? never,
    session?.get ?? (() => noDesk),
    () => noDesk,
  )
  const pieces = useSyncExternalStore(
    outbox?.subscribe ?? never,
    outbox?.get ?? (() => noPieces),
    () => noPieces,
  )
  const { phase, recording } = state
  const underWay = interview !== null && isUnderWay(interview.status)
  const over = interview !== null && !isOpenInterview(interview.status)
  const wasIn = new URLSearchParams(query).get('room') === String(id)
  const inside = phase === 'in' || phase === 'opening'

  // The store of the browser is not there on the server.
  useEffect(() => setOutbox(pieceOutboxOf(user.id)), [user.id])
  useEffect(() => {
    if (session && wasIn && session.get().phase === 'out') void session.enter()
  }, [session, wasIn])
  useEffect(() => {
    if (phase === 'in' && !wasIn) setQuery({ room: String(id) })
    if (wasIn && (phase === 'taken' || over)) setQuery({ room: null })
  }, [phase, wasIn, id, over, setQuery])
  useEffect(() => {
    if (!session) return
    if (underWay && phase === 'in')
      session.record({ room: interview?.roomNo ?? '', broken: t('interviews.states.broken') })
    if (over) void session.leave()
  }, [session, underWay, over, phase, interview?.roomNo, t])
  // The tab asks before it closes, and its page stays while another one is looked at.
  useEffect(() => setDirty(inside), [inside, setDirty])
  useEffect(() => (recording ? holdPage() : undefined), [recording])
  const leave = () => {
    setQuery({ room: null })
    void session?.leave()
  }
  return session && { session, state, pieces, leave }
}
