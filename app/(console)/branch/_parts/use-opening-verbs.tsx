'use client'
import { useMemo, useState } from 'react'
import { productOptions } from '@/components/order/order-options'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { useHasPermission } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import { type OpeningRow, openings } from '@/lib/domains/openings/contract'
import {
  type OpeningStep,
  openingCan,
  openingLimits,
  openingMoves,
  takesOrders,
} from '@/lib/domains/openings/rules/opening'
import type { Handed } from './password-dialog'

// Parts that open on a click are loaded with it.
const OpeningDialog = lazyPart(() => import('./opening-dialog'), ['forms'])
const PasswordDialog = lazyPart(() => import('./password-dialog'))

const name = (row: OpeningRow) => row.name
const reason = {
  kind: 'text',
  label: 'openings.reason',
  required: true,
  maxLength: openingLimits.reason,
} as const
const note = { kind: 'text', label: 'openings.note', maxLength: openingLimits.reason } as const
const isOf = (step: OpeningStep) => (row: OpeningRow) =>
  openingMoves.some(
    (move) => move.step === step && move.from === row.status && (move.kinds?.includes(row.kind) ?? true),
  )

/** The verbs of an opening, for lists and for its own page. */
export function useOpeningVerbs() {
  const { id: me } = useSession().user
  const mayFirst = useHasPermission('opening:first')
  const mayCheck = useHasPermission('opening:check')
  const [editing, setEditing] = useState<OpeningRow | OpeningRow['kind']>()
  const [handed, setHanded] = useState<Handed>()
  const declared = useMemo(() => {
    const permissions = [
      'opening:save',
      ...(mayFirst ? ['opening:first'] : []),
      ...(mayCheck ? ['opening:check'] : []),
    ]
    const judged = (step: OpeningStep) => ({
      of: isOf(step),
      permit: (row: OpeningRow) => openingCan(step, row, { id: me, permissions }),
      name,
    })
    return {
      submit: verb(openings.submit, {
        ...judged('submit'),
        label: 'openings.submit',
        ask: 'openings.submitTitle',
        note: 'openings.submitNote',
        input: ({ id }) => ({ id }),
        done: 'openings.submitted',
      }),
      approve: verb(openings.approve, {
        ...judged('approve'),
        label: 'openings.approve',
        ask: 'openings.approveTitle',
        fields: { note },
        input: ({ id }, values) => ({ id, ...values }),
        done: 'openings.approved',
      }),
      refuse: verb(openings.refuse, {
        ...judged('refuse'),
        label: 'openings.refuse',
        tone: 'danger',
        ask: 'openings.refuseTitle',
        note: 'openings.refuseNote',
        fields: { reason },
        input: ({ id }, values) => ({ id, ...values }),
        done: 'openings.refused',
      }),
      withdraw: verb(openings.withdraw, {
        ...judged('withdraw'),
        label: 'openings.withdraw',
        ask: 'openings.withdrawTitle',
        input: ({ id }) => ({ id }),
        done: 'openings.withdrawn',
      }),
      rate: verb(openings.saveRate, {
        of: (row: OpeningRow) => row.kind === 'channel' && (isOf('save')(row) || isOf('change')(row)),
        name,
        label: 'openings.addRate',
        ask: 'openings.addRateTitle',
        note: 'openings.addRateNote',
        fields: {
          productId: {
            kind: 'select',
            label: 'openings.productId',
            required: true,
            options: () => productOptions,
          },
          rebateRate: {
            kind: 'line',
            label: 'openings.rebateRate',
            required: true,
            maxLength: 6,
            rule: badShare,
          },
          commissionRate: {
            kind: 'line',
            label: 'openings.commissionRate',
            required: true,
            maxLength: 6,
            rule: badShare,
          },
        },
        input: ({ id }, { productId, ...shares }) => ({ id, productId: Number(productId), ...shares }),
        done: 'openings.rateSaved',
      }),
      handOver: verb(openings.handOver, {
        of: (row: OpeningRow) => row.kind === 'shop' && takesOrders(row),
        name,
        label: 'openings.handOver',
        ask: 'openings.handOverTitle',
        note: 'openings.handOverNote',
        input: ({ id }) => ({ id }),
        done: setHanded,
      }),
      suspend: verb(openings.suspend, {
        ...judged('suspend'),
        label: 'openings.suspend',
        tone: 'danger',
        ask: 'openings.suspendTitle',
        note: 'openings.suspendNote',
        fields: { reason },
        input: ({ id }, values) => ({ id, ...values }),
        done: 'openings.suspended',
      }),
      resume: verb(openings.resume, {
        ...judged('resume'),
        label: 'openings.resume',
        ask: 'openings.resumeTitle',
        fields: { note },
        input: ({ id }, values) => ({ id, ...values }),
        done: 'openings.resumed',
      }),
      close: verb(openings.close, {
        ...judged('close'),
        label: 'openings.close',
        tone: 'danger',
        ask: 'openings.closeTitle',
        note: 'openings.closeNote',
        fields: { reason },
        input: ({ id }, values) => ({ id, ...values }),
        done: 'openings.closed',
      }),
    }
  }, [me, mayFirst, mayCheck])
  const verbs = useVerbs(declared)
  const dialog = (
    <>
      {verbs.dialog}
      {editing && <OpeningDialog of={editing} onClose={() => setEditing(undefined)} />}
      {handed && <PasswordDialog of={handed} onClose={() => setHanded(undefined)} />}
    </>
  )
  const mayEdit = (row: OpeningRow) => isOf('save')(row) || isOf('change')(row)
  return { verbs, edit: setEditing, mayEdit, dialog }
}

const badShare = (text: string) => (/^0(\.\d{1,4})?$/.test(text) ? null : ('openings.badRate' as const))
