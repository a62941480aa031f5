'use client'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { forget, keep, recall } from '@/lib/client/storage'
import { signing } from '@/lib/domains/contracts/contract/signing'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

export type Link = OutputOf<typeof signing.open>
export type Paper = Link['papers'][number]
export type Sent = OutputOf<typeof signing.sendCode> & { idTail: string }
export type Done = OutputOf<typeof signing.sign>

/** The step at which the person is; which papers and pages are read the service knows. */
export type Step =
  | { name: 'who' | 'tail' | 'papers' | 'sign' | 'refuse' | 'copies' }
  | { name: 'code'; sent: Sent }
  | { name: 'read'; id: number }

/** The session of this phone, for this tab alone. */
const storeName = 'nlos-signing'

function storedSession(token: string): string | undefined {
  const kept = recall(storeName)
  if (typeof kept !== 'object' || kept === null) return undefined
  const { token: of, session } = kept as { token?: unknown; session?: unknown }
  return of === token && typeof session === 'string' ? session : undefined
}

/** Whoever has signed may still prove himself: for his copy. */
const isProvable = (state: Link['state']) => state === 'ready' || state === 'signed'

export type SigningOnPhone = ReturnType<typeof useSigning>

/** All of a signing that is more than one step's. */
export function useSigning(token: string, opened: Link) {
  const t = useT()
  const [link, setLink] = useState(opened)
  const [session, setSession] = useState<string>()
  const [step, setStep] = useState<Step>({ name: 'who' })
  const [notice, setNotice] = useState<MessageKey>()
  const [done, setDone] = useState<Done>()

  const go = useCallback((next: Step) => {
    setNotice(undefined)
    setStep(next)
    scrollTo({ top: 0 })
  }, [])

  const read = useCallback(
    async (held: string | undefined) => {
      const answer = await request(signing.open, { token, ...(held && { session: held }) })
      setLink(answer)
      return answer
    },
    [token],
  )

  /** The session has ended, or another phone took it over: from the ID number on. */
  const proveAgain = useCallback(() => {
    forget(storeName)
    setSession(undefined)
    setStep({ name: 'tail' })
    setNotice('signPage.proveAgain')
  }, [])

  const enter = useCallback(
    async (held: string) => {
      const { proved, state } = await read(held)
      if (!isProvable(state)) return
      if (!proved) return proveAgain()
      setSession(held)
      go({ name: state === 'signed' ? 'copies' : 'papers' })
    },
    [read, proveAgain, go],
  )

  // A reload goes on where the phone was.
  useEffect(() => {
    const held = storedSession(token)
    if (held && opened.state === 'ready') enter(held).catch(() => setNotice('signPage.noNetwork'))
  }, [token, opened.state, enter])

  /** The meaning of a failed call here: its own sentence, or the start again. Undefined where the page has moved. */
  const failureOf = async (error: unknown): Promise<string | undefined> => {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'signing.proveAgain') {
      proveAgain()
      return undefined
    }
    // The link itself stands otherwise now: another state has a page of its own.
    if (error.status === 422) {
      const { state, triesLeft } = await read(session).catch(() => link)
      if (!isProvable(state) || triesLeft <= 0) return undefined
    }
    if (error.status === noAnswer || error.status > 500) return t('signPage.noNetwork')
    return error.message || t('errors.unknown')
  }

  return {
    token,
    session: session ?? '',
    link,
    step,
    notice,
    done,
    go,
    failureOf,
    /** The reason why there was no answer; undefined where there was one. */
    async reopen(): Promise<string | undefined> {
      try {
        await read(session)
        return undefined
      } catch (error) {
        return failureOf(error)
      }
    },
    /** @throws {ApiError} */
    async prove(code: string) {
      const answer = await request(signing.prove, { token, code })
      keep(storeName, { token, session: answer.session }, 'session')
      await enter(answer.session)
    },
    /** Pages of a paper that the service has heard of. */
    setRead: (id: number, pages: number[]) =>
      setLink((now) => ({
        ...now,
        papers: now.papers.map((paper) => (paper.id === id ? { ...paper, read: pages } : paper)),
      })),
    end(answer: Done) {
      forget(storeName)
      setDone(answer)
      scrollTo({ top: 0 })
    },
    async refused() {
      forget(storeName)
      await read(undefined).catch(() => setLink((now) => ({ ...now, state: 'refused' })))
    },
  }
}

/** True where all pages of a paper were shown. */
export const isRead = ({ pages, read }: Paper): boolean => new Set(read).size >= pages
