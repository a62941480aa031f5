'use client'
import dynamic from 'next/dynamic'
import { type ComponentType, type ReactNode, use } from 'react'
import type { Locale } from './locale.ts'
import { MessagesContext } from './messages-context.ts'
import type { Part } from './parts.ts'
import type { Messages } from './translator.ts'

type Provider = ComponentType<{ children?: ReactNode }>

// One static chunk a language and part, rendered on the server too: the first HTML has its words, and the browser
// downloads those of its language and of its pages alone.
const providers: Readonly<Record<Locale, Readonly<Record<Part | 'frame', Provider>>>> = {
  'zh-CN': {
    frame: dynamic(() => import('./zh-cn-frame.tsx')),
    forms: dynamic(() => import('./zh-cn-forms.tsx')),
    dialogs: dynamic(() => import('./zh-cn-dialogs.tsx')),
    lists: dynamic(() => import('./zh-cn-lists.tsx')),
    intake: dynamic(() => import('./zh-cn-intake.tsx')),
    records: dynamic(() => import('./zh-cn-records.tsx')),
    administration: dynamic(() => import('./zh-cn-administration.tsx')),
    products: dynamic(() => import('./zh-cn-products.tsx')),
    risks: dynamic(() => import('./zh-cn-risks.tsx')),
    signing: dynamic(() => import('./zh-cn-signing.tsx')),
    guest: dynamic(() => import('./zh-cn-guest.tsx')),
  },
  en: {
    frame: dynamic(() => import('./en-frame.tsx')),
    forms: dynamic(() => import('./en-forms.tsx')),
    dialogs: dynamic(() => import('./en-dialogs.tsx')),
    lists: dynamic(() => import('./en-lists.tsx')),
    intake: dynamic(() => import('./en-intake.tsx')),
    records: dynamic(() => import('./en-records.tsx')),
    administration: dynamic(() => import('./en-administration.tsx')),
    products: dynamic(() => import('./en-products.tsx')),
    risks: dynamic(() => import('./en-risks.tsx')),
    signing: dynamic(() => import('./en-signing.tsx')),
    guest: dynamic(() => import('./en-guest.tsx')),
  },
}

/**
 * The same files once more: Next finds what the server's HTML has to preload only where `dynamic()` names the file
 * itself.
 */
const loads: Readonly<Record<Locale, Readonly<Record<Part, () => Promise<unknown>>>>> = {
  'zh-CN': {
    forms: () => import('./zh-cn-forms.tsx'),
    dialogs: () => import('./zh-cn-dialogs.tsx'),
    lists: () => import('./zh-cn-lists.tsx'),
    intake: () => import('./zh-cn-intake.tsx'),
    records: () => import('./zh-cn-records.tsx'),
    administration: () => import('./zh-cn-administration.tsx'),
    products: () => import('./zh-cn-products.tsx'),
    risks: () => import('./zh-cn-risks.tsx'),
    signing: () => import('./zh-cn-signing.tsx'),
    guest: () => import('./zh-cn-guest.tsx'),
  },
  en: {
    forms: () => import('./en-forms.tsx'),
    dialogs: () => import('./en-dialogs.tsx'),
    lists: () => import('./en-lists.tsx'),
    intake: () => import('./en-intake.tsx'),
    records: () => import('./en-records.tsx'),
    administration: () => import('./en-administration.tsx'),
    products: () => import('./en-products.tsx'),
    risks: () => import('./en-risks.tsx'),
    signing: () => import('./en-signing.tsx'),
    guest: () => import('./en-guest.tsx'),
  },
}

/** A namespace of each part, by which one that is there already is known. */
const namespaceOf = {
  forms: 'form',
  dialogs: 'account',
  lists: 'list',
  intake: 'fields',
  records: 'record',
  administration: 'oversight',
  products: 'product',
  risks: 'blacklist',
  signing: 'signPage',
  guest: 'interviewGuest',
} as const satisfies Record<Part, keyof Messages>

/** The words of one language for everything inside: those of the frame; {@link Words} adds more. */
export function MessagesProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const Frame = providers[locale].frame
  return <Frame>{children}</Frame>
}

/**
 * Adds the words of further parts to those around it. What no provider brings is shown as its key; that every page
 * has its parts is a test (scripts/fitness/words.test.ts).
 */
export function Words({ parts, children }: { parts: readonly Part[]; children: ReactNode }) {
  const around = use(MessagesContext)
  if (around === null) throw new Error('Words needs a messages provider around it')
  const { locale, messages } = around
  const [next, ...rest] = parts.filter((part) => !(namespaceOf[part] in messages))
  if (next === undefined) return children
  // Each provider asks for its chunk when the one around it is there: all are sent for now, so that they are one wait.
  for (const part of rest) loads[locale][part]().catch(() => undefined)
  const Provider = providers[locale][next]
  return (
    <Provider>
      <Words parts={rest}>{children}</Words>
    </Provider>
  )
}
