'use client'
import { useMemo } from 'react'
import type { ListDefinition } from '@/components/list/define-list'
import { useHasPermission } from '@/lib/client/permission'
import type { Endpoint } from '@/lib/platform/contract/endpoint'

/** The list for this user: without its export for somebody who may not export orders at all. */
export function useExportable<E extends Endpoint>(list: ListDefinition<E>): ListDefinition<E> {
  const may = useHasPermission('order:export')
  return useMemo(() => (may ? list : { ...list, exportFile: undefined }), [list, may])
}
