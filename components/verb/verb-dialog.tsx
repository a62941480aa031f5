'use client'
import { useMemo, useState } from 'react'
import { CheckboxField, SelectField } from '@/components/form/choice-fields'
import { FormDialog } from '@/components/form/form-dialog'
import { TextAreaField, TextField } from '@/components/form/text-fields'
import { type Findings, useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { call } from '@/lib/client/call'
import { hashPassword } from '@/lib/client/hash-password'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { type BulkResult, bulk } from '@/lib/platform/bulk/contract'
import { type Left, LeftRows } from './left-rows'
import RunDialog from './run-dialog'
import { useTellRefusal } from './use-tell-refusal'
import { type Asked, fieldsFor, permitOf, type Verb } from './verb'
import styles from './verb.module.css'

type Values = Record<string, string | boolean>
type Props = {
  verb: Verb<unknown>
  rows: readonly unknown[]
  /** Hears that it was done to one row, and the words for that. */
  onDone: (done: MessageKey) => void
  /** Hears which rows it was not done to. */
  onEnd: (left: readonly unknown[]) => void
  /** Nothing was done. */
  onClose: () => void
}

/**
 * The dialog in which a verb asks before it is done, for one row or for many. Of many those that the verb is not for
 * are named first; then it is done with one call, or behind one, and what was refused is told with its reason.
 */
export default function VerbDialog({ verb, rows, onDone, onEnd, onClose }: Props) {
  const t = useT()
  const tellRefusal = useTellRefusal()
  const { lead, leadOfAll, note } = verb
  const [row] = rows
  const isMany = rows.length > 1
  const refused = useMemo(() => refusedOf(verb, rows), [verb, rows])
  const allowed = rows.filter((one) => !refused.some((left) => left.row === one))
  // A question because of a row that is left out would be asked for nothing.
  const fields = fieldsFor(verb, isMany ? allowed : rows)
  const form = useCheckedForm<Values>(begun(fields, row), (values) => findings(fields, values))
  const [run, setRun] = useState<number>()
  const [left, setLeft] = useState<readonly Left[]>()

  const one = async (values: Values) => {
    try {
      const done = await verb.send(row, values)
      if (done) onDone(done)
    } catch (error) {
      // The record is no longer as the dialog was opened on it: it ends. All else is mended in it.
      if (!(error instanceof ApiError && error.status === 409)) throw error
      tellRefusal(error)
      return onEnd([row])
    }
    onEnd([])
  }
  const many = async (values: Values) => {
    if (verb.sendAll) {
      const { said, left: others } = await verb.sendAll(allowed, values)
      const count = allowed.length - others.length
      if (said && count > 0) toast.success(t(said, { count }))
      return end(0, others)
    }
    const title = t(verb.label)
    const each = allowed.map((row) => ({ name: verb.name(row), fields: verb.fieldsOf(row, values) }))
    const { id } = await call(bulk.start, { title, path: verb.path, rows: each })
    setRun(id)
  }
  /** It ends as it was asked for: the first of the results is of the first row. */
  const ended = ({ rows: results }: BulkResult) => {
    verb.tellWritten()
    const others = results.flatMap(({ state, reason, hint }, at) =>
      state === 'done' ? [] : [{ row: allowed[at], reason: reason || t('bulk.notBegun'), who: hint }],
    )
    end(results.length - others.length, others)
  }
  const end = (done: number, others: readonly Left[]) => {
    const all = [
      ...others,
      ...refused.map(({ row, permit }) => ({
        row,
        reason: t(permit.reason, permit.params),
        who: permit.way?.whole,
      })),
    ]
    if (done > 0) toast.success(t('verbs.doneMany', { verb: t(verb.label), count: done }))
    if (all.length === 0) onEnd([])
    else setLeft(all)
    setRun(undefined)
  }

  if (left) return <LeftRows verb={verb} left={left} onClose={() => onEnd(left.map((one) => one.row))} />
  if (run !== undefined) {
    return (
      <RunDialog
        id={run}
        onEnd={ended}
        onClose={() => {
          toast.info(t('bulk.goesOn'))
          onEnd([])
        }}
      />
    )
  }
  return (
    <FormDialog
      title={
        isMany
          ? t(typeof verb.many === 'string' ? verb.many : verb.label, { count: allowed.length })
          : t(verb.ask ?? verb.label, verb.words(row))
      }
      form={form}
      ok={t(verb.ok)}
      tone={verb.tone}
      width={isMany && leadOfAll ? 720 : 444}
      lead={
        <>
          {!isMany && lead?.(row)}
          {note && (
            <p className={styles.note}>{t(note, isMany ? { count: allowed.length } : verb.words(row))}</p>
          )}
          {isMany && (
            <>
              {leadOfAll?.(allowed) ?? (
                <p className={styles.names}>{allowed.map(verb.name).join(t('ui.separator'))}</p>
              )}
              {refused.length > 0 && (
                <p className={styles.note}>
                  {t('verbs.leftOut', {
                    count: refused.length,
                    names: refused.map(({ row }) => verb.name(row)).join(t('ui.separator')),
                  })}
                </p>
              )}
            </>
          )}
        </>
      }
      onSubmit={(values) => (isMany ? many(sentValues(fields, values)) : one(sentValues(fields, values)))}
      onClose={onClose}
    >
      {Object.entries(fields).map(([name, field]) => (
        <Field key={name} name={name} field={field} row={row} />
      ))}
    </FormDialog>
  )
}

function Field({ name, field, row }: { name: string; field: Asked<unknown>; row: unknown }) {
  const t = useT()
  const { label, required } = field
  const props = { name, label: t(label), required: required !== undefined }
  // Options that change with every render would be asked for again and again.
  const options = useMemo(() => (field.kind === 'select' ? field.options(row) : { words: [] }), [field, row])
  if (field.kind === 'text') return <TextAreaField {...props} maxLength={field.maxLength} />
  if (field.kind === 'line') return <TextField {...props} maxLength={field.maxLength} />
  if (field.kind === 'check') return <CheckboxField {...props} text={t(field.text)} />
  if (field.kind === 'password')
    return (
      <TextField
        {...props}
        type="password"
        autoComplete="off"
        maxLength={64}
        help={field.help && t(field.help)}
      />
    )
  return <SelectField {...props} options={options} />
}

const begun = (fields: Verb<unknown>['fields'], row: unknown): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (field.kind === 'check') return [name, field.value?.(row) ?? false]
      return [name, field.kind === 'password' ? '' : (field.value?.(row) ?? '')]
    }),
  )

const findings = (fields: Verb<unknown>['fields'], values: Values): Findings =>
  Object.fromEntries(
    Object.entries(trimmed(values)).flatMap(([name, value]) => {
      const field = fields[name]
      if (value === '') {
        if (!field?.required) return []
        return [[name, field.required === true ? 'rules.required' : field.required]]
      }
      const wrong = field?.kind === 'line' ? field.rule?.(String(value)) : undefined
      return wrong ? [[name, wrong]] : []
    }),
  )

const trimmed = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )

/** A password is what was typed, spaces and all, and travels hashed. */
const sentValues = (fields: Verb<unknown>['fields'], values: Values): Values =>
  Object.fromEntries(
    Object.entries(trimmed(values)).map(([name, value]) => [
      name,
      fields[name]?.kind === 'password' ? hashPassword(String(values[name])) : value,
    ]),
  )

const refusedOf = (verb: Verb<unknown>, rows: readonly unknown[]) =>
  rows.flatMap((row) => {
    const permit = permitOf(verb, row)
    return permit.ok ? [] : [{ row, permit }]
  })
