'use client'
import { createContext } from 'react'
import type { Locale } from './locale.ts'
import type { Messages, T } from './translator.ts'

/** The language of the page. There is no default: a text without its provider is a mistake. */
export const MessagesContext = createContext<{ locale: Locale; messages: Partial<Messages>; t: T } | null>(
  null,
)
