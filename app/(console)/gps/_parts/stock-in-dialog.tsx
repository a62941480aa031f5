'use client'
import { useState } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { Notice } from '@/components/ui/notice'
import { toast } from '@/components/ui/toast'
import { UploadButton } from '@/components/verb/upload-button'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { gps } from '@/lib/domains/gps/contract'
import { type GpsKind, gpsKinds, gpsLimits, linesOf } from '@/lib/domains/gps/rules/gps'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './gps.module.css'

type Values = { deviceType: GpsKind; vendor: string; lines: string }
type Result = OutputOf<typeof gps.stockIn>
const F = fieldsFor<Values>()
const kindOptions = codeOptions('gps.kinds', gpsKinds)

function findings({ vendor, lines }: Values): Partial<Record<keyof Values, MessageKey>> {
  const count = linesOf(lines).length
  return {
    ...(vendor.trim() === '' && { vendor: 'rules.required' }),
    ...(count === 0
      ? { lines: 'rules.required' }
      : count > gpsLimits.lines && { lines: 'gps.wrong.tooMany' }),
  }
}

/** 入库: one device a line. What could not be taken stays in the field, each with its reason. */
export default function StockInDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [result, setResult] = useState<Result>()
  const form = useCheckedForm<Values>({ deviceType: 'wired', vendor: '', lines: '' }, findings)
  const read = async (file: File) => {
    form.setValue('lines', await file.text(), { shouldDirty: true, shouldValidate: true })
  }
  const save = async ({ lines, ...values }: Values) => {
    const devices = linesOf(lines)
    const answer = await call(gps.stockIn, { ...values, devices })
    if (answer.taken > 0) toast.success(t('gps.stockedIn', { count: answer.taken }))
    if (answer.taken === devices.length) return onClose()
    setResult(answer)
    const left = devices.filter((_, at) => answer.lines[at]?.ok === false)
    form.setValue(
      'lines',
      left.map(({ deviceNo, simNo }) => [deviceNo, simNo].filter(Boolean).join(',')).join('\n'),
    )
  }
  const left = result?.lines.filter(({ ok }) => !ok) ?? []
  return (
    <FormDialog title={t('gps.stockInAll')} form={form} onSubmit={save} onClose={onClose} width={520}>
      {result && left.length > 0 && (
        <Notice tone="returned" role="alert">
          {t('gps.someLeft', { taken: result.taken, left: left.length })}
          <ul className={styles.results}>
            {left.map(({ deviceNo, reason }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same number may stand there twice
              <li key={at}>
                {deviceNo}：{reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <F.Radio name="deviceType" label={t('gps.deviceType')} options={kindOptions} required />
      <F.Text name="vendor" label={t('gps.vendor')} maxLength={gpsLimits.vendor} required />
      <F.TextArea name="lines" label={t('gps.lines')} help={t('gps.linesHelp')} rows={6} required />
      <div className={styles.offered}>
        <UploadButton
          size="small"
          label={t('gps.chooseFile')}
          accept=".csv,.txt,text/csv,text/plain"
          send={read}
        />
        <span>{t('gps.counted', { count: linesOf(form.watch('lines')).length })}</span>
      </div>
    </FormDialog>
  )
}
