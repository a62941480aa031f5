'use client'
import { type ReactNode, useCallback, useMemo } from 'react'
import {
  type Held,
  type Holding,
  hasAll,
  hasAny,
  hasNone,
} from '../domains/identity/rules/permission-match.ts'
import { useSession } from './session.tsx'

/**
 * The permission helpers of the specification, point 6, on roles and permission strings. They decide what is shown; the
 * service judges every call again.
 *
 *     <HasAnyPermission of={['order:claim_pre', 'order:decide_pre']}>…</HasAnyPermission>
 *     const mayExport = useHasPermission('order:export')
 */
type Shown = { of: readonly Holding[]; children: ReactNode }

function useHeld(): Held {
  const { roles, permissions } = useSession()
  return useMemo(() => new Set([...roles, ...permissions]), [roles, permissions])
}

/** has-permission as a function, for rows and loops: `const can = useCan(); rows.filter((row) => can(row.for))`. */
export function useCan(): (...listed: readonly Holding[]) => boolean {
  const held = useHeld()
  return useCallback((...listed) => hasAll(held, listed), [held])
}

/** True where the user holds all listed. */
export const useHasPermission = (...listed: readonly Holding[]): boolean => hasAll(useHeld(), listed)

/** True where the user holds none listed. */
export const useHasNoPermission = (...listed: readonly Holding[]): boolean => hasNone(useHeld(), listed)

/** True where the user holds any listed. */
export const useHasAnyPermission = (...listed: readonly Holding[]): boolean => hasAny(useHeld(), listed)

/** Keeps its children only if the user holds all listed. */
export function HasPermission({ of, children }: Shown) {
  return useHasPermission(...of) && children
}

/** Removes its children if the user holds any listed. */
export function HasNoPermission({ of, children }: Shown) {
  return useHasNoPermission(...of) && children
}

/** Keeps its children if the user holds any listed. */
export function HasAnyPermission({ of, children }: Shown) {
  return useHasAnyPermission(...of) && children
}
