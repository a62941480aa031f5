import type { ActionOf, Endpoint, InputOf, OutputOf } from '../platform/contract/endpoint.ts'
import { type CallOptions, call } from './call.ts'

/** `start` and `length` of a page, counted from 1 (specification point 7). */
export function pageInput(currentPage: number, pageSize: number): { start: number; length: number } {
  return { start: (currentPage - 1) * pageSize, length: pageSize }
}

/**
 * The generic list helper of the specification, point 7: one page of a list, by POST or GET as the endpoint says.
 *
 *     await callPage(contracts.applications.intakeList, { currentPage: 2, pageSize: 20, q: '王' })
 */
export function callPage<E extends Endpoint>(
  endpoint: E,
  {
    currentPage,
    pageSize,
    ...filters
  }: Omit<InputOf<E>, 'start' | 'length'> & {
    currentPage: number
    pageSize: number
  },
  options?: CallOptions,
): Promise<OutputOf<E>> {
  return call(endpoint, { ...filters, ...pageInput(currentPage, pageSize) } as ActionOf<E>, options)
}
