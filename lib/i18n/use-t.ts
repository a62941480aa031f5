'use client'
import { use } from 'react'
import { MessagesContext } from './messages-context.ts'
import type { T } from './translator.ts'

/**
 * The `t` of the page: `t('shell.logout')`, `t('errors.tooLong', { max: 20 })`.
 * @throws Error outside the providers of app/layout.tsx.
 */
export function useT(): T {
  const value = use(MessagesContext)
  if (value === null) throw new Error('useT needs a messages provider around it')
  return value.t
}
