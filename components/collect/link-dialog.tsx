'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { Form } from '@/components/form/form'
import { type Findings, useCheckedForm } from '@/components/form/use-checked-form'
import { useSubmission } from '@/components/form/use-submission'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { call } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { collect } from '@/lib/domains/collect/contract'
import { linkDays } from '@/lib/domains/collect/rules/collect'
import { products } from '@/lib/domains/products/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './link-dialog.module.css'
import { LinkList } from './link-list'
import { MadeLink } from './made-link'

type Values = { shopId: string; days: string }
const F = fieldsFor<Values>()

/** 客户信息采集链接: makes one, shows it once to be copied, and lists the caller's own. */
export default function LinkDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  const shops = useQuery(q(products.shops, {}))
  return (
    <Dialog
      open
      fullWidth
      maxWidth={false}
      slotProps={{ paper: { style: { maxWidth: 640 } } }}
      onClose={onClose}
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t('collect.dialogTitle')}</DialogTitle>
      <DialogContent className={styles.content}>
        <p className={styles.note}>{t('collect.dialogNote')}</p>
        {shops.data && <LinkForm shops={shops.data} />}
        <LinkList />
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('shell.close')}</ActionButton>
      </DialogActions>
    </Dialog>
  )
}

function LinkForm({ shops }: { shops: OutputOf<typeof products.shops> }) {
  const t = useT()
  const [made, setMade] = useState<OutputOf<typeof collect.makeLink> | null>(null)
  const open = shops.filter((shop) => shop.closed === null)
  const only = open.length === 1 ? String(open[0]?.id) : ''
  const form = useCheckedForm<Values>(
    { shopId: only, days: '3' },
    ({ shopId }): Findings => (shopId === '' ? { shopId: t('rules.required') } : {}),
  )
  const submission = useSubmission(form)
  const make = async ({ shopId, days }: Values) => {
    setMade(await call(collect.makeLink, { shopId: Number(shopId), days: Number(days) }))
  }
  return (
    <>
      <Form form={form} submission={submission} onSubmit={make}>
        <div className={styles.form}>
          <F.Select
            name="shopId"
            label={t('collect.shop')}
            options={listOptions(open.map((shop) => ({ value: String(shop.id), label: shop.name })))}
            required
          />
          <F.Select
            name="days"
            label={t('collect.days')}
            options={listOptions(
              linkDays.map((days) => ({ value: String(days), label: t('collect.dayCount', { days }) })),
            )}
            required
          />
          <ActionButton type="submit" variant="primary" busy={submission.busy}>
            {t('collect.make')}
          </ActionButton>
        </div>
      </Form>
      {made && <MadeLink key={made.id} made={made} />}
    </>
  )
}
