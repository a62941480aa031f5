'use client'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { copyValues } from '@/components/form/copy-values'
import { DraftBanner, DraftStatus } from '@/components/form/draft-banner'
import { Form } from '@/components/form/form'
import { LongForm } from '@/components/form/long-form'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useDraft } from '@/components/form/use-draft'
import { useSubmission } from '@/components/form/use-submission'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { lazyPart } from '@/components/ui/lazy-part'
import { PageSkeleton } from '@/components/ui/states'
import { toast } from '@/components/ui/toast'
import { useApiMutation } from '@/lib/client/query'
import { useServiceDay } from '@/lib/client/service-day'
import { applications } from '@/lib/domains/orders/contract'
import { beginEntry } from '@/lib/domains/orders/rules/entry/begin-entry'
import { issueFields } from '@/lib/domains/orders/rules/entry/entry-issue'
import { type EntryValues, entryDraft, sectionsByName } from '@/lib/domains/orders/rules/entry/entry-values'
import { quoteLines } from '@/lib/domains/orders/rules/entry/quote-lines'
import type { Template } from '@/lib/domains/orders/rules/entry/template'
import type { Quote } from '@/lib/domains/orders/rules/quote'
import { orderDraftKey } from '@/lib/domains/system/rules/draft-keys'
import { materialName } from '@/lib/i18n/code-words'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { formatPercent } from '@/lib/rules/money-text'
import { comparedLabel, comparedValue } from './compared-value'
import { CustomFields } from './custom-fields'
import { EntrySection, useChoices } from './entry-sections'
import { FormerOrder } from './former-order'
import { MaterialsSection, useMaterials } from './materials-section'
import styles from './order-entry.module.css'
import { ProductFees } from './product-fees'
import { QuotePanel } from './quote-panel'
import { useEntryValues } from './use-entry-values'
import { judgeEntry, offeredBy, useEntryVerdict } from './use-entry-verdict'
import { useIssueTexts } from './use-issue-texts'
import { useMarkWarnings, WarningsContext } from './warnings'

const RelationWatch = lazyPart(() => import('@/components/relations/relation-watch'))
const ScheduleDialog = lazyPart(() => import('./schedule-dialog'))

/**
 * The order-entry form of a template: its sections, the live quote, and saving. Whatever is typed survives the tab,
 * the page and a colleague who was faster.
 */
