'use client'
import { type ReactNode, useMemo } from 'react'
import type { Permit } from '@/components/ui/action-button'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import type { VerbButton } from '@/components/verb/verb-buttons'
import { useSession } from '@/lib/client/session'
import type { Permission } from '@/lib/domains/identity/rules/roles'
import type { PaperItem } from '@/lib/domains/materials/contract/papers'
import { papers } from '@/lib/domains/materials/contract/papers'
import {
  hasPassed,
  isBadPaper,
  isCollected,
  isGoodPaper,
  isInReview,
  kindFacts,
  type PaperKind,
  paperLimits,
  type SetFacts,
  type SetStep,
  setCan,
} from '@/lib/domains/materials/rules/material-sets'
import { materialName } from '@/lib/i18n/code-words'
import type { T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

type PaperCase = OutputOf<typeof papers.get>

/** An order with the set that it is about. */
export type PaperOrder = Omit<PaperCase, 'order' | 'reason'> & {
  id: number
  rowVersion: number
  status: string
  customerName: string
  /** Files of it that are on their way from this page; a row of a list knows of none. */
  uploading?: number
}
/** One paper of it. */
export type JudgedPaper = { orderId: number; kind: PaperKind; item: PaperItem; facts: SetFacts }

/** Everything that the steps of a set are judged by. */
export const factsOf = (row: Omit<PaperOrder, 'rowVersion' | 'customerName'>): SetFacts => ({
  kind: row.kind,
  status: row.setStatus,
  orderStatus: row.status,
  asked: row.asked,
  items: row.items,
  formLacks: row.formLacks,
  mine: row.mine,
})

const setVerbs = (permissions: readonly Permission[], t: T) => {
  const common = {
    name: ({ customerName }: PaperOrder) => customerName,
    words: ({ kind }: PaperOrder) => ({ set: t(`papers.kinds.${kind}`) }),
    input: ({ id, kind }: PaperOrder) => ({ orderId: id, kind }),
  }
  const of = (fits: (status: PaperOrder['setStatus']) => boolean) => ({
    of: ({ setStatus, asked }: PaperOrder) => asked && fits(setStatus),
  })
  const permit =
    (step: SetStep) =>
    (row: PaperOrder): Permit =>
      setCan(step, factsOf(row), permissions)
  const reason = {
    kind: 'text',
    label: 'papers.reason',
    required: true,
    maxLength: paperLimits.reason,
  } as const
  return {
    submit: verb(papers.submit, {
      ...common,
      ...of(isCollected),
      label: 'papers.submit',
      main: true,
      // Everything that came after the submit would be refused.
      permit: (row): Permit => {
        const may = permit('submit')(row)
        const { uploading: count = 0 } = row
        return may.ok && count > 0 ? { ok: false, reason: 'papers.stillUploading', params: { count } } : may
      },
      ask: 'papers.submitTitle',
      done: 'papers.submitted',
    }),
    giveBack: verb(papers.giveBack, {
      ...common,
      ...of(isInReview),
      label: 'papers.giveBack',
      tone: 'danger',
      permit: permit('giveBack'),
      ask: 'papers.giveBackTitle',
      fields: { reason: { ...reason, value: (row: PaperOrder) => notesOf(row, t) } },
      input: ({ id, kind }, values) => ({ orderId: id, kind, reason: values.reason }),
      done: 'papers.givenBack',
    }),
    pass: verb(papers.pass, {
      ...common,
      ...of(isInReview),
      label: 'papers.pass',
      main: true,
      permit: permit('pass'),
      ask: 'papers.passTitle',
      done: 'papers.passed',
    }),
    expire: verb(papers.expire, {
      ...common,
      of: ({ setStatus, asked, kind }: PaperOrder) =>
        asked && hasPassed(setStatus) && kindFacts[kind].expires,
      label: 'papers.expire',
      tone: 'danger',
      permit: permit('expire'),
      ask: 'papers.expireTitle',
      note: 'papers.expireNote',
      fields: { reason },
      input: ({ id, kind }, values) => ({ orderId: id, kind, reason: values.reason }),
      done: 'papers.expired',
    }),
  }
}

/** Everything that was noted paper by paper, as the reason to give the set back. */
const notesOf = ({ items }: PaperOrder, t: T): string =>
  items
    .filter(isBadPaper)
    .map(({ materialType, rejectNote }) =>
      t('papers.noteOf', { paper: materialName(t, materialType), note: rejectNote ?? '' }),
    )
    .join(t('ui.separator'))
    .slice(0, paperLimits.reason)

const itemVerbs = (permissions: readonly Permission[], t: T) => {
  const common = {
    name: ({ item }: JudgedPaper) => materialName(t, item.materialType),
    permit: ({ facts }: JudgedPaper): Permit => setCan('judge', facts, permissions),
    done: 'papers.judged',
  } as const
  const on = ({ orderId, kind, item }: JudgedPaper) => ({
    orderId,
    kind,
    itemId: item.id,
    files: item.files.map(({ id }) => id),
  })
  return {
    good: verb(papers.judge, {
      ...common,
      label: 'papers.good',
      of: ({ item }) => !isGoodPaper(item),
      input: (row) => ({ ...on(row), good: true }),
    }),
    bad: verb(papers.judge, {
      ...common,
      label: 'papers.bad',
      tone: 'danger',
      of: ({ item }) => !isBadPaper(item),
      ask: 'papers.badTitle',
      fields: {
        note: { kind: 'text', label: 'papers.note', required: true, maxLength: paperLimits.note },
      },
      input: (row, values) => ({ ...on(row), good: false, note: values.note }),
    }),
  }
}

/** Everything that can be done about a set of papers, and about one of them. */
export function usePaperVerbs(): {
  of: (row: PaperOrder) => VerbButton[]
  ofItem: (row: JudgedPaper) => VerbButton[]
  dialog: ReactNode
} {
  const t = useT()
  const { permissions } = useSession()
  const held = permissions as readonly Permission[]
  const verbs = useVerbs(useMemo(() => setVerbs(held, t), [held, t]))
  const judging = useVerbs(useMemo(() => itemVerbs(held, t), [held, t]))
  return {
    of: (row) => verbs.of(row, 'submit', 'giveBack', 'pass', 'expire'),
    ofItem: (row) =>
      isInReview(row.facts.status) && setCan('judge', row.facts, held).ok
        ? judging.of(row, 'good', 'bad')
        : [],
    dialog: (
      <>
        {verbs.dialog}
        {judging.dialog}
      </>
    ),
  }
}
