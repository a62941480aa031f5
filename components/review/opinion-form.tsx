'use client'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DraftBanner, DraftStatus } from '@/components/form/draft-banner'
import { fieldsFor } from '@/components/form/fields-for'
import { Form } from '@/components/form/form'
import { type Findings, useCheckedForm } from '@/components/form/use-checked-form'
import { useDraft } from '@/components/form/use-draft'
import { useSubmission } from '@/components/form/use-submission'
import { useViewerKeys } from '@/components/materials/use-viewer-keys'
import type { ReturnMarks } from '@/components/order/return-mark'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { ActionButton, refusalText } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { Notice } from '@/components/ui/notice'
import { SkeletonLines } from '@/components/ui/states'
import { showDateTime } from '@/components/ui/time-text'
import { toast } from '@/components/ui/toast'
import type { VerbAction } from '@/components/verb/use-verbs'
import { ApiError } from '@/lib/client/api-error'
import { codeOptions, listOptions, wordOptions } from '@/lib/client/options'
import { isReviewReason, reviewReasons } from '@/lib/domains/configuration/rules/review-reasons'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import type { ReviewStage } from '@/lib/domains/orders/rules/order-states'
import {
  decisionEvent,
  type ResultOf,
  type ReturnNode,
  type ReviewResult,
  resultsOf,
  returnNodesOf,
} from '@/lib/domains/orders/rules/review-decisions'
import { type Markable, markLimits, placeKey, type ReviewMark } from '@/lib/domains/orders/rules/review-marks'
import { opinionIssues, type ReviewOpinion } from '@/lib/domains/reviews/rules/review-opinion'
import { orderDraftKey, reviewDrafts } from '@/lib/domains/system/rules/draft-keys'
import { useT } from '@/lib/i18n/use-t'
import type { Conflict } from '@/lib/platform/contract/errors'
import { MarkFields } from './mark-fields'
import { Phrases } from './phrases'
import styles from './review.module.css'

const F = fieldsFor<ReviewOpinion>()

/** The message that a stage is told of a decision; it may send more. */
export type Decision<S extends ReviewStage> = {
  orderId: number
  rowVersion: number
  result: ResultOf<S>
  opinion: string
  reasonL1?: string | undefined
  reasonL2?: string | undefined
  reasonDetail?: string | undefined
  internalNote?: string | undefined
  returnTo?: ReturnNode | undefined
  marks?: ReviewMark[] | undefined
}

/** Everything that a stage asks of a pass beside the opinion: fields of the same form, kept in the same draft. */
export type OpinionPart = {
  empty: Readonly<Record<string, unknown>>
  /** The faults of them, by path; asked of a pass alone. */
  issues: (values: ReviewOpinion) => Findings
  fields: ReactNode
}

const optionsOf = (reasons: readonly { code: string; label: string }[]) =>
  listOptions(reasons.map(({ code, label }) => ({ value: code, label })))
const firstReasons = optionsOf(reviewReasons)

const emptyOpinion: ReviewOpinion = {
  result: '',
  opinion: '',
  reasonL1: '',
  reasonL2: '',
  reasonDetail: '',
  internalNote: '',
  returnTo: '',
  marks: [],
  markNext: '',
}

/**
 * 审核意见 of a stage: 1, 2 and 3 choose the result, Ctrl+Enter submits. What is typed survives everything: it is a
 * draft until the order is decided, also when the order was changed or given to somebody else meanwhile.
 */
