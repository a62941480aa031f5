'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Picture, picturesOf } from '@/components/materials/pictures'
import { usePictureDialog } from '@/components/materials/use-picture-dialog'
import { Notice } from '@/components/ui/notice'
import type { VerbButton } from '@/components/verb/verb-buttons'
import { isHeld } from '@/lib/client/outbox'
import { keyOf, outdate } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import type { Permission } from '@/lib/domains/identity/rules/roles'
import { papers } from '@/lib/domains/materials/contract/papers'
import { completeness, isUploading, setCan } from '@/lib/domains/materials/rules/material-sets'
import { materialName } from '@/lib/i18n/code-words'
import { useT } from '@/lib/i18n/use-t'
import { PaperField } from './paper-field'
import type { PaperCase } from './paper-set-screen'
import styles from './papers.module.css'
import { factsOf, type JudgedPaper } from './use-paper-verbs'
import { allOf, isOf, isWaiting, type PapersOnTheWay } from './use-papers-on-the-way'

/** The papers of a set: how much is there, what is on its way, and each paper with its files. */
export function PaperItems({
  data,
  way: { outbox, preparing, prepare },
  judge,
}: {
  data: PaperCase
  way: PapersOnTheWay
  judge: (row: JudgedPaper) => VerbButton[]
}) {
  const t = useT()
  const client = useQueryClient()
  const { permissions } = useSession()
  const { order, kind, items } = data
  const sending = useSyncExternalStore(outbox.subscribe, outbox.get, outbox.getDrawn)
  const allPreparing = allOf(preparing)
  useEffect(
    () =>
      outbox.onTaken(({ place, item }) => {
        if (place.orderId !== order.id || place.kind !== kind) return
        const key = keyOf(papers.get, { orderId: order.id, kind })
        client.setQueryData<PaperCase>(key, (old) => {
          if (!old) return old
          const next = old.items.map((one) =>
            one.materialType === item.materialType ? { ...one, ...item } : one,
          )
          const was = old.items.find(({ materialType }) => materialType === item.materialType)
          const isFirst = !isUploading(old.setStatus) || was?.version !== item.version
          // Its versions, its state and the version of the order come with the next read.
          if (isFirst) outdate(client, 'order')
          return { ...old, items: next, percent: completeness(next) }
        })
      }),
    [client, kind, order.id, outbox],
  )
  const facts = factsOf({ ...data, ...order })
  const mayChange = setCan('change', facts, permissions as readonly Permission[]).ok
  const own = sending.items.filter(isOf(data))
  const waiting = own.filter(isWaiting)
  // A read that was on its way while the last files were taken may lack them.
  const wasSending = useRef(false)
  useEffect(() => {
    if (wasSending.current && waiting.length === 0) outdate(client, 'order')
    wasSending.current = waiting.length > 0
  }, [client, waiting.length])
  const former: Picture[] = items.flatMap((item) =>
    item.former.flatMap(({ version, files }) =>
      files.map((file) => ({
        ...file,
        materialType: item.materialType,
        label: `${materialName(t, item.materialType)} ${t('papers.version', { version })}`,
      })),
    ),
  )
  const pictures = picturesOf(items, t)
  const isShown = (id: number) => pictures.some((picture) => picture.id === id)
  const viewer = usePictureDialog(order.id, [...pictures, ...former.filter(({ id }) => !isShown(id))])
  return (
    <>
      <div className={styles.percent}>
        <progress value={data.percent} max={100} aria-label={t('papers.percent')} />
        <span>{t('papers.complete', { percent: data.percent })}</span>
      </div>
      <div aria-live="polite" className={styles.line}>
        {allPreparing > 0 && t('papers.preparing', { count: allPreparing })}
        {allPreparing === 0 && waiting.length > 0 && !isHeld(sending.state) && (
          <span>{t('papers.sendingAll', { count: waiting.length })}</span>
        )}
      </div>
      {waiting.length > 0 && isHeld(sending.state) && (
        <Notice tone="waiting">{t(`papers.held.${sending.state}`, { count: waiting.length })}</Notice>
      )}
      {waiting.length > 0 && !sending.kept && <Notice tone="rejected">{t('papers.notKept')}</Notice>}
      <div className={styles.items}>
        {items.map((item) => (
          <PaperField
            key={item.materialType}
            place={{ orderId: order.id, kind, materialType: item.materialType }}
            item={item}
            waiting={own.filter(({ place }) => place.materialType === item.materialType)}
            outbox={outbox}
            readOnly={!mayChange}
            judge={item.files.length > 0 ? judge({ orderId: order.id, kind, item, facts }) : []}
            onOpen={viewer.open}
            preparing={preparing[item.materialType] ?? 0}
            onPreparing={(change) => prepare(item.materialType, change)}
          />
        ))}
      </div>
      {viewer.dialog}
    </>
  )
}
