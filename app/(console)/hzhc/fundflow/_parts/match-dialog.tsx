'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ReadFailure } from '@/components/detail/read-failure'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { ReadingDialog } from '@/components/form/reading-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { CommitInput } from '@/components/ui/commit-input'
import { EmptyState } from '@/components/ui/states'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { q } from '@/lib/client/query'
import { type FundFlowRow, fundFlows } from '@/lib/domains/fund-flows/contract'
import { flowLimits } from '@/lib/domains/fund-flows/rules/fund-flow'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { compareMoney, minus, sum, toMoney } from '@/lib/rules/money'
import { formatMoney } from '@/lib/rules/money-text'
import styles from './flows.module.css'

type Candidates = OutputOf<typeof fundFlows.candidates>
type Target = Candidates['targets'][number]
/** Chosen targets by their key; a form knows no keys with signs of its own. */
type Values = { chosen: Record<string, boolean>; amounts: Record<string, string>; note: string }
const F = fieldsFor<Values>()
const width = 720

const keyOf = ({ kind, id }: Pick<Target, 'kind' | 'id'>) => `${kind}_${id}`
const isAmount = (text: string) => /^\d{1,13}(\.\d{1,2})?$/.test(text) && Number(text) > 0

/** 人工匹配: what a flow stands for; its whole amount, over as many loans as it was paid for. */
export default function MatchDialog({ flow, onClose }: { flow: FundFlowRow; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({ ...q(fundFlows.candidates, { flowId: flow.id }), staleTime: 0 })
  const title = t('fundFlows.matchTitle', { flowNo: flow.flowNo })
  if (!data)
    return <ReadingDialog title={title} error={error} onRetry={refetch} onClose={onClose} width={width} />
  return <MatchForm flow={flow} first={data} title={title} onClose={onClose} />
}

function MatchForm({
  flow,
  first,
  title,
  onClose,
}: {
  flow: FundFlowRow
  first: Candidates
  title: string
  onClose: () => void
}) {
  const t = useT()
  const [asked, setAsked] = useState('')
  const found = useQuery({
    ...q(fundFlows.candidates, { flowId: flow.id, ...(asked && { q: asked }) }),
    placeholderData: keepPreviousData,
  })
  // Everything that was chosen stays in sight while others are looked for.
  const [kept, setKept] = useState<ReadonlyMap<string, Target>>(new Map())
  const shown = (found.data ?? first).targets
  const targets = [...kept.values(), ...shown.filter((one) => !kept.has(keyOf(one)))]
  const { left } = first
  const known = new Map(targets.map((one) => [keyOf(one), one]))
  const partsOf = ({ chosen, amounts }: Values) =>
    Object.entries(chosen).flatMap(([key, isChosen]) => {
      const target = isChosen ? known.get(key) : undefined
      return target ? [{ kind: target.kind, id: target.id, amount: amounts[key] ?? '' }] : []
    })
  const [only] = first.targets
  const startKey = first.rule && only ? keyOf(only) : undefined
  const form = useCheckedForm<Values>(
    {
      chosen: startKey ? { [startKey]: true } : {},
      amounts: startKey ? { [startKey]: left } : {},
      note: '',
    },
    (values) => {
      const parts = partsOf(values)
      const wrong = Object.fromEntries(
        parts.flatMap((part) => (isAmount(part.amount) ? [] : [[`amounts.${keyOf(part)}`, 'rules.amount']])),
      )
      if (Object.keys(wrong).length > 0) return wrong
      return parts.length > 0 && compareMoney(sum(parts.map(({ amount }) => amount)), left) === 0
        ? {}
        : { note: t('fundFlows.refusals.notSum', { left: formatMoney(left) }) }
    },
  )
  const values = useWatch({ control: form.control }) as Values
  const given = sum(partsOf(values).flatMap(({ amount }) => (isAmount(amount) ? [toMoney(amount)] : [])))
  const choose = (target: Target, isChosen: boolean) => {
    const key = keyOf(target)
    const next = new Map(kept)
    if (isChosen) next.set(key, target)
    else next.delete(key)
    setKept(next)
    if (!isChosen) return
    const open = minus(left, given)
    const isLoan = target.kind === 'loan'
    form.setValue(`amounts.${key}`, isLoan && compareMoney(open, '0') > 0 ? open : target.amount)
  }
  const save = async (said: Values, rowVersion: number | undefined) => {
    await call(fundFlows.match, {
      flowId: flow.id,
      rowVersion: rowVersion ?? flow.rowVersion,
      parts: partsOf(said).map((part) => ({ ...part, amount: toMoney(part.amount) })),
      note: said.note,
    })
    toast.success(t('fundFlows.matched'))
    onClose()
  }
  return (
    <FormDialog
      title={title}
      form={form}
      row={flow}
      onSubmit={save}
      onClose={onClose}
      ok={t('fundFlows.match')}
      width={width}
      lead={
        <>
          <p className={styles.note}>
            {t('fundFlows.matchLead', {
              direction: flow.direction,
              amount: formatMoney(left),
              counterparty: flow.counterparty,
              summary: flow.summary,
            })}
          </p>
          <p className={styles.note}>
            {t('fundFlows.given', { given: formatMoney(given), left: formatMoney(left) })}
          </p>
        </>
      }
    >
      <CommitInput
        value={asked}
        onCommit={setAsked}
        quietMs={400}
        aria-label={t('fundFlows.find')}
        placeholder={t('fundFlows.find')}
        maxLength={60}
      />
      {found.error && <ReadFailure error={found.error} onRetry={() => void found.refetch()} />}
      {targets.length === 0 && (
        <EmptyState title={t('fundFlows.noTargets')} hint={t('fundFlows.noTargetsHint')} />
      )}
      {targets.map((target) => {
        const key = keyOf(target)
        return (
          <div key={key} className={styles.target}>
            <F.Checkbox
              name={`chosen.${key}`}
              label={t(`fundFlows.targets.${target.kind}`)}
              text={[
                target.title,
                target.name,
                target.day,
                t('fundFlows.asks', { amount: formatMoney(target.amount) }),
              ]
                .filter(Boolean)
                .join(' · ')}
              onChoose={(isChosen) => choose(target, isChosen)}
            />
            {values.chosen?.[key] && (
              <F.Money
                name={`amounts.${key}`}
                label={t('fundFlows.amount')}
                readOnly={target.kind !== 'loan'}
                required
              />
            )}
          </div>
        )
      })}
      <F.TextArea name="note" label={t('fundFlows.note')} maxLength={flowLimits.reason} />
    </FormDialog>
  )
}
