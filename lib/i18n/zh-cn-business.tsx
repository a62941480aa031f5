'use client'
import type { ReactNode } from 'react'
import { AddedWords } from './added-words.tsx'
import * as messages from './messages/zh-CN/part-business.ts'

export default function ZhCnBusiness({ children }: { children?: ReactNode }) {
  return (
    <AddedWords locale="zh-CN" messages={messages}>
      {children}
    </AddedWords>
  )
}
