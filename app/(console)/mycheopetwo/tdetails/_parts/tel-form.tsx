'use client'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { CheckboxField } from '@/components/form/choice-fields'
import { fieldsFor } from '@/components/form/fields-for'
import { Form } from '@/components/form/form'
import { TextField } from '@/components/form/text-fields'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useSubmission } from '@/components/form/use-submission'
import { useViewerKeys } from '@/components/materials/use-viewer-keys'
import { EnteredFacts } from '@/components/order/entered-facts'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { SkeletonLines } from '@/components/ui/states'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import {
  type TelAnswer,
  type TelResult,
  telFacts,
  telIssues,
  telResults,
} from '@/lib/domains/configuration/rules/tel-check'
import { reviews, type TelPerson } from '@/lib/domains/reviews/contract'
import { system } from '@/lib/domains/system/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './tel.module.css'

type Values = { result: TelResult | ''; note: string; answers: TelAnswer[] }
const F = fieldsFor<Values>()
const results = codeOptions('tel.result', telResults)

/** Everything that somebody is asked, what the entry says to it and what was answered, and what comes of the call. */
export function TelForm(props: Props) {
  const { data } = useQuery({ ...q(system.dictionary, { type: 'tel_question' }), staleTime: 10 * 60_000 })
  if (!data) return <SkeletonLines lines={6} />
  const asked = data.filter(({ enabled, parentCode }) => enabled && parentCode === props.person.target)
  return (
    <Questions
      {...props}
      asked={asked.map(({ code, label }) => ({ code, question: label, answer: '', ok: false }))}
    />
  )
}

type Props = {
  orderId: number
  person: TelPerson
  values: Record<string, unknown>
  permit: Permit
  /** The element where the key for 全部一致 is heard beside the form's own fields. */
  keys: RefObject<HTMLElement | null>
  onSaved: () => void
}

function Questions({
  orderId,
  person,
  values,
  permit,
  keys,
  onSaved,
  asked,
}: Props & { asked: TelAnswer[] }) {
  const t = useT()
  const form = useCheckedForm<Values>({ result: '', note: '', answers: asked }, telIssues)
  const submission = useSubmission(form)
  const save = useRef<HTMLButtonElement>(null)
  const { target, personId, name } = person
  const readOnly = !permit.ok
  const allAgree = () => {
    if (readOnly) return
    for (const [at] of asked.entries()) form.setValue(`answers.${at}.ok`, true, { shouldDirty: true })
    form.setValue('result', 'pass', { shouldDirty: true, shouldValidate: true })
    save.current?.focus()
  }
  useViewerKeys(keys, { a: allAgree })
  useEffect(() => {
    keys.current?.focus()
  }, [keys])

  const send = async ({ result, note, answers }: Values) => {
    if (result === '') return
    await call(reviews.recordCall, {
      orderId,
      target,
      result,
      answers,
      ...(personId !== null && { personId }),
      ...(note && { note }),
    })
    toast.success(
      t('tel.saved', { target: t(`tel.target.${target}`), name, result: t(`tel.result.${result}`) }),
    )
    onSaved()
  }
  return (
    <Form form={form} submission={submission} onSubmit={send} enter="ignore" className={styles.form}>
      {asked.length === 0 && <p className={styles.quiet}>{t('tel.noQuestions')}</p>}
      {asked.map(({ code, question }, at) => (
        <div key={code} className={styles.question}>
          <TextField
            name={`answers.${at}.answer`}
            label={question}
            maxLength={200}
            readOnly={readOnly}
            span={3}
            help={<EnteredFacts paths={telFacts[code] ?? []} values={values} />}
          />
          <CheckboxField name={`answers.${at}.ok`} label={t('tel.consistent')} readOnly={readOnly} />
        </div>
      ))}
      {asked.length > 0 && (
        <ActionButton size="small" permit={permit} onClick={allAgree}>
          {t('tel.allConsistent')}
        </ActionButton>
      )}
      <F.Radio name="result" label={t('tel.resultLabel')} required readOnly={readOnly} options={results} />
      <F.TextArea
        name="note"
        label={t('tel.note')}
        rows={1}
        maxLength={500}
        readOnly={readOnly}
        placeholder={t('tel.noteHint')}
      />
      <div className={styles.submit}>
        <ActionButton ref={save} type="submit" variant="primary" permit={permit} busy={submission.busy}>
          {t('tel.save')}
        </ActionButton>
        {!readOnly && <span className={styles.quiet}>{t('tel.keys')}</span>}
      </div>
    </Form>
  )
}
