'use client'
import { createContext, use } from 'react'

/** Path of a field to what is worth a look there and does not stop the form. */
export type Warnings = Readonly<Record<string, string>>

export const WarningsContext = createContext<Warnings>({})

export function useWarnings(): Warnings {
  return use(WarningsContext)
}
