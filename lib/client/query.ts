import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { ActionOf, Endpoint, InputOf, OutputOf } from '../contracts/endpoint.ts'
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

/** The cache key of a read: the path, then the input. Invalidate all inputs of an endpoint with `[path]`. */
export const keyOf = <E extends Endpoint>(endpoint: E, input?: InputOf<E>): QueryKey =>
  input === undefined ? [endpoint.path] : [endpoint.path, input]

/**
 * A read, for useQuery, fetchQuery and the like.
 *
 *     const { data } = useQuery(q(contracts.applications.get, { orderId }))
 */
export function q<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<OutputOf<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    // A read has no event id to add.
    queryFn: ({ signal }) => request(endpoint, input as ActionOf<E>, { signal }),
  })
}

/**
 * A write. A failure is shown by the funnel; `invalidate` names the reads that are stale after it.
 *
 *     const claim = useApiMutation(contracts.reviews.claim, { invalidate: [contracts.reviews.preList] })
 *     claim.mutate({ orderId })
 */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  {
    invalidate = [],
    onSuccess,
    onError,
  }: {
    invalidate?: readonly Endpoint[]
    onSuccess?: (output: OutputOf<E>, input: ActionOf<E>) => void | Promise<void>
    onError?: (error: ApiError, input: ActionOf<E>) => void
  } = {},
): UseMutationResult<OutputOf<E>, ApiError, ActionOf<E>> {
  const client = useQueryClient()
  return useMutation<OutputOf<E>, ApiError, ActionOf<E>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: async (output, input) => {
      for (const read of invalidate) void client.invalidateQueries({ queryKey: keyOf(read) })
      await onSuccess?.(output, input)
    },
    onError,
  })
}
