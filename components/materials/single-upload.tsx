'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { UploadButton } from '@/components/verb/upload-button'
import { outdate } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { isSingle, paperOutboxOf, type SinglePlace } from './paper-outbox'
import { SendingFile } from './sending-file'

const isSame = (a: SinglePlace, b: SinglePlace) =>
  a.orderId === b.orderId &&
  a.kind === b.kind &&
  (a.kind !== 'fitting' || (b.kind === 'fitting' && a.deviceId === b.deviceId && a.subject === b.subject))

/**
 * A button that takes one file of an order and sends it from the browser's own store: it goes up however often the
 * network breaks, and whichever page is open then. While one is on its way no other is taken.
 */
export function SingleUpload({
  place,
  prepare,
  ...button
}: Omit<Parameters<typeof UploadButton>[0], 'send'> & {
  place: SinglePlace
  /** What is sent of a chosen file. */
  prepare?: (file: File) => Promise<File>
}) {
  const client = useQueryClient()
  const outbox = paperOutboxOf(useSession().user.id)
  const { items, shares, state } = useSyncExternalStore(outbox.subscribe, outbox.get, outbox.getDrawn)
  const waiting = items.filter((item) => isSingle(item.place) && isSame(item.place, place))
  const before = useRef(0)
  useEffect(() => {
    // What has arrived comes with the next read of its order.
    if (waiting.length < before.current) outdate(client, 'order')
    before.current = waiting.length
  }, [client, waiting.length])
  return (
    <>
      {waiting.map((file) => (
        <SendingFile key={file.key} file={file} shares={shares} state={state} outbox={outbox} />
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
