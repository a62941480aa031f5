'use client'
import { createContext } from 'react'
import type { Messages, T } from './translator.ts'

/** The words of the page. There is no default: a text without its provider is a mistake. */
export const MessagesContext = createContext<{ messages: Partial<Messages>; t: T } | null>(null)
