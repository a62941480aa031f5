'use client'
import type { ReactNode } from 'react'
import { AddedWords } from './added-words.tsx'
import * as messages from './messages/zh-CN/part-administration.ts'

export default function ZhCnAdministration({ children }: { children?: ReactNode }) {
  return <AddedWords messages={messages}>{children}</AddedWords>
}
