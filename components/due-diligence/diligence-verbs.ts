'use client'
import { useMemo } from 'react'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { callOptions, codeOptions } from '@/lib/client/options'
import { useSession } from '@/lib/client/session'
import { type DiligenceRow, dueDiligence } from '@/lib/domains/due-diligence/contract'
import {
  type DiligenceStep,
  diligenceCan,
  diligenceFits,
  diligenceLimits,
  returnReasons,
} from '@/lib/domains/due-diligence/rules/due-diligence'
import type { T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

/**
 * Everything that can be done with a visit by whoever ordered it, and what its officer does before the form: one set
 * everywhere.
 */

type Who = { id: number; permissions: readonly string[] }
const common = {
  name: ({ ddNo }: DiligenceRow) => ddNo,
  words: ({ ddNo }: DiligenceRow) => ({ ddNo }),
}
const note = { kind: 'text', maxLength: diligenceLimits.note } as const

/** The people who can be sent there, the best first. */
const officersFor = ({ region }: DiligenceRow, t: T) =>
  callOptions(dueDiligence.officers, { region: region as [string, string] }, (officers) =>
    officers.map(({ id, name, near, open }, at) => ({
      value: String(id),
      label: [
        name,
        ...(at === 0 ? [t('dueDiligence.suggested')] : []),
        ...(near ? [t('dueDiligence.near')] : []),
        t('dueDiligence.openCount', { count: open }),
      ].join(' · '),
    })),
  )

const verbsOf = (who: Who, t: T) => {
  const when = (step: DiligenceStep) => ({
    of: ({ status }: DiligenceRow) => diligenceFits(step, status),
    permit: (row: DiligenceRow) => diligenceCan(step, row, who),
  })
  return {
    assign: verb(dueDiligence.assign, {
      ...common,
      label: 'dueDiligence.assign',
      ...when('assign'),
      ask: 'dueDiligence.assignTitle',
      note: 'dueDiligence.assignNote',
      fields: {
        assigneeId: {
          kind: 'select',
          label: 'dueDiligence.assignee',
          options: (row: DiligenceRow) => officersFor(row, t),
        },
      },
      input: ({ id }, { assigneeId }) => ({ id, assigneeId: assigneeId ? Number(assigneeId) : undefined }),
      many: 'dueDiligence.assignMany',
      done: 'dueDiligence.assigned',
    }),
    accept: verb(dueDiligence.accept, {
      ...common,
      label: 'dueDiligence.accept',
      main: true,
      ...when('accept'),
      ask: 'dueDiligence.acceptTitle',
      fields: { note: { ...note, label: 'dueDiligence.opinion' } },
      input: ({ id }, values) => ({ id, note: values.note }),
      done: 'dueDiligence.accepted',
    }),
    sendBack: verb(dueDiligence.sendBack, {
      ...common,
      label: 'dueDiligence.sendBack',
      ...when('sendBack'),
      ask: 'dueDiligence.sendBackTitle',
      fields: {
        reason: {
          kind: 'select',
          label: 'dueDiligence.returnReason',
          required: true,
          options: () => codeOptions('dueDiligence.returnReasons', returnReasons),
        },
        note: { ...note, label: 'dueDiligence.returnNote', required: true },
      },
      input: ({ id }, { reason, note: text }) => ({
        id,
        reason: reason as (typeof returnReasons)[number],
        note: text,
      }),
      done: 'dueDiligence.sentBack',
    }),
    cancel: verb(dueDiligence.cancel, {
      ...common,
      label: 'dueDiligence.cancel',
      tone: 'danger',
      ...when('cancel'),
      ask: 'dueDiligence.cancelTitle',
      note: 'dueDiligence.cancelNote',
      fields: { note: { ...note, label: 'dueDiligence.cancelReason', required: true } },
      input: ({ id }, values) => ({ id, note: values.note }),
      done: 'dueDiligence.cancelled',
    }),
    resume: verb(dueDiligence.resume, {
      ...common,
      label: 'dueDiligence.resume',
      main: true,
      ...when('resume'),
      input: ({ id }) => ({ id }),
      done: 'dueDiligence.resumed',
    }),
  }
}

export function useDiligenceVerbs() {
  const t = useT()
  const { user, permissions } = useSession()
  const verbs = useMemo(() => verbsOf({ id: user.id, permissions }, t), [user.id, permissions, t])
  return useVerbs<DiligenceRow, keyof typeof verbs>(verbs)
}
