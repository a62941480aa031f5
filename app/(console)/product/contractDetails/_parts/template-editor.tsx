'use client'
import { useEffect, useId, useState } from 'react'
import { TemplateState } from '@/components/contracts/template-state'
import { templateVerbs } from '@/components/contracts/template-verbs'
import { DetailPage } from '@/components/detail/detail-page'
import { Form } from '@/components/form/form'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useFollowedValues } from '@/components/form/use-followed-values'
import { useSubmission } from '@/components/form/use-submission'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useTab } from '@/components/ui/tab-port'
import { noValue } from '@/components/ui/texts'
import { toast } from '@/components/ui/toast'
import { useVerbs } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { call } from '@/lib/client/call'
import { contractTemplates } from '@/lib/domains/contracts/contract/templates'
import { useT } from '@/lib/i18n/use-t'
import { LivePreview } from './live-preview'
import styles from './template.module.css'
import { findingsOf, sentOf, type Template, type Values, valuesOf } from './template-values'
import { TextSection } from './text-section'
import { UsedFor } from './used-for'
import { Versions } from './versions'

// Parts that open on a click are loaded with it.
const PublishDialog = lazyPart(() => import('./publish-dialog'))
const LineDiff = lazyPart(() => import('./line-diff'))

/** The newest text of a template beside what it makes of an order. What does not exist does not save. */
export function TemplateEditor({ template }: { template: Template }) {
  const t = useT()
  const id = useId()
  const { setDirty, setLabel } = useTab()
  const form = useCheckedForm<Values>(valuesOf(template), (values) => findingsOf(values, t))
  const [rowVersion, setRowVersion] = useState(template.rowVersion)
  const [publishing, setPublishing] = useState(false)
  const submission = useSubmission(form, setRowVersion)
  const verbs = useVerbs(templateVerbs)
  const { isDirty } = form.formState
  const typed = useFollowedValues(form) ?? valuesOf(template)
  useEffect(() => setDirty(isDirty), [setDirty, isDirty])
  useEffect(() => setLabel(template.name), [setLabel, template.name])
  // Another window saved, and nothing was typed in this one: it shows what is stored.
  useEffect(() => {
    if (isDirty || template.rowVersion <= rowVersion) return
    form.reset(valuesOf(template))
    setRowVersion(template.rowVersion)
  }, [form, isDirty, rowVersion, template])

  const save = async (values: Values) => {
    const sent = sentOf(template.code, values)
    const saved = await call(contractTemplates.save, { id: template.id, rowVersion, ...sent })
    setRowVersion(saved.rowVersion)
    form.reset(values)
    toast.success(t('contractTemplates.saved'))
  }
  const draft = template.versions.find(({ publishedAt }) => publishedAt === null)
  const mayPublish: Permit = isDirty
    ? { ok: false, reason: 'contractTemplates.saveFirst' }
    : draft
      ? { ok: true }
      : { ok: false, reason: 'contractTemplates.noDraftToPublish' }
  return (
    <DetailPage
      name={template.name}
      tag={<TemplateState state={template.state} />}
      facts={[
        { label: t('contractTemplates.code'), value: t(`contractTemplates.codes.${template.code}`) },
        {
          label: t('contractTemplates.version'),
          value: template.version === null ? noValue : `v${template.version}`,
        },
        { label: t('contractTemplates.effectiveFrom'), value: template.effectiveFrom ?? noValue },
      ]}
      actions={
        <>
          <VerbButtons verbs={verbs.of(template)} />
          <ActionButton
            type="submit"
            form={id}
            variant={mayPublish.ok ? 'secondary' : 'primary'}
            busy={submission.busy}
          >
            {t('contractTemplates.save')}
          </ActionButton>
          <ActionButton
            variant={mayPublish.ok ? 'primary' : 'secondary'}
            permit={mayPublish}
            onClick={() => setPublishing(true)}
          >
            {t('contractTemplates.publish')}
          </ActionButton>
        </>
      }
    >
      <Form
        id={id}
        form={form}
        submission={submission}
        onSubmit={save}
        enter="ignore"
        fieldLabel={(path) => t(`contractTemplates.${path as keyof Values}`)}
        comparedValue={(path, value) =>
          path === 'body' && <ComparedBody mine={form.getValues('body')} value={String(value)} />
        }
      >
        <UsedFor template={template} />
        <div className={styles.desk}>
          <TextSection />
          <LivePreview code={template.code} name={typed.name} body={typed.body} />
        </div>
      </Form>
      <Versions template={template} />
      {verbs.dialog}
      {publishing && draft && (
        <PublishDialog
          template={{ ...template, rowVersion }}
          version={draft.version}
          onClose={() => setPublishing(false)}
        />
      )}
    </DetailPage>
  )
}

/** In the dialog about a conflict: of two long texts only what differs can be read. */
function ComparedBody({ mine, value }: { mine: string; value: string }) {
  const t = useT()
  if (value === mine) return t('contractTemplates.body')
  return <LineDiff before={mine} after={value} />
}
