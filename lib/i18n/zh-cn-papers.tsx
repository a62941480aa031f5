'use client'
import type { ReactNode } from 'react'
import { AddedWords } from './added-words.tsx'
import * as messages from './messages/zh-CN/part-papers.ts'

export default function ZhCnPapers({ children }: { children?: ReactNode }) {
  return <AddedWords messages={messages}>{children}</AddedWords>
}
