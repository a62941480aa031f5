'use client'
import type { ReactNode } from 'react'
import { AddedWords } from './added-words.tsx'
import * as messages from './messages/zh-CN/index.ts'

/** All texts around a part of the page: the wrapper of tests. */
export default function ZhCnMessages({ children }: { children?: ReactNode }) {
  return <AddedWords messages={messages}>{children}</AddedWords>
}
