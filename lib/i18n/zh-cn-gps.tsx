'use client'
import type { ReactNode } from 'react'
import { AddedWords } from './added-words.tsx'
import * as messages from './messages/zh-CN/part-gps.ts'

export default function ZhCnGps({ children }: { children?: ReactNode }) {
  return <AddedWords messages={messages}>{children}</AddedWords>
}
