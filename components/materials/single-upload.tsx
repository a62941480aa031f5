'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { UploadButton } from '@/components/verb/upload-button'
import { outdate } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { isSingle, paperOutboxOf, type SinglePlace } from './paper-outbox'
import { SendingFile } from './sending-file'

function isSame(a: SinglePlace, b: SinglePlace): boolean {
  if (a.kind === 'opening') return b.kind === 'opening' && a.id === b.id && a.paper === b.paper
  if (b.kind === 'opening' || a.orderId !== b.orderId) return false
  if (a.kind === 'card') return b.kind === 'card'
  return b.kind === 'fitting' && a.deviceId === b.deviceId && a.subject === b.subject
}

/**
 * A button that takes one file of an order or an opening and sends it from the browser's own store: it goes up however often the
 * network breaks, and whichever page is open then. While one is on its way no other is taken.
 */
export function SingleUpload({
  place,
  prepare,
  ...button
}: Omit<Parameters<typeof UploadButton>[0], 'send'> & {
  place: SinglePlace
  /** Makes the file that is sent of the one that was chosen. */
  prepare?: (file: File) => Promise<File>
}) {
  const client = useQueryClient()
  const outbox = paperOutboxOf(useSession().user.id)
  const { items } = useSyncExternalStore(outbox.subscribe, outbox.get, outbox.getDrawn)
  const waiting = items.filter((item) => isSingle(item.place) && isSame(item.place, place))
  const of = place.kind === 'opening' ? 'opening' : 'order'
  const before = useRef(0)
  useEffect(() => {
    // A file that has arrived comes with the next read of its record.
    if (waiting.length < before.current) outdate(client, of)
    before.current = waiting.length
  }, [client, waiting.length, of])
  return (
    <>
      {waiting.map((file) => (
        <SendingFile key={file.key} file={file} />
      ))}
      {waiting.length === 0 && (
        <UploadButton
          {...button}
          send={async (chosen) => {
            const file = (await prepare?.(chosen)) ?? chosen
            await outbox.add(place, file.name, file)
          }}
        />
      )}
    </>
  )
}
