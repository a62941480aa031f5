import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { count, metricsText, observe } from './metrics.ts'
import { Refusal } from './refusal.ts'

/** The listener's requests as numbers, and the address at which they are read. */

export const METRICS_PATH = '/metrics'

/** Classes of routes: few, because each is a series of its own, and known before anything is looked up. */
const CLASSES: readonly (readonly [string, RegExp])[] = [
  ['door', /^\/nlos(\/|$)/],
  ['events', /^\/session\/events$/],
  ['session', /^\/session\//],
  ['health', /^\/(healthz|readyz|metrics)$/],
  ['static', /^\/(_next\/static\/|manual\/|brand\/|favicon)|\.(png|svg|ico|webp|txt|woff2)$/],
]
const labelsOf = new Map<string, string>()

/** The class of a path; whatever Next answers is a page. */
export function routeClass(path: string): string {
  return CLASSES.find(([, pattern]) => pattern.test(path))?.[0] ?? 'page'
}

/** Counts an answer. Streams last for minutes by design: their durations would hide everybody else's. */
export function countRequest(path: string, status: number, ms: number): void {
  const route = routeClass(path)
  const key = `${route} ${status}`
  let labels = labelsOf.get(key)
  if (labels === undefined) {
    labels = `class="${route}",status="${status}"`
    labelsOf.set(key, labels)
  }
  count('nlos_requests_total', labels)
  if (route !== 'events') observe('nlos_request_seconds', `class="${route}"`, ms / 1000)
}

/**
 * Answers `/metrics` to whoever shows the token as `Authorization: Bearer …`; without a token set there is no such
 * address.
 * @throws {Refusal} 401, 404
 */
export function answerMetrics(token: string | undefined, req: IncomingMessage, res: ServerResponse): void {
  if (token === undefined) throw new Refusal(404, 'no METRICS_TOKEN')
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(req.headers.authorization ?? ''), digest(`Bearer ${token}`)))
    throw new Refusal(401, 'metrics token', undefined, { 'www-authenticate': 'Bearer' })
  res.writeHead(200, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  })
  res.end(metricsText())
}
