'use client'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { Locale } from './locale.ts'

// One static chunk a language, rendered on the server too: the first HTML has its words, and the browser
// downloads one language alone.
const providers = {
  'zh-CN': dynamic(() => import('./zh-cn-messages.tsx')),
  en: dynamic(() => import('./en-messages.tsx')),
}

/** The words of one language for everything inside. */
export function MessagesProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const Provider = providers[locale]
  return <Provider>{children}</Provider>
}
