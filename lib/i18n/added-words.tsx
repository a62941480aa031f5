'use client'
import { type ReactNode, use, useMemo } from 'react'
import { MessagesContext } from './messages-context.ts'
import { type Messages, translator } from './translator.ts'

/** Adds texts to those around it, for everything inside. */
export function AddedWords({ messages, children }: { messages: Partial<Messages>; children: ReactNode }) {
  const outer = use(MessagesContext)
  const value = useMemo(() => {
    const all = { ...outer?.messages, ...messages }
    return { messages: all, t: translator(all) }
  }, [outer, messages])
  return <MessagesContext value={value}>{children}</MessagesContext>
}
