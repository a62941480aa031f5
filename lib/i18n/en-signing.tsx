'use client'
import type { ReactNode } from 'react'
import { AddedWords } from './added-words.tsx'
import * as messages from './messages/en/part-signing.ts'

export default function EnSigning({ children }: { children?: ReactNode }) {
  return (
    <AddedWords locale="en" messages={messages}>
      {children}
    </AddedWords>
  )
}
