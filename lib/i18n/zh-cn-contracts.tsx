'use client'
import type { ReactNode } from 'react'
import { AddedWords } from './added-words.tsx'
import * as messages from './messages/zh-CN/part-contracts.ts'

export default function ZhCnContracts({ children }: { children?: ReactNode }) {
  return <AddedWords messages={messages}>{children}</AddedWords>
}
