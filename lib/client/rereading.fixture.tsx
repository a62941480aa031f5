import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import { outdate } from './query.ts'
import { setWritten, tellWritten } from './written.ts'

/** Around a screen whose calls are mocks: what they write is asked for again, as in the console. */
export function Rereading({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  useEffect(() => {
    setWritten((subject) => outdate(client, subject))
    return () => setWritten(undefined)
  }, [client])
  return children
}

/** A mock of `call` that tells what it wrote. */
export const writing =
  (answer: (endpoint: Endpoint, input: never) => unknown) => async (endpoint: Endpoint, input: unknown) => {
    const output = await answer(endpoint, input as never)
    tellWritten(endpoint)
    return output as never
  }
