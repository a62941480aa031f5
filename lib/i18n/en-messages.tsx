'use client'
import type { ReactNode } from 'react'
import * as messages from './messages/en/index.ts'
import { MessagesContext } from './messages-context.ts'
import { translator } from './translator.ts'

const value = { locale: 'en', messages, t: translator(messages) } as const

/** English around a part of the page. */
export default function EnMessages({ children }: { children?: ReactNode }) {
  return <MessagesContext value={value}>{children}</MessagesContext>
}