export function OpinionForm<S extends ReviewStage>({
  stage,
  order,
  part,
  send,
  markable,
  handOver,
  onMarks,
  onDecided,
  readAgain,
}: {
  stage: S
  order: OrderHeader
  part?: OpinionPart | undefined
  /** Makes the stage's call, of the decision or of all that was written. */
  send: (decision: Decision<S>, written: ReviewOpinion) => Promise<unknown>
  /** Everything that a return may name to be mended, by the form that it goes to. */
  markable: (node: ReturnNode) => readonly Markable[]
  /** 转交: the way on where only somebody else may pass the order. */
  handOver: VerbAction | undefined
  /** Told what may be marked from the case itself; null while nothing may. */
  onMarks: (marks: ReturnMarks | null) => void
  onDecided: () => void
  /** Reads the order again; resolves when the page shows it. */
  readAgain: () => Promise<void>
}) {
  const t = useT()
  const confirm = useConfirm()
  const may = useOrderPermits()
  const nodes = returnNodesOf(stage)
  const [usualNode = 'entry'] = nodes
  const form = useCheckedForm<ReviewOpinion>(
    // A return with a choice goes to the nearest place unless told.
    { ...emptyOpinion, returnTo: nodes.length > 1 ? usualNode : '', ...part?.empty },
    (values) => ({
      ...opinionIssues(values, markable(values.returnTo || usualNode)),
      ...(values.result === 'pass' && part?.issues(values)),
    }),
  )
  const submission = useSubmission(form)
  const draft = useDraft({
    key: orderDraftKey(reviewDrafts[stage], order.id),
    baseVersion: order.rowVersion,
    form,
  })
  const [changed, setChanged] = useState<Conflict>()
  const [result, reasonL1, returnTo, marks] = useWatch({
    control: form.control,
    name: ['result', 'reasonL1', 'returnTo', 'marks'],
  })
  const event = decisionEvent(stage, result || 'pass', returnTo || undefined) ?? 'claim'
  const permit = may.event(event, order)
  // Whoever may not pass it, as an amount beyond his authority, may still return or reject it.
  const readOnly = resultsOf(stage).every((one) => !may.event(decisionEvent(stage, one) ?? 'claim', order).ok)

  const markableNow = useMemo(() => markable(returnTo || usualNode), [markable, returnTo, usualNode])

  const choice = useRef<HTMLDivElement>(null)
  const choose = (chosen: ReviewResult) => {
    if (readOnly) return
    form.setValue('result', chosen, { shouldDirty: true, shouldValidate: true })
    form.setFocus('opinion')
  }
  const results = useMemo(
    () => wordOptions(resultsOf(stage).map((value) => ({ value, label: `review.result.${value}` as const }))),
    [stage],
  )
  const keys = resultsOf(stage).map((value, at) => [String(at + 1), () => choose(value)] as const)
  useViewerKeys(choice, Object.fromEntries(keys))
  const toNote = useRef<number>(undefined)
  const mark = (place: Markable) => {
    const chosen = form.getValues('marks')
    const found = chosen.findIndex((one) => placeKey(one) === placeKey(place))
    if (found < 0 && chosen.length >= markLimits.count) return
    if (form.getValues('result') !== 'return') form.setValue('result', 'return', { shouldDirty: true })
    if (found < 0) form.setValue('marks', [...chosen, { ...place, note: '' }], { shouldDirty: true })
    toNote.current = found < 0 ? chosen.length : found
    setMarked((count) => count + 1)
  }
  const [markedTimes, setMarked] = useState(0)
  // The note's field stands there only once the mark has been drawn.
  useEffect(() => {
    if (markedTimes > 0 && toNote.current !== undefined) form.setFocus(`marks.${toNote.current}.note`)
  }, [markedTimes, form])
  const places = readOnly || !draft.ready ? null : markableNow.map(placeKey)
  const latestMark = useRef(mark)
  latestMark.current = mark
  const told = places && JSON.stringify([places, marks.map(placeKey), result === 'return'])
  useEffect(() => {
    const [open, chosen, returning] = told === null ? [] : (JSON.parse(told) as [string[], string[], boolean])
    onMarks(
      open && chosen
        ? {
            places: new Set(open),
            marked: new Set(chosen),
            returning: returning ?? false,
            mark: (place) => latestMark.current(place),
          }
        : null,
    )
  }, [told, onMarks])
  const secondReasons = useMemo(
    () => optionsOf(reviewReasons.find(({ code }) => code === reasonL1)?.children ?? []),
    [reasonL1],
  )

  const decide = async (values: ReviewOpinion) => {
    if (values.result === '') return
    // By Ctrl+Enter, which asks no button.
    if (!permit.ok) {
      toast.error(refusalText(permit, t))
      return
    }
    if (values.result === 'reject') {
      const question = { message: t('review.rejectQuestion'), ok: t(`machine.event.${event}`) }
      if (!(await confirm({ ...question, tone: 'danger' }))) return
    }
    // Judged is what stands on the page now, not what stood there when the draft began.
    const decision = decisionOf(order, values.result as ResultOf<S>, values)
    let decided = ''
    try {
      await send(decision, values)
      decided = t('review.decided', {
        orderNo: order.orderNo,
        event: t(`machine.event.${event}`),
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 400) throw error
      error.told = error.conflict !== undefined
      setChanged(error.conflict)
      await readAgain()
      return
    }
    await draft.settle(values)
    toast.success(decided)
    onDecided()
    await readAgain()
  }

  if (!draft.ready) return <SkeletonLines lines={8} />
  return (
    <>
      <header className={styles.paneHead}>
        <h2>{t('review.opinionTitle')}</h2>
        <DraftStatus draft={draft} />
      </header>
      <DraftBanner draft={draft} />
      {!readOnly && !permit.ok && (
        <Notice tone="waiting">
          <span>{t(permit.reason)}</span>
          {handOver && (
            <ActionButton size="small" busy={handOver.busy} permit={handOver.permit} onClick={handOver.run}>
              {handOver.label}
            </ActionButton>
          )}
        </Notice>
      )}
      {changed && (
        <Notice tone="returned" role="alert">
          {t('review.changed', { name: changed.updatedBy, time: showDateTime(changed.updatedAt) })}
        </Notice>
      )}
      <Form form={form} submission={submission} onSubmit={decide} enter="ignore" className={styles.opinion}>
        <div ref={choice} className={styles.results}>
          <F.Radio
            name="result"
            label={t('review.resultLabel')}
            required
            readOnly={readOnly}
            options={results}
          />
        </div>
        {(result === 'return' || result === 'reject') && (
          <div className={styles.reasons}>
            <F.Select
              name="reasonL1"
              label={t('review.reasonL1')}
              required
              readOnly={readOnly}
              options={firstReasons}
              onChoose={(first) => {
                if (!isReviewReason(first, form.getValues('reasonL2'))) form.setValue('reasonL2', '')
              }}
            />
            <F.Select
              name="reasonL2"
              label={t('review.reasonL2')}
              required
              readOnly={readOnly || !reasonL1}
              options={secondReasons}
            />
            <F.TextArea
              name="reasonDetail"
              label={t('review.reasonDetail')}
              required={result === 'return'}
              readOnly={readOnly}
              rows={2}
              maxLength={500}
              placeholder={t('review.reasonDetailHint')}
            />
          </div>
        )}
        {result === 'return' && (
          <>
            {nodes.length > 1 && (
              <F.Radio
                name="returnTo"
                label={t('review.returnTo')}
                readOnly={readOnly}
                options={codeOptions('review.node', nodes)}
              />
            )}
            <MarkFields form={form} markable={markableNow} onMark={mark} readOnly={readOnly} />
          </>
        )}
        {result === 'pass' && !readOnly && part?.fields}
        <F.TextArea
          name="opinion"
          label={t('review.opinion')}
          required
          readOnly={readOnly}
          rows={3}
          maxLength={1000}
          placeholder={t('review.opinionHint')}
        />
        {result && !readOnly && <Phrases stage={stage} form={form} result={result} />}
        <F.TextArea
          name="internalNote"
          label={t('review.internalNote')}
          readOnly={readOnly}
          rows={1}
          maxLength={1000}
          placeholder={t('review.internalNoteHint')}
        />
        <div className={styles.submit}>
          <ActionButton
            type="submit"
            variant={result === 'reject' ? 'danger' : 'primary'}
            permit={permit}
            busy={submission.busy}
          >
            {t(result ? `machine.event.${event}` : 'review.submit')}
          </ActionButton>
          {!readOnly && (
            <span className={styles.keys}>
              {t('review.keys', { keys: keys.map(([key]) => key).join(' ') })}
            </span>
          )}
        </div>
      </Form>
    </>
  )
}

/** Everything that is sent: a pass has no reasons, even when some were chosen before. */
function decisionOf<S extends ReviewStage>(
  { id: orderId, rowVersion }: OrderHeader,
  result: ResultOf<S>,
  { opinion, reasonL1, reasonL2, reasonDetail, internalNote, returnTo, marks }: ReviewOpinion,
): Decision<S> {
  const reasons = result === 'pass' ? {} : { reasonL1, reasonL2, reasonDetail: reasonDetail || undefined }
  const back = result === 'return' && {
    ...(returnTo && { returnTo }),
    ...(marks.length > 0 && { marks: marks.map(({ kind, at, note }) => ({ kind, at, note })) }),
  }
  return {
    orderId,
    rowVersion,
    result,
    opinion,
    internalNote: internalNote || undefined,
    ...reasons,
    ...back,
  }
}
