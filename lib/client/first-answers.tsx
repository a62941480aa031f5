'use client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FirstAnswer } from '../platform/contract/endpoint.ts'

/**
 * A page that was put away is drawn again from what the server once sent; its answers are old by then. By cache: React
 * begins anew with another one when a part of the page was not there yet.
 */
const taken = new WeakMap<QueryClient, WeakSet<readonly FirstAnswer[]>>()

/**
 * Puts what the server has asked already (lib/bff/first-answers.ts) where the reads inside look first: they show it at
 * once and ask nothing until it is stale. What this browser knows already is left as it is.
 */
export function FirstAnswers({
  answers,
  children,
}: {
  answers: readonly FirstAnswer[]
  children: ReactNode
}) {
  const client = useQueryClient()
  useState(() => take(client, answers))
  return children
}

function take(client: QueryClient, answers: readonly FirstAnswer[]): void {
  const before = taken.get(client) ?? new WeakSet()
  if (before.has(answers)) return
  taken.set(client, before.add(answers))
  for (const { path, input, data } of answers) {
    const key = [path, input]
    // As of now by the clock of this browser, which need not be the server's.
    if (client.getQueryData(key) === undefined) client.setQueryData(key, data)
  }
}
