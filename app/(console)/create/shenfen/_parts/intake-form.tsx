'use client'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { DiscardButton, DraftBanner, DraftOffer, DraftStatus } from '@/components/form/draft-banner'
import { Form } from '@/components/form/form'
import { LongForm } from '@/components/form/long-form'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useDraft } from '@/components/form/use-draft'
import { useErrorFocus } from '@/components/form/use-error-focus'
import { useFollowedValues } from '@/components/form/use-followed-values'
import { useSubmission } from '@/components/form/use-submission'
import { comparedLabel, comparedValue } from '@/components/order-entry/compared-value'
import { MaterialsSection, useMaterials } from '@/components/order-entry/materials-section'
import { SectionFields } from '@/components/order-entry/section-fields'
import { useIssueTexts } from '@/components/order-entry/use-issue-texts'
import { wantedFiles } from '@/components/order-entry/wanted-files'
import { useMarkWarnings, WarningsContext } from '@/components/order-entry/warnings'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { lazyPart } from '@/components/ui/lazy-part'
import { PageSkeleton } from '@/components/ui/states'
import { toast } from '@/components/ui/toast'
import { useApiMutation } from '@/lib/client/query'
import { useServiceDay } from '@/lib/client/service-day'
import { applications } from '@/lib/domains/orders/contract'
import { isEnterprise } from '@/lib/domains/orders/rules/entry/customer-identity'
import { issueFields, issueText } from '@/lib/domains/orders/rules/entry/entry-issue'
import {
  type IntakeSectionName,
  type IntakeValues,
  intakeDraft,
  intakeSections,
  saveIssues,
  validateIntake,
} from '@/lib/domains/orders/rules/entry/intake'
import { intakeMaterials } from '@/lib/domains/orders/rules/entry/template'
import type { ReviewMark } from '@/lib/domains/orders/rules/review-marks'
import { newIntakeKey, orderDraftKey } from '@/lib/domains/system/rules/draft-keys'
import { materialName } from '@/lib/i18n/code-words'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { CustomerFacts } from './customer-facts'
import styles from './intake.module.css'
import { useDuplicates } from './use-duplicates'
import { useIntakeChoices } from './use-intake-choices'
import { type SavedOrder, useIntakeSaving } from './use-intake-saving'

const RelationWatch = lazyPart(() => import('@/components/relations/relation-watch'))

const sectionNames = Object.keys(intakeSections) as IntakeSectionName[]

/**
 * The intake form, of an order or of one that is still to be made: the first save makes it, and so does the first
 * photo.
 */
