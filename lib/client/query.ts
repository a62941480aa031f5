import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query'
import type { ActionOf, Endpoint, InputOf, OutputOf } from '../platform/contract/endpoint.ts'
import { ApiError, noAnswer } from './api-error.ts'
import { call, request } from './call.ts'
import { report } from './funnel.ts'

/** A read is fresh for this long: switching tabs back and forth asks nothing again. */
const staleMs = 5_000

/**
 * A call is made whatever the browser believes of the network: what cannot be reached says so at once, and a console
 * in a network without internet works.
 */
const networkMode = 'always'

const noResponse = (error: unknown) =>
  error instanceof ApiError && (error.status === noAnswer || error.status > 501)

/** The query client of one browser page (or of one request on the server). Failed reads go through the funnel. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError) report(error)
      },
    }),
    mutationCache: new MutationCache(),
    defaultOptions: {
      queries: {
        networkMode,
        staleTime: staleMs,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A read that got no answer is tried once more; an answer is an answer.
        retry: (failures, error) => failures < 1 && noResponse(error),
        retryDelay: 800,
      },
      mutations: { networkMode, retry: false },
    },
  })
}

/** The cache key of a read: the path, then the input. */
export const keyOf = <E extends Endpoint>(endpoint: E, input?: InputOf<E>): QueryKey =>
  input === undefined ? [endpoint.path] : [endpoint.path, input]

declare module '@tanstack/react-query' {
  interface Register {
    /** The parts that the answer of a read is made of. */
    queryMeta: { of?: readonly string[] | undefined }
  }
}

/** Of a read that is not made by {@link q}: what makes its answer old. */
export const metaOf = ({ of }: Endpoint) => ({ of })

/**
 * A read, for useQuery, fetchQuery and the like. A write on what it is of makes it old: what is shown is asked again.
 *
 *     const { data } = useQuery(q(contracts.applications.get, { orderId }))
 */
export function q<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<OutputOf<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    meta: metaOf(endpoint),
    // A read has no event id to add.
    queryFn: ({ signal }) => request(endpoint, input as ActionOf<E>, { signal }),
  })
}

/** Makes every answer old that is of the subject; those that are shown are asked for again. */
export function outdate(client: QueryClient, subject: string): void {
  void client.invalidateQueries({ predicate: isOf(subject) })
}

/** Waits until what is shown of a subject, and is old, has been read again. */
export function readAgain(client: QueryClient, subject: string): Promise<void> {
  const old = { type: 'active', stale: true, predicate: isOf(subject) } as const
  return client.refetchQueries(old, { cancelRefetch: false })
}

const isOf =
  (subject: string) =>
  ({ meta }: Query) =>
    meta?.of?.includes(subject) ?? false

/** Waits for a read that a write has made old, where the page goes on only with what is true now. */
export function settled<E extends Endpoint>(client: QueryClient, endpoint: E, input: InputOf<E>) {
  return client.refetchQueries({ queryKey: keyOf(endpoint, input) }, { cancelRefetch: false })
}

/**
 * A write. A failure is shown by the funnel; what is shown of the subject is asked for again by itself.
 *
 *     const markRead = useApiMutation(contracts.messages.markRead)
 *     markRead.mutate({ ids })
 */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  options: Pick<UseMutationOptions<OutputOf<E>, ApiError, ActionOf<E>>, 'onSuccess'> = {},
): UseMutationResult<OutputOf<E>, ApiError, ActionOf<E>> {
  return useMutation<OutputOf<E>, ApiError, ActionOf<E>>({
    ...options,
    mutationFn: (input) => call(endpoint, input),
  })
}
