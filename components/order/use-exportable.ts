'use client'
import { useMemo } from 'react'
import type { ListDefinition } from '@/components/list/define-list'
import { useSession } from '@/lib/client/session'
import type { Endpoint } from '@/lib/contracts/endpoint'
import type { Permission } from '@/lib/rules/roles'

const exporting: Permission = 'order:export'

/** The list for this user: without its export for somebody who may not export orders at all. */
export function useExportable<E extends Endpoint>(list: ListDefinition<E>): ListDefinition<E> {
  const { permissions } = useSession()
  const may = permissions.includes(exporting)
  return useMemo(() => (may ? list : { ...list, exportFile: undefined }), [list, may])
}
