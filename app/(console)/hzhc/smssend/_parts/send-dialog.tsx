'use client'
import { useState } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { Notice } from '@/components/ui/notice'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions, listOptions } from '@/lib/client/options'
import { useServiceDay } from '@/lib/client/service-day'
import { type SmsTarget, sms } from '@/lib/domains/sms/contract'
import {
  type ChosenKind,
  chosenKinds,
  fillSms,
  interviewDays,
  interviewIssues,
  interviewTimes,
  smsLimits,
} from '@/lib/domains/sms/rules/sms'
import { useT } from '@/lib/i18n/use-t'
import { addDays } from '@/lib/rules/business-date'
import { keyOf } from './recipient-key'
import { Recipients } from './recipients'
import styles from './send.module.css'
import { type Result, type Results, sendToOrders } from './send-to-orders'

type Values = { orderNos: string; kind: ChosenKind; date: string; time: string }
const F = fieldsFor<Values>()
const kindOptions = codeOptions('sms.kinds', chosenKinds)
const timeOptions = listOptions(interviewTimes.map((time) => ({ value: time, label: time })))

const numbersIn = (text: string) => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,，;；、]+/)
      .filter(Boolean),
  ),
]

/** 发送短信: for one order or several; who can get the text is asked before it is sent, and who got it is shown after. */
export default function SendDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const today = useServiceDay()
  const last = addDays(today, interviewDays)
  const [found, setFound] = useState<{ of: string; targets: readonly SmsTarget[]; missing: string[] }>()
  const form = useCheckedForm<Values>(
    { orderNos: '', kind: chosenKinds[0], date: '', time: '' },
    ({ orderNos, kind, date, time }) => {
      const count = numbersIn(orderNos).length
      const wrong =
        count === 0
          ? t('sms.noOrders')
          : count > smsLimits.orders && t('sms.tooManyOrders', { max: smsLimits.orders })
      return {
        ...(wrong && { orderNos: wrong }),
        // The day is asked for when there is somebody to say it to.
        ...(kind === 'interview' &&
          found?.of === numbersIn(orderNos).join() &&
          interviewIssues({ date, time }, { today, last })),
      }
    },
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [results, setResults] = useState<Results>(new Map())
  const { orderNos, kind, date, time } = form.watch()
  const targets = found?.of === numbersIn(orderNos).join() ? found.targets : undefined

  const find = async () => {
    const numbers = numbersIn(orderNos)
    const answer = await call(sms.targets, { orderNos: numbers })
    const missing = numbers.filter((number) => !answer.some((target) => target.orderNo === number))
    setFound({ of: numbers.join(), targets: answer, missing })
    setChosen(possible(answer, kind))
    setResults(new Map())
  }
  const send = async (orders: readonly SmsTarget[]) => {
    const visit = kind === 'interview' ? { date, time } : {}
    const sent = await sendToOrders(orders, chosen, (orderId, recipients) =>
      call(sms.send, { orderId, kind, recipients, ...visit }),
    )
    const done = [...sent.values()].filter(({ ok }: Result) => ok).length
    if (done > 0) toast.success(t('sms.doneMany', { count: done }))
    if (done === sent.size) return onClose()
    setResults(new Map([...results, ...sent]))
    // Those that were refused stay chosen.
    setChosen(new Set([...sent].flatMap(([key, { ok }]) => (ok ? [] : [key]))))
  }
  const save = async () => {
    if (!targets) return find()
    if (chosen.size === 0) return form.setError('kind', { type: 'check', message: 'sms.noneChosen' })
    await send(targets)
  }
  const preview = previewOf(targets, chosen, kind)
  return (
    <FormDialog
      title={t('sms.sendTitle')}
      form={form}
      width={640}
      ok={targets ? t('sms.sendCount', { count: chosen.size }) : t('sms.find')}
      onSubmit={save}
      onClose={onClose}
    >
      <F.TextArea
        name="orderNos"
        label={t('sms.orders')}
        help={t('sms.ordersHint', { max: smsLimits.orders })}
        rows={2}
        maxLength={800}
        required
      />
      <F.Radio
        name="kind"
        label={t('sms.kind')}
        options={kindOptions}
        onChoose={(next) => targets && setChosen(possible(targets, next as ChosenKind))}
        required
      />
      {targets && kind === 'interview' && (
        <>
          <F.Date name="date" label={t('sms.date')} min={today} max={last} span={2} required />
          <F.Select name="time" label={t('sms.time')} options={timeOptions} span={2} required />
        </>
      )}
      {targets && found && found.missing.length > 0 && (
        <Notice tone="returned">
          {t('sms.unknownOrders', { numbers: found.missing.join(t('ui.separator')) })}
        </Notice>
      )}
      {targets && (
        <Recipients targets={targets} kind={kind} chosen={chosen} results={results} onChoose={setChosen} />
      )}
      {preview && (
        <figure className={styles.preview}>
          <figcaption>{t('sms.previewOf', { name: preview.name })}</figcaption>
          <blockquote>{fillSms(preview.text, { date, time })}</blockquote>
        </figure>
      )}
    </FormDialog>
  )
}

const offersIn = (targets: readonly SmsTarget[], kind: ChosenKind) =>
  targets.flatMap(({ orderId, recipients }) =>
    recipients.flatMap(({ key, name, offers }) => {
      const offer = offers.find((one) => one.kind === kind)
      return offer ? [{ id: keyOf(orderId, key), name, ...offer }] : []
    }),
  )

/** Everybody who can get the text now. */
const possible = (targets: readonly SmsTarget[], kind: ChosenKind): ReadonlySet<string> =>
  new Set(offersIn(targets, kind).flatMap(({ id, obstacle }) => (obstacle ? [] : [id])))

const previewOf = (
  targets: readonly SmsTarget[] | undefined,
  chosen: ReadonlySet<string>,
  kind: ChosenKind,
) => offersIn(targets ?? [], kind).find(({ id }) => chosen.has(id))