export function EntryForm({
  entry: { order, values: loaded, products, guarantorAsked: lowScore, returned },
  template: own,
  notice,
  submitPermit,
  onSubmitted,
}: {
  entry: OutputOf<typeof applications.getEntry>
  /** Of the order; a product of another one brings its own. */
  template: Template
  /** Above the sections. */
  notice?: ReactNode
  submitPermit: Permit
  onSubmitted: () => void
}) {
  const t = useT()
  const confirm = useConfirm()
  const translate = useIssueTexts()
  const orderId = order.id
  const today = useServiceDay()
  const materials = useMaterials(orderId)
  const facts = { template: own, products, files: materials.files, lowScore, today }
  const latest = useRef(facts)
  latest.current = facts

  // Calculated before anybody types: only what a person changes is unsaved.
  const [begun] = useState(() => {
    const values = loaded as EntryValues
    return beginEntry(values, offeredBy(values, products), today)
  })
  const form = useCheckedForm<EntryValues>(begun, (values) =>
    issueFields(judgeEntry(values, latest.current).issues, translate),
  )
  const draft = useDraft({
    key: orderDraftKey('record', orderId),
    baseVersion: order.rowVersion,
    form,
    files: materials.waiting,
    read: (values) => {
      const read = entryDraft(values)
      judgeEntry(read, latest.current)
      return read
    },
  })
  const submission = useSubmission(form, draft.rebase)
  const values = useEntryValues(form, products, own, today)
  const verdict = useEntryVerdict(values, facts)
  const { quote, product, template } = verdict
  const choices = useChoices(products, product, template, values.vehicle.kind)
  const feeName = useCallback(
    (code: string) => product?.feeItems.find((item) => item.code === code)?.name ?? code,
    [product],
  )
  const { addons, fees, employment, financing } = values
  const linesOf = useCallback(
    (figures: Quote) =>
      product ? quoteLines(figures, { addons, fees, employment, financing }, product) : null,
    [product, addons, fees, employment, financing],
  )
  const charged = quote?.ok ? quote.quote.fees : undefined
  const productFees = useMemo(
    () => (charged?.length ? <ProductFees fees={charged} nameOf={feeName} /> : undefined),
    [charged, feeName],
  )
  const compared = {
    fieldLabel: comparedLabel(sectionsByName, translate, (path) => form.getValues(path as 'customer')),
    comparedValue: comparedValue({ sections: sectionsByName, options: choices }),
  }
  const marked = useMarkWarnings(returned?.marks)
  const warnings = useMemo(() => ({ ...verdict.warnings, ...marked }), [verdict.warnings, marked])
  const [planShown, setPlanShown] = useState(false)

  const save = useApiMutation(applications.saveEntry)
  const submit = useApiMutation(applications.submitFirst)

  const saveDraft = () =>
    submission.run(async () => {
      const sent = copyValues(form.getValues())
      const content = { orderId, rowVersion: draft.baseVersion, values: sent }
      const { rowVersion } = await save.mutateAsync(content)
      await draft.settle(sent, rowVersion)
      toast.success(t('record.saved'))
    })
  const { uploading } = materials
  const mayFollow: Permit =
    submitPermit.ok && uploading > 0
      ? { ok: false, reason: 'form.stillUploading', params: { count: uploading } }
      : submitPermit
  const saveFirst = useRef(saveDraft)
  saveFirst.current = saveDraft
  const onNeedOrder = useCallback(async () => ((await saveFirst.current()) ? orderId : null), [orderId])
  const onSubmit = async (sent: EntryValues) => {
    if (uploading > 0) return toast.error(t('form.stillUploading', { count: uploading }))
    const dti = verdict.highDti && quote?.ok ? quote.quote.dti : null
    const message = dti ? t('record.confirmDti', { dti: formatPercent(dti) }) : t('record.confirmSubmit')
    if (!(await confirm({ message, ok: t('record.submit') }))) return
    const content = { orderId, rowVersion: draft.baseVersion, values: sent, confirmDti: verdict.highDti }
    const { rowVersion } = await submit.mutateAsync(content)
    await draft.settle(sent, rowVersion)
    toast.success(t('record.submitted'))
    onSubmitted()
  }

  if (!draft.ready) return <PageSkeleton />
  return (
    <Form
      form={form}
      submission={submission}
      onSubmit={onSubmit}
      enter="ignore"
      className={styles.form}
      {...compared}
    >
      <WarningsContext value={warnings}>
        <LongForm
          sections={verdict.sections.map(({ code, name, done, wants }) => ({
            id: `${code}-${orderId}`,
            title: t(`sections.${code}`),
            path: name ?? (code === 'S20' ? 'custom' : 'materials'),
            done: done && (code !== 'S18' || uploading === 0),
            wants,
            content: name ? (
              <>
                {name === 'vehicle' && template.formerOrder && <FormerOrder form={form} orderId={orderId} />}
                <EntrySection
                  name={name}
                  template={template}
                  idType={values.customer.idType}
                  options={choices[name]}
                  wants={wants}
                  empty={name === 'fees' ? productFees : undefined}
                />
              </>
            ) : code === 'S20' ? (
              <CustomFields fields={template.custom} />
            ) : (
              <MaterialsSection
                orderId={orderId}
                onNeedOrder={onNeedOrder}
                materials={materials}
                asked={verdict.materials}
              />
            ),
          }))}
          notice={
            <>
              {notice}
              <DraftBanner draft={draft} fileLabel={(code) => materialName(t, code)} {...compared} />
            </>
          }
          aside={
            <QuotePanel result={quote} warnings={verdict.breaches} linesOf={linesOf} feeName={feeName} />
          }
          bar={
            <>
              <DraftStatus draft={draft} />
              <RelationWatch orderId={orderId} />
              <ActionButton
                permit={quote?.ok ? { ok: true } : { ok: false, reason: 'record.quotePending' }}
                onClick={() => setPlanShown(true)}
              >
                {t('record.schedule')}
              </ActionButton>
              <ActionButton busy={submission.busy} onClick={() => void saveDraft()}>
                {t('record.saveDraft')}
              </ActionButton>
              <ActionButton type="submit" variant="primary" permit={mayFollow} busy={submission.busy}>
                {t('record.submit')}
              </ActionButton>
            </>
          }
        />
      </WarningsContext>
      {planShown && quote?.ok && <ScheduleDialog quote={quote.quote} onClose={() => setPlanShown(false)} />}
    </Form>
  )
}
