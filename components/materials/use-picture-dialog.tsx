'use client'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import type { Picture } from './pictures'

const PictureDialog = lazyPart(() => import('./picture-dialog'))

/**
 * Opens the pictures of an order over the page, at one of them.
 *
 *     const viewer = usePictureDialog(order.id, picturesOf(materials, t))
 *     <button onClick={() => viewer.open(file)}>…</button>
 *     {viewer.dialog}
 */
export function usePictureDialog(
  orderId: number,
  pictures: readonly Picture[],
): { open: (file: { id: number }) => void; dialog: ReactNode } {
  const [start, setStart] = useState<number | null>(null)
  return {
    open: ({ id }) => setStart(id),
    dialog: start !== null && (
      <PictureDialog orderId={orderId} pictures={pictures} start={start} onClose={() => setStart(null)} />
    ),
  }
}
