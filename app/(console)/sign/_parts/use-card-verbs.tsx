'use client'
import { type ReactNode, useMemo, useState } from 'react'
import type { Permit } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import type { VerbButton } from '@/components/verb/verb-buttons'
import { useCan } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import { bankCards } from '@/lib/domains/cards/contract'
import {
  type CardFacts,
  type CardState,
  type CardStep,
  cardCan,
  cardLimits,
  isBound,
} from '@/lib/domains/cards/rules/card-binding'
import type { Permission } from '@/lib/domains/identity/rules/roles'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
const ChangeDialog = lazyPart(() => import('./change-dialog'), ['forms'])

/** An order with what the steps of its card are judged by. */
export type CardOrder = Omit<CardFacts, 'orderStatus'> & {
  id: number
  rowVersion: number
  status: string
  customerName: string
  cardState: CardState
}

const reason = {
  kind: 'text',
  label: 'bankCards.reason',
  required: true,
  maxLength: cardLimits.reason,
} as const

const verbsOf = (permissions: readonly Permission[]) => {
  const common = {
    name: ({ customerName }: CardOrder) => customerName,
    words: ({ customerName }: CardOrder) => ({ name: customerName }),
  }
  const permit =
    (step: CardStep) =>
    (row: CardOrder): Permit =>
      cardCan(step, { ...row, orderStatus: row.status }, permissions)
  const asking = {
    ...common,
    permit: permit('bind'),
    main: true,
    ask: 'bankCards.bindTitle',
    note: 'bankCards.bindNote',
    input: ({ id }: CardOrder) => ({ orderId: id }),
    done: 'bankCards.bindDone',
  } as const
  return {
    bind: verb(bankCards.bind, {
      ...asking,
      label: 'bankCards.bind',
      of: ({ cardState }) => cardState === 'entered',
    }),
    askAgain: verb(bankCards.bind, {
      ...asking,
      label: 'bankCards.askAgain',
      of: ({ cardState }) => cardState === 'silent' || cardState === 'failed',
    }),
    withdraw: verb(bankCards.withdraw, {
      ...common,
      label: 'bankCards.withdraw',
      tone: 'danger',
      of: ({ next }: CardOrder) => next !== null,
      permit: permit('withdraw'),
      ask: 'bankCards.withdrawTitle',
      note: 'bankCards.withdrawNote',
      fields: { reason },
      input: ({ id }, values) => ({ orderId: id, reason: values.reason }),
      done: 'bankCards.withdrawDone',
    }),
    unbind: verb(bankCards.unbind, {
      ...common,
      label: 'bankCards.unbind',
      tone: 'danger',
      of: ({ current }: CardOrder) => isBound(current),
      permit: permit('unbind'),
      ask: 'bankCards.unbindTitle',
      note: 'bankCards.unbindNote',
      fields: { reason },
      input: ({ id }, values) => ({ orderId: id, reason: values.reason }),
      done: 'bankCards.unbindDone',
    }),
  }
}

/** Everything that can be done about the card of an order, in the list and in its case. */
export function useCardVerbs(): { of: (row: CardOrder) => VerbButton[]; dialog: ReactNode } {
  const t = useT()
  const can = useCan()
  const { permissions } = useSession()
  const held = permissions as readonly Permission[]
  const verbs = useVerbs(useMemo(() => verbsOf(held), [held]))
  const [changed, setChanged] = useState<CardOrder>()
  const change = (row: CardOrder): VerbButton => ({
    key: 'change',
    label: t('bankCards.change'),
    permit: cardCan('change', { ...row, orderStatus: row.status }, held),
    // Another card is what helps where nothing can be bound.
    main: row.cardState === 'none' || row.cardState === 'unbound' || row.cardState === 'failed',
    run: () => setChanged(row),
  })
  return {
    of: (row) => [
      ...verbs.of(row, 'bind', 'askAgain'),
      ...(can('card:bind') ? [change(row)] : []),
      ...verbs.of(row, 'withdraw', 'unbind'),
    ],
    dialog: (
      <>
        {verbs.dialog}
        {changed && <ChangeDialog order={changed} onClose={() => setChanged(undefined)} />}
      </>
    ),
  }
}