export function IntakeForm({
  order,
  draftNo,
  templateCode,
  rowVersion,
  values: loaded,
  marks,
  notice,
  submitPermit,
  onBegun,
  onDiscarded,
  onBecame,
  onMade,
  onSubmitted,
}: {
  /** Null for a new intake, until `onMade`. */
  order: SavedOrder | null
  /** Of the draft that a new intake is made of. */
  draftNo: string | null
  /** Of the page, whose products are those of this template; all of them without. */
  templateCode: string | undefined
  /** Of the order when it was loaded, 0 for a new one. */
  rowVersion: number
  values: IntakeValues
  /** Everything that a reviewer asked to be mended. */
  marks?: readonly ReviewMark[]
  /** Above the sections. */
  notice?: ReactNode
  submitPermit: Permit
  /** Of a new intake: something is in it now that a draft keeps. */
  onBegun?: () => void
  /** Of a new intake: its draft is gone, and the next one begins on a page of its own. */
  onDiscarded?: () => void
  /** Of a new intake: its draft is an order since an earlier visit, or by another window. */
  onBecame?: (order: SavedOrder) => void
  onMade: (order: SavedOrder) => void
  onSubmitted: (moved: OutputOf<typeof applications.submitPre>, order: SavedOrder) => void
}) {
  const t = useT()
  const confirm = useConfirm()
  const translate = useIssueTexts()
  const marked = useMarkWarnings(marks)
  const page = useRef<HTMLDivElement>(null)
  // The same before and after the order is made: sections that change their name lose what is being typed.
  const id = useId()
  const today = useServiceDay()
  const materials = useMaterials(order?.id ?? null)
  const { files } = materials

  const judge = useRef<(values: IntakeValues) => Record<string, string>>(() => ({}))
  const form = useCheckedForm<IntakeValues>(loaded, (values) => judge.current(values))
  const { choices, template } = useIntakeChoices(form, templateCode)
  const duplicates = useDuplicates(form, order?.id)
  const taken = duplicates?.black
    ? 'machine.guard.blacklisted'
    : duplicates?.live
      ? 'machine.guard.liveOrder'
      : null
  judge.current = (values) => ({
    ...(taken && { 'customer.idNo': t(taken) }),
    ...issueFields(validateIntake(values, { today, files, template }).issues, translate),
  })
  useEffect(() => {
    // The answer comes after the typing, and another number after the answer.
    if (taken !== null || form.getFieldState('customer.idNo').error) void form.trigger('customer.idNo')
  }, [taken, form])

  const draft = useDraft({
    key: order ? orderDraftKey('intake', order.id) : newIntakeKey(draftNo ?? ''),
    baseVersion: rowVersion,
    form,
    asks: order === null,
    // Photos wait in the page until there is an order that takes them.
    files: materials.waiting,
    read: intakeDraft,
  })
  const submission = useSubmission(form, draft.rebase)
  const { persist, makeOrder, rest } = useIntakeSaving({ form, order, draftNo, draft, submission, onMade })

  const compared = {
    fieldLabel: comparedLabel(intakeSections, translate, (path) => form.getValues(path as 'customer')),
    comparedValue: comparedValue({ sections: intakeSections, options: choices }),
  }
  const values = useFollowedValues(form)
  const issuesOf = (values: IntakeValues) => validateIntake(values, { today, files, template }).issues
  const blockersOf = (values: IntakeValues) => issueFields(saveIssues(issuesOf(values)), translate)
  const issues = issuesOf(values)
  const doubtful = issues.filter(({ level }) => level === 'warning')
  const warnings = {
    ...Object.fromEntries(doubtful.map((issue) => [issue.path, issueText(issue, translate)])),
    ...marked,
  }
  const photos = useMemo(
    () => intakeMaterials(template, { idType: values.customer.idType }),
    [template, values.customer.idType],
  )
  const savable = saveIssues(issues).length === 0

  // A photo that was chosen too early waits until the order can be made.
  const photoWaits = useRef(false)
  const onNeedOrder = async () => {
    if (savable && taken === null) return makeOrder()
    photoWaits.current = true
    return null
  }
  const mayMake = savable && taken === null && order === null
  const latestMake = useRef(makeOrder)
  latestMake.current = makeOrder
  useEffect(() => {
    if (!mayMake || !photoWaits.current) return
    photoWaits.current = false
    void latestMake.current()
  }, [mayMake])

  const { toFirstError } = useErrorFocus(form, page)
  const saveDraft = async () => {
    const blockers = Object.entries(blockersOf(form.getValues()))
    for (const [path, message] of blockers) {
      form.setError(path as 'customer.name', { type: 'check', message })
    }
    const saved =
      blockers.length === 0 &&
      (await submission.run(async () => {
        const { orderNo } = await persist()
        toast.success(t('intake.saved', { orderNo }))
      }))
    if (!saved) toFirstError()
  }

  const submit = useApiMutation(applications.submitPre)
  const { uploading } = materials
  const mayFollow: Permit =
    submitPermit.ok && uploading > 0
      ? { ok: false, reason: 'form.stillUploading', params: { count: uploading } }
      : submitPermit
  const onSubmit = async (sent: IntakeValues) => {
    if (uploading > 0) return toast.error(t('form.stillUploading', { count: uploading }))
    const event = t('machine.event.submit_pre')
    if (!(await confirm({ message: t('intake.confirmSubmit'), ok: event }))) return
    const saved =
      order && !form.formState.isDirty
        ? { orderId: order.id, orderNo: order.orderNo, rowVersion: draft.baseVersion }
        : await persist()
    const { orderId, orderNo, rowVersion: version } = saved
    const content = { orderId, rowVersion: version }
    const moved = await submit.mutateAsync(content)
    await draft.settle(sent, moved.rowVersion)
    onSubmitted(moved, { id: orderId, orderNo })
  }

  const isNew = order === null
  const hasBegun = isNew && (form.formState.isDirty || materials.waiting.length > 0)
  useEffect(() => {
    if (hasBegun) onBegun?.()
  }, [hasBegun, onBegun])
  const { order: became } = draft
  useEffect(() => {
    if (isNew && became) onBecame?.(became)
  }, [isNew, became, onBecame])

  const latestOrder = useRef(order)
  latestOrder.current = order
  const discarding = {
    draft: {
      ...draft,
      // Everything that is on its way makes an order of it: that one stays, and its form goes back to what was saved.
      discard: async () => {
        await rest()
        return draft.discard()
      },
    },
    fileLabel: (code: string) => materialName(t, code),
    onDiscarded: () => {
      if (latestOrder.current === null) onDiscarded?.()
    },
  }
  if (draft.offer) return <DraftOffer {...discarding} title={t('intake.draftNo', { no: draftNo ?? '' })} />
  if (!draft.ready) return <PageSkeleton />
  const enterprise = isEnterprise(values.customer)
  const open = new Set(issues.map(({ sectionCode }) => sectionCode))
  return (
    <Form
      form={form}
      submission={submission}
      onSubmit={onSubmit}
      enter="ignore"
      className={styles.form}
      {...compared}
    >
      <div ref={page} className={styles.form}>
        <WarningsContext value={warnings}>
          <LongForm
            sections={[
              ...sectionNames.map((name) => {
                const section = intakeSections[name]
                return {
                  id: `${id}-${name}`,
                  title: t(`sections.${name === 'customer' && enterprise ? 'S1E' : section.code}`),
                  path: name,
                  done: !open.has(section.code) && !(name === 'customer' && open.has('S1E')),
                  content: (
                    <>
                      <SectionFields section={section} path={name} options={choices[name]} />
                      {name === 'customer' && !enterprise && (
                        <CustomerFacts today={today} former={duplicates?.former} />
                      )}
                    </>
                  ),
                }
              }),
              {
                id: `${id}-materials`,
                title: t('sections.S18'),
                path: 'materials',
                done: !open.has('S18') && uploading === 0,
                wants: wantedFiles(photos, files, translate),
                content: (
                  <>
                    <MaterialsSection
                      orderId={order?.id ?? null}
                      onNeedOrder={onNeedOrder}
                      materials={materials}
                      asked={photos}
                    />
                    {order === null && <p className={styles.hint}>{t('intake.photoHint')}</p>}
                  </>
                ),
              },
            ]}
            notice={
              <>
                {notice}
                <DraftBanner {...discarding} {...compared} />
              </>
            }
            bar={
              <>
                <DraftStatus draft={draft} />
                <RelationWatch orderId={order?.id} />
                {hasBegun && draft.restoredAt === null && <DiscardButton {...discarding} />}
                <ActionButton busy={submission.busy} onClick={() => void saveDraft()}>
                  {t('intake.save')}
                </ActionButton>
                <ActionButton type="submit" variant="primary" permit={mayFollow} busy={submission.busy}>
                  {t('machine.event.submit_pre')}
                </ActionButton>
              </>
            }
          />
        </WarningsContext>
      </div>
    </Form>
  )
}
