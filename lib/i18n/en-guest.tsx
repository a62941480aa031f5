'use client'
import type { ReactNode } from 'react'
import { AddedWords } from './added-words.tsx'
import * as messages from './messages/en/part-guest.ts'

export default function EnGuest({ children }: { children?: ReactNode }) {
  return (
    <AddedWords locale="en" messages={messages}>
      {children}
    </AddedWords>
  )
}
