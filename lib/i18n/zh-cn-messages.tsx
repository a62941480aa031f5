'use client'
import type { ReactNode } from 'react'
import * as messages from './messages/zh-CN/index.ts'
import { MessagesContext } from './messages-context.ts'
import { translator } from './translator.ts'

const value = { locale: 'zh-CN', messages, t: translator(messages) } as const

/** Chinese around a part of the page; also the wrapper of tests. */
export default function ZhCnMessages({ children }: { children?: ReactNode }) {
  return <MessagesContext value={value}>{children}</MessagesContext>
}
