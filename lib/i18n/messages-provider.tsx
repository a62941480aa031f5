'use client'
import dynamic from 'next/dynamic'
import { type ComponentType, type ReactNode, use } from 'react'
import { MessagesContext } from './messages-context.ts'
import type { Part } from './parts.ts'
import type { Messages } from './translator.ts'

type Provider = ComponentType<{ children?: ReactNode }>

// One static chunk a part, rendered on the server too: the first HTML has its words, and the browser downloads those
// of its pages alone.
const providers: Readonly<Record<Part | 'frame', Provider>> = {
  frame: dynamic(() => import('./zh-cn-frame.tsx')),
  forms: dynamic(() => import('./zh-cn-forms.tsx')),
  dialogs: dynamic(() => import('./zh-cn-dialogs.tsx')),
  lists: dynamic(() => import('./zh-cn-lists.tsx')),
  intake: dynamic(() => import('./zh-cn-intake.tsx')),
  records: dynamic(() => import('./zh-cn-records.tsx')),
  entries: dynamic(() => import('./zh-cn-entries.tsx')),
  papers: dynamic(() => import('./zh-cn-papers.tsx')),
  payments: dynamic(() => import('./zh-cn-payments.tsx')),
  loans: dynamic(() => import('./zh-cn-loans.tsx')),
  contracts: dynamic(() => import('./zh-cn-contracts.tsx')),
  visits: dynamic(() => import('./zh-cn-visits.tsx')),
  imports: dynamic(() => import('./zh-cn-imports.tsx')),
  cards: dynamic(() => import('./zh-cn-cards.tsx')),
  channels: dynamic(() => import('./zh-cn-channels.tsx')),
  partners: dynamic(() => import('./zh-cn-partners.tsx')),
  archives: dynamic(() => import('./zh-cn-archives.tsx')),
  gps: dynamic(() => import('./zh-cn-gps.tsx')),
  administration: dynamic(() => import('./zh-cn-administration.tsx')),
  staff: dynamic(() => import('./zh-cn-staff.tsx')),
  logs: dynamic(() => import('./zh-cn-logs.tsx')),
  products: dynamic(() => import('./zh-cn-products.tsx')),
  risks: dynamic(() => import('./zh-cn-risks.tsx')),
  signing: dynamic(() => import('./zh-cn-signing.tsx')),
  guest: dynamic(() => import('./zh-cn-guest.tsx')),
}

/**
 * The same files once more: Next finds what the server's HTML has to preload only where `dynamic()` names the file
 * itself.
 */
const loads: Readonly<Record<Part, () => Promise<unknown>>> = {
  forms: () => import('./zh-cn-forms.tsx'),
  dialogs: () => import('./zh-cn-dialogs.tsx'),
  lists: () => import('./zh-cn-lists.tsx'),
  intake: () => import('./zh-cn-intake.tsx'),
  records: () => import('./zh-cn-records.tsx'),
  entries: () => import('./zh-cn-entries.tsx'),
  papers: () => import('./zh-cn-papers.tsx'),
  payments: () => import('./zh-cn-payments.tsx'),
  loans: () => import('./zh-cn-loans.tsx'),
  contracts: () => import('./zh-cn-contracts.tsx'),
  visits: () => import('./zh-cn-visits.tsx'),
  imports: () => import('./zh-cn-imports.tsx'),
  cards: () => import('./zh-cn-cards.tsx'),
  channels: () => import('./zh-cn-channels.tsx'),
  partners: () => import('./zh-cn-partners.tsx'),
  archives: () => import('./zh-cn-archives.tsx'),
  gps: () => import('./zh-cn-gps.tsx'),
  administration: () => import('./zh-cn-administration.tsx'),
  staff: () => import('./zh-cn-staff.tsx'),
  logs: () => import('./zh-cn-logs.tsx'),
  products: () => import('./zh-cn-products.tsx'),
  risks: () => import('./zh-cn-risks.tsx'),
  signing: () => import('./zh-cn-signing.tsx'),
  guest: () => import('./zh-cn-guest.tsx'),
}

/** A namespace of each part, by which one that is there already is known. */
const namespaceOf = {
  forms: 'form',
  dialogs: 'account',
  lists: 'list',
  intake: 'fields',
  records: 'record',
  entries: 'entryFields',
  papers: 'papers',
  payments: 'releases',
  loans: 'loans',
  contracts: 'contracts',
  visits: 'interviews',
  imports: 'imports',
  cards: 'bankCards',
  channels: 'openings',
  partners: 'funders',
  archives: 'archives',
  gps: 'gps',
  administration: 'configuration',
  staff: 'staff',
  logs: 'actions',
  products: 'product',
  risks: 'blacklist',
  signing: 'signPage',
  guest: 'interviewGuest',
} as const satisfies Record<Part, keyof Messages>

/** The words of the frame for everything inside; {@link Words} adds more. */
export function MessagesProvider({ children }: { children: ReactNode }) {
  const Frame = providers.frame
  return <Frame>{children}</Frame>
}

/**
 * Adds the words of further parts to those around it. What no provider brings is shown as its key; that every page
 * has its parts is a test (scripts/fitness/words.test.ts).
 */
export function Words({ parts, children }: { parts: readonly Part[]; children: ReactNode }) {
  const around = use(MessagesContext)
  if (around === null) throw new Error('Words needs a messages provider around it')
  const { messages } = around
  const [next, ...rest] = parts.filter((part) => !(namespaceOf[part] in messages))
  if (next === undefined) return children
  // Each provider asks for its chunk when the one around it is there: all are sent for now, so that they are one wait.
  for (const part of rest) loads[part]().catch(() => undefined)
  const Provider = providers[next]
  return (
    <Provider>
      <Words parts={rest}>{children}</Words>
    </Provider>
  )
}
