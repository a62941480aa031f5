'use client'
import { type ReactNode, use, useMemo } from 'react'
import type { Locale } from './locale.ts'
import { MessagesContext } from './messages-context.ts'
import { type Messages, translator } from './translator.ts'

/** Adds texts of a language to those around it, for everything inside. */
export function AddedWords({
  locale,
  messages,
  children,
}: {
  locale: Locale
  messages: Partial<Messages>
  children: ReactNode
}) {
  const outer = use(MessagesContext)
  const value = useMemo(() => {
    const all = { ...outer?.messages, ...messages }
    return { locale, messages: all, t: translator(all) }
  }, [outer, locale, messages])
  return <MessagesContext value={value}>{children}</MessagesContext>
}
